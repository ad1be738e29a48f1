/** Tells which texts the service accepts as an email address. */
import { trimBlanks } from './blank.ts'

const notInLocalPart = /[^A-Za-z0-9æøåÆØÅ!#$%&;'*+\-=?^_{|}~`.]/
const notInLabel = /[^A-Za-z0-9æøåÆØÅ-]/
const topDomain = /^[A-Za-z]{2,14}$/
/** The digits of every script are digits to .NET. */
const fourNumbers = /^\p{Nd}{1,3}\.\p{Nd}{1,3}\.\p{Nd}{1,3}\.\p{Nd}{1,3}$/u

/** Ignores blanks around the address. The time is linear in the length of the text, which may be hostile. Source: notifications §4.6. */
export function isEmailAddress(text: string): boolean {
  const address = trimBlanks(text)
  const at = address.indexOf('@')
  return at > 0 && isLocalPart(address.slice(0, at)) && isDomain(address.slice(at + 1))
}

function isLocalPart(text: string): boolean {
  return !notInLocalPart.test(text) && !text.startsWith('.') && !text.endsWith('.') && !text.includes('..')
}

function isDomain(text: string): boolean {
  if (fourNumbers.test(text)) return true
  const labels = text.split('.', 11)
  const top = labels.pop()
  return labels.length >= 1 && labels.length <= 9 && top !== undefined && topDomain.test(top) && labels.every(isLabel)
}

function isLabel(text: string): boolean {
  return text.length >= 1 && text.length <= 63 && !notInLabel.test(text) && !text.startsWith('-') && !text.endsWith('-')
}
