/** GUIDs, organization numbers, resource ids, email addresses, phone numbers and user URNs. */
import { percentDecoded, trimBlanks } from './text.ts'
import type { isInternationalNumber } from './values/international-number.ts'
import { boundedCache, getOrCreate, once } from './when-needed.ts'

const hyphenated = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const anyNotation = /^(?:[0-9a-f]{32}|[{(]?[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}[)}]?)$/i

/**
 * Returns a GUID in lowercase with hyphens and without surrounding blanks. Undefined if the string is not a GUID. Source: notifications
 * §1.3, file-transfer §0.
 */
export function readGuid(written: string): string | undefined {
  if (hyphenated.test(written)) return written
  const text = trimBlanks(written)
  if (/^\{\s*0x/i.test(text)) return readHexadecimal(text.replace(/\s/g, ''))
  if (!anyNotation.test(text)) return undefined
  const first = text[0] ?? ''
  const last = text.at(-1) ?? ''
  if ((first === '{') !== (last === '}') || (first === '(') !== (last === ')')) return undefined
  const digits = text.replace(/[^0-9a-f]/gi, '').toLowerCase()
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-${digits.slice(12, 16)}-${digits.slice(16, 20)}-${digits.slice(20)}`
}

const hexadecimal = /^\{0x([\da-f]{1,8}),0x([\da-f]{1,4}),0x([\da-f]{1,4}),\{(0x[\da-f]{1,2}(?:,0x[\da-f]{1,2}){7})\}\}$/i

/** Parses the format `{0xa1c7b9a0,0x6a0e,0x4d0a,{0x9a,…}}`. */
function readHexadecimal(text: string): string | undefined {
  const [, first, second = '', third = '', bytes = ''] = hexadecimal.exec(text) ?? []
  if (first === undefined) return undefined
  const rest = bytes.split(',').map((byte) => byte.slice(2).padStart(2, '0'))
  const parts = [first.padStart(8, '0'), second.padStart(4, '0'), third.padStart(4, '0'), rest.slice(0, 2).join(''), rest.slice(2).join('')]
  return parts.join('-').toLowerCase()
}

/**
 * Returns the framework's message for a value that does not match a parameter's type. Blanks count as empty. Source: file-transfer §7.3.
 */
export const unreadableValue = (text: string): string => `The value '${text}' is ${trimBlanks(text) === '' ? 'invalid' : 'not valid'}.`

const organizationForm = /^(?:\d{4}:\d{9}|urn:altinn:organization:identifier-no:\d{9})$/

/** True for an organization number in either format that the file transfer area accepts. Source: file-transfer §0.3. */
export const isOrganizationForm = (text: string): boolean => organizationForm.test(text)

/** Returns the nine digits after the last colon. */
export const organizationNumber = (text: string): string => text.slice(text.lastIndexOf(':') + 1)

export const iso6523 = (number: string): string => `0192:${number}`

export const resourcePrefix = 'urn:altinn:resource:'

/** Extracts the resource id from a URN or an id. Source: file-transfer §0.4. */
export const bareResourceId = (text: string): string => (text.startsWith(resourcePrefix) ? text.slice(resourcePrefix.length) : text)

export const resourceUrn = (resourceId: string): string => `${resourcePrefix}${resourceId}`

const notInLocalPart = /[^A-Za-z0-9æøåÆØÅ!#$%&;'*+\-=?^_{|}~`.]/
const notInLabel = /[^A-Za-z0-9æøåÆØÅ-]/
const topDomain = /^[A-Za-z]{2,14}$/
/** .NET accepts digits from every script, except digits that need two UTF-16 units. */
const fourNumbers = /^[^\P{Nd}\u{10000}-\u{10FFFF}]{1,3}(?:\.[^\P{Nd}\u{10000}-\u{10FFFF}]{1,3}){3}$/u
/** The service's pattern contains `&quot;` where a quotation mark was intended. */
const quoted = /^&quot;[^&quot;]+&quot;@/

/** Ignores surrounding blanks. Runs in linear time, because the string might be hostile. Source: notifications §4.6. */
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

/** True for a self-identified user's URN. Source: notifications §4.6. */
export function isExternalIdentity(urn: string): boolean {
  if (urn.startsWith(byEmail)) return isEmailAddress(percentDecoded(urn.slice(byEmail.length)))
  const prefix = byName.find((known) => urn.startsWith(known))
  return prefix !== undefined && trimBlanks(percentDecoded(urn.slice(prefix.length))) !== ''
}

/** Normalizes a URN so that all URNs for the same user are equal. URNs of other kinds are returned unchanged. */
export function canonicalExternalIdentity(urn: string): string {
  if (urn.startsWith(byEmail)) return byEmail + trimBlanks(percentDecoded(urn.slice(byEmail.length))).toLowerCase()
  const prefix = byName.find((known) => urn.startsWith(known))
  return prefix === undefined ? urn : byName[0] + trimBlanks(percentDecoded(urn.slice(prefix.length)))
}

/** Extracts the email address from a URN that identifies a user by email. Undefined for any other URN. */
export const emailOfIdentity = (urn: string): string | undefined =>
  urn.startsWith(byEmail) ? trimBlanks(percentDecoded(urn.slice(byEmail.length))) : undefined

let isValid: typeof isInternationalNumber | undefined

/** Loads the metadata for all countries. The metadata is 145 kB, so it is loaded only when the first call or job needs it. */
export const loadPhoneNumbers = once(async () => {
  isValid = (await import('./values/international-number.ts')).isInternationalNumber
})

/** Cached results. Clients use the same recipients repeatedly. */
const results = boundedCache<string, boolean>(1000)

/** True if a number, mobile or not, is valid in its country. Call {@link loadPhoneNumbers} first. Source: notifications §4.6. */
export function isPhoneNumber(text: string): boolean {
  // The library rejects more than 250 characters. A number that starts with `00` may have one more, because `00` is replaced with `+`.
  if (text.length > 251 || !/^(?:\+(?!\+)|00)/.test(text)) return false
  return getOrCreate(results, text, () => {
    if (!isValid) throw new Error('The phone number metadata is not loaded. Call loadPhoneNumbers() first.')
    return isValid(withPlus(text))
  })
}

/** Converts a number from the register's format to that of message addresses. Source: notifications §6.1. */
export const normalizeRegisterNumber = (text: string): string => (/^[49]\d{7}$/.test(text) ? `+47${text}` : withPlus(text))

const withPlus = (text: string) => (text.startsWith('00') ? `+${text.slice(2)}` : text)

/** A seed and an odd factor for each 32-bit part of the GUID. */
const lanes = [
  [0x9e3779b9, 0x85ebca6b],
  [0x243f6a88, 0xc2b2ae35],
  [0xb7e15162, 0x27d4eb2f],
  [0x6a09e667, 0x165667b1],
] as const

export function derivedGuid(...words: readonly string[]): string {
  const text = JSON.stringify(words)
  const digits = lanes.map(([seed, factor]) => hash(text, seed, factor).toString(16).padStart(8, '0')).join('')
  const variant = '89ab'[Number.parseInt(digits.charAt(16), 16) % 4]
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-4${digits.slice(13, 16)}-${variant}${digits.slice(17, 20)}-${digits.slice(20)}`
}

/** Returns a 32-bit hash, which is not cryptographic. */
function hash(text: string, seed: number, factor: number): number {
  let state = seed ^ text.length
  for (let at = 0; at < text.length; at++) {
    state = Math.imul(state ^ text.charCodeAt(at), factor)
    state ^= state >>> 15
  }
  state = Math.imul(state ^ (state >>> 16), 0x21f0aaad)
  state = Math.imul(state ^ (state >>> 15), 0x735a2d97)
  return (state ^ (state >>> 15)) >>> 0
}
