/** The parts that tokens of the test token generator share. Source: authentication §4. */
import { readGuid } from '../wire/values/identifiers.ts'
import { readUnsigned } from '../wire/values/parameters.ts'
import type { Claims } from './caller.ts'
import { notBeforeMargin, party } from './issue.ts'

/** The facts of a token that do not come from the query. */
export interface TokenContext {
  /** Milliseconds since 1970. */
  readonly now: number
  readonly issuer: string
  readonly guid: () => string
  /** A whole number from 0 up to, but not including, 2^32. */
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

/** Without empty texts, and without the number 0. */
export const given = (claims: Claims): Claims => Object.fromEntries(Object.entries(claims).filter(([, value]) => value))

/** A number of 32 bits is written with a sign. */
export const signed = (text = ''): number => (readUnsigned(text) ?? 0) | 0

const emptyGuid = '00000000-0000-0000-0000-000000000000'

export function guidOf(text = ''): string | undefined {
  const guid = readGuid(text)
  return guid === emptyGuid ? undefined : guid
}

const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-'

export const randomId = ({ next }: TokenContext) => Array.from({ length: 43 }, () => letters[next() % letters.length]).join('')
