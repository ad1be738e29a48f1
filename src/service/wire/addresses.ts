/** Tells which texts the service accepts as an email address, a phone number, or the URN of a self-identified user. */

import { trimBlanks } from './text.ts'
import type { isInternationalNumber } from './values/international-number.ts'
import { boundedCache, getOrCreate, once } from './when-needed.ts'

const notInLocalPart = /[^A-Za-z0-9æøåÆØÅ!#$%&;'*+\-=?^_{|}~`.]/
const notInLabel = /[^A-Za-z0-9æøåÆØÅ-]/
const topDomain = /^[A-Za-z]{2,14}$/
/** The digits of every script are digits to .NET, but for those of two UTF-16 units. */
const fourNumbers = /^[^\P{Nd}\u{10000}-\u{10FFFF}]{1,3}(?:\.[^\P{Nd}\u{10000}-\u{10FFFF}]{1,3}){3}$/u
/** The pattern of the service has `&quot;` where it means a quotation mark. */
const quoted = /^&quot;[^&quot;]+&quot;@/

/** Ignores blanks around the address. The time is linear in the length of the text, which may be hostile. Source: notifications §4.6. */
export function isEmailAddress(text: string): boolean {
  const address = trimBlanks(text)
  const quotation = quoted.exec(address)?.[0]
  const at = quotation === undefined ? address.indexOf('@') : quotation.length - 1
  return at > 0 && (quotation !== undefined || isLocalPart(address.slice(0, at))) && isDomain(address.slice(at + 1))
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

const byEmail = 'urn:altinn:person:idporten-email:'
const byName = ['urn:altinn:party:username:', 'urn:altinn:username:', 'urn:altinn:person:legacy-selfidentified:'] as const

/** Source: notifications §4.6. */
export function isExternalIdentity(urn: string): boolean {
  if (urn.startsWith(byEmail)) return isEmailAddress(decoded(urn.slice(byEmail.length)))
  const prefix = byName.find((known) => urn.startsWith(known))
  return prefix !== undefined && trimBlanks(decoded(urn.slice(prefix.length))) !== ''
}

/** The same text for all URNs of one user. Any other URN is returned as it is. */
export function canonicalExternalIdentity(urn: string): string {
  if (urn.startsWith(byEmail)) return byEmail + trimBlanks(decoded(urn.slice(byEmail.length))).toLowerCase()
  const prefix = byName.find((known) => urn.startsWith(known))
  return prefix === undefined ? urn : byName[0] + trimBlanks(decoded(urn.slice(prefix.length)))
}

/** The address in a URN that names a user by email; undefined for any other URN. */
export const emailOfIdentity = (urn: string): string | undefined =>
  urn.startsWith(byEmail) ? trimBlanks(decoded(urn.slice(byEmail.length))) : undefined

/** A value that is not percent-encoded correctly is returned as it is. */
function decoded(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

let isValid: typeof isInternationalNumber | undefined

/** Loads the metadata of all countries: 145 kB, so not before the first call or job. */
export const loadPhoneNumbers = once(async () => {
  isValid = (await import('./values/international-number.ts')).isInternationalNumber
})

/** Remembers results, because clients use the same recipients again and again. */
const results = boundedCache<string, boolean>(1000)

/** Whether a number is valid for its country, mobile or not. Load the metadata first. Source: notifications §4.6. */
export function isPhoneNumber(text: string): boolean {
  // The library does not accept more than 250 characters either.
  if (text.length > 251 || !/^(?:\+(?!\+)|00)/.test(text)) return false
  return getOrCreate(results, text, () => {
    if (!isValid) throw new Error('The metadata of phone numbers is not loaded. Call loadPhoneNumbers() first.')
    return isValid(withPlus(text))
  })
}

/** Converts a number from the form of the registers to the form of message addresses. Source: notifications §6.1. */
export const normalizeRegisterNumber = (text: string): string => (/^[49]\d{7}$/.test(text) ? `+47${text}` : withPlus(text))

const withPlus = (text: string) => (text.startsWith('00') ? `+${text.slice(2)}` : text)
