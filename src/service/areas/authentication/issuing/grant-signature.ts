/** Verifies a grant's signature with a key or a business certificate. Source: authentication §1.1, §1.4, and RFC 5280. */
import type { CryptoKey, JWK } from 'jose'
import { jose } from '../../../tokens/issue.ts'
import { type ChooseKey, keyWithId, sameKeyAs } from '../../../tokens/read-token.ts'
import { Refusal } from '../../../wire/refusal.ts'
import type { Grant } from './grant.ts'

interface Certificate {
  readonly pem: string
  /** Milliseconds since 1970. */
  readonly notBefore: number
  readonly notAfter: number
  /** The subject's organization number: nine digits. */
  readonly orgNo: string | undefined
}

/** A DER element: its tag, and the start and end of its content. */
interface Element {
  readonly tag: number
  readonly start: number
  readonly end: number
}

const [sequence, oid, utcTime, version] = [0x30, 0x06, 0x17, 0xa0]

/** `2.5.4.97` (organization identifier) and `2.5.4.5` (serial number). */
const organizationIds = ['550461', '550405']

/** Parses a base64-encoded certificate, as in the `x5c` header. Returns undefined if it is invalid. */
function readCertificate(base64: string): Certificate | undefined {
  try {
    const der = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
    const [whole] = children(der, { tag: sequence, start: 0, end: der.length })
    const [signed] = whole ? children(der, whole) : []
    if (!signed) return undefined
    const parts = children(der, signed)
    const [, , , validity, subject] = parts[0]?.tag === version ? parts.slice(1) : parts
    if (!validity || !subject) return undefined
    const [notBefore = Number.NaN, notAfter = Number.NaN] = children(der, validity).map((time) => timeOf(time.tag, textOf(der, time)))
    if (Number.isNaN(notBefore) || Number.isNaN(notAfter)) return undefined
    const lines = base64.replace(/.{64}/g, '$&\n')
    return { pem: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`, notBefore, notAfter, orgNo: orgNoOf(der, subject) }
  } catch {
    return undefined
  }
}

function children(der: Uint8Array, { start, end }: Element): Element[] {
  const elements: Element[] = []
  for (let at = start; at < end; ) {
    const tag = der[at] ?? 0
    let length = der[at + 1] ?? 0
    let begin = at + 2
    if (length > 0x80) {
      const bytes = length - 0x80
      length = 0
      for (let byte = 0; byte < bytes; byte++) length = length * 256 + (der[begin + byte] ?? 0)
      begin += bytes
    }
    if (begin + length > end) throw new RangeError('The content is cut off.')
    elements.push({ tag, start: begin, end: begin + length })
    at = begin + length
  }
  return elements
}

const textOf = (der: Uint8Array, { start, end }: Element) => new TextDecoder().decode(der.subarray(start, end))
const hexOf = (der: Uint8Array, { start, end }: Element) =>
  Array.from(der.subarray(start, end), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** Returns the organization number in a certificate's subject. A subject is a sequence of sets of (identifier, string) pairs. */
function orgNoOf(der: Uint8Array, subject: Element): string | undefined {
  for (const set of children(der, subject)) {
    for (const pair of children(der, set)) {
      const [name, value] = children(der, pair)
      if (!name || !value || name.tag !== oid || !organizationIds.includes(hexOf(der, name))) continue
      const number = /(?:^|\D)(\d{9})$/.exec(textOf(der, value))?.[1]
      if (number !== undefined) return number
    }
  }
  return undefined
}

/** Parses a certificate's time, written as `YYMMDDHHMMSSZ` for years until 2049 and otherwise as `YYYYMMDDHHMMSSZ`. */
function timeOf(tag: number, text: string): number {
  const full = tag === utcTime ? `${Number(text.slice(0, 2)) < 50 ? '20' : '19'}${text}` : text
  const [, year, month, day, hour, minute, second] = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/.exec(full) ?? []
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
}

/** The client's authentication method: `client_amr` in the client's token. */
type ClientAuthentication = 'private_key_jwt' | 'virksomhetssertifikat'

export interface Signer {
  readonly how: ClientAuthentication
  /** The certificate's organization number: nine digits. */
  readonly orgNo?: string | undefined
}

/** A client's registered key. `exp`: its expiry time in seconds since 1970. */
export type RegisteredKey = JWK & { readonly exp?: number | undefined }

interface SignatureCheck {
  /** Absent for an unregistered client, whose keys are unknown. */
  readonly client?:
    | {
        /** The organization number of the client's owner: nine digits. */
        readonly orgNo: string
        readonly keyOf: (choose: ChooseKey) => Promise<RegisteredKey | undefined>
      }
    | undefined
  /** Current times in milliseconds since 1970. A grant need only be valid at one of them. */
  readonly clocks: readonly number[]
}

/** Verifies a grant's signature. The signature of an unregistered client is verified only if the grant contains a certificate. */
export async function checkSignature(grant: Grant, check: SignatureCheck): Promise<Signer> {
  const { kid, x5c } = grant.header
  if (x5c !== undefined) return checkCertificate(grant, x5c, check)
  const { client, clocks } = check
  if (!client) return { how: 'private_key_jwt' }
  if (typeof kid !== 'string') throw new Refusal('MP-011', { reason: 'the header has neither kid nor x5c' })
  const key = await client.keyOf(keyWithId(kid))
  if (!key) throw new Refusal('MP-124')
  demandCurrent(key, clocks)
  const { importJWK } = await jose()
  await demandSigned(grant, await importJWK({ kty: key.kty, n: key.n, e: key.e } as JWK, String(grant.header.alg)).catch(() => undefined))
  return { how: 'private_key_jwt' }
}

/**
 * Verifies a grant's signature with the certificate in the grant. The certificate's issuer is not checked. A registered client must use one
 * of its registered keys.
 */
async function checkCertificate(grant: Grant, x5c: unknown, { client, clocks }: SignatureCheck): Promise<Signer> {
  const [first] = Array.isArray(x5c) ? x5c : []
  if (typeof first !== 'string') throw new Refusal('MP-123')
  const certificate = readCertificate(first)
  if (!certificate || !clocks.some((clock) => certificate.notBefore <= clock && clock <= certificate.notAfter)) throw new Refusal('MP-120')
  const { exportJWK, importX509 } = await jose()
  const key = await importX509(certificate.pem, String(grant.header.alg)).catch(() => undefined)
  await demandSigned(grant, key)
  if (client && certificate.orgNo !== client.orgNo) throw new Refusal('MP-122')
  if (client && key) {
    const registered = await client.keyOf(sameKeyAs(await exportJWK(key)))
    if (!registered) throw new Refusal('MP-120')
    demandCurrent(registered, clocks)
  }
  return { how: 'virksomhetssertifikat', orgNo: certificate.orgNo }
}

function demandCurrent({ exp }: RegisteredKey, clocks: readonly number[]): void {
  if (exp !== undefined && clocks.every((clock) => clock >= Number(exp) * 1000)) throw new Refusal('MP-121')
}

async function demandSigned({ assertion, header }: Grant, key: CryptoKey | Uint8Array | undefined): Promise<void> {
  const { compactVerify } = await jose()
  const signed = key && compactVerify(assertion, key, { algorithms: [String(header.alg)] })
  if (!(await signed?.catch(() => undefined))) throw new Refusal('MP-124')
}
