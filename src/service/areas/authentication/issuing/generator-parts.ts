/** Claims shared by all tokens from the test token generator. Source: authentication §4. */

import type { Claims } from '../../../tokens/caller.ts'
import { notBeforeMargin, party } from '../../../tokens/issue.ts'
import { readGuid } from '../../../wire/identifiers.ts'
import { readUnsigned } from '../../../wire/text.ts'

/** Inputs other than the query. */
export interface TokenContext {
  /** Milliseconds since 1970. */
  readonly now: number
  readonly issuer: string
  readonly guid: () => string
  /** Returns an integer from 0 to 2^32 - 1. */
  readonly next: () => number
}

/** Seconds. */
const defaultTtl = 1800

export const generated = { actual_iss: 'altinn-test-tools' }

export function lifetime(ttl: string | undefined, now: number) {
  const iat = Math.floor(now / 1000)
  return { exp: iat + (ttl ? (readUnsigned(ttl) ?? 0) : defaultTtl), iat, nbf: iat - notBeforeMargin }
}

export const scopeList = (text = ''): string =>
  text
    .split(/[ ,]/)
    .filter((scope) => scope !== '')
    .join(' ')

export const ofSupplier = ({
  supplierOrgNo,
  delegationSource,
}: {
  readonly supplierOrgNo?: string | undefined
  readonly delegationSource?: string | undefined
}) => ({
  supplier: supplierOrgNo && party(supplierOrgNo),
  delegation_source: delegationSource,
})

/** Omits undefined values, empty strings and the number 0. */
export const given = (claims: Claims): Claims => Object.fromEntries(Object.entries(claims).filter(([, value]) => value))

/** Reinterprets an unsigned 32-bit integer as a signed integer. */
export const signed = (text = ''): number => (readUnsigned(text) ?? 0) | 0

const emptyGuid = '00000000-0000-0000-0000-000000000000'

export function guidOf(text = ''): string | undefined {
  const guid = readGuid(text)
  return guid === emptyGuid ? undefined : guid
}

const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-'

export const randomId = ({ next }: TokenContext) => Array.from({ length: 43 }, () => letters[next() % letters.length]).join('')

/** Returns the modulo 11 check digit. Numbers whose check digit would be 10 are skipped. */
const checkDigit = (digits: string, weights: readonly number[]) =>
  (11 - (weights.reduce((sum, weight, at) => sum + weight * Number(digits[at]), 0) % 11)) % 11

const two = (value: number) => String(value).padStart(2, '0')

function organizationNumber(serial: number): string {
  const digits = `3${String(serial % 10_000_000).padStart(7, '0')}`
  return digits + checkDigit(digits, [3, 2, 7, 6, 5, 4, 3, 2])
}

/** Creates a national identity number. 80 is added to the month, as in all numbers of synthetic test persons. */
function personNumber(serial: number): string {
  const [day, month, year] = [1 + (serial % 28), 81 + (Math.floor(serial / 28) % 12), Math.floor(serial / 336) % 100]
  const digits = two(day) + two(month) + two(year) + String(Math.floor(serial / 33_600) % 1000).padStart(3, '0')
  const first = digits + checkDigit(digits, [3, 7, 6, 1, 8, 9, 4, 5, 2])
  return first + checkDigit(first, [5, 4, 3, 2, 7, 6, 5, 4, 3, 2])
}

const kinds = { organization: { make: organizationNumber, digits: 9 }, person: { make: personNumber, digits: 11 } } as const
export type NumberKind = keyof typeof kinds

export const isNumberOf = (kind: NumberKind, text: string): boolean => text.length === kinds[kind].digits && /^\d+$/.test(text)

/** Returns `count` different numbers: the given numbers first, then synthetic numbers starting at `serial`. */
export function numbersOf(kind: NumberKind, count: number, given: readonly string[], serial: number): readonly string[] {
  const { make, digits } = kinds[kind]
  const numbers = new Set(given.slice(0, count))
  for (let at = serial; numbers.size < count; at++) {
    const number = make(at)
    if (number.length === digits) numbers.add(number)
  }
  return [...numbers]
}
