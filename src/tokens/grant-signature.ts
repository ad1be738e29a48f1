/** Checks who signed the grant of a token request. Source: authentication §1.1, §1.4. */
import type { CryptoKey, JWK } from 'jose'
import { Refusal } from '../wire/refusals/refusal.ts'
import { readCertificate } from './certificate.ts'
import type { Grant } from './grant.ts'
import { jose } from './library.ts'

/** How a client proved itself: `client_amr` of its token. */
export type ClientAuthentication = 'private_key_jwt' | 'virksomhetssertifikat'

export interface Signer {
  readonly how: ClientAuthentication
  /** Nine digits: the organization of the certificate. */
  readonly orgNo?: string | undefined
}

/** A key that a client has registered, with the time at which it expires: `exp` in seconds since 1970. */
export type RegisteredKey = JWK & { readonly exp?: number | undefined }

interface SignatureCheck {
  /** Finds a key of the client by its id. Absent: the client is not registered, and its key is not known. */
  readonly keyOf?: ((kid: string) => Promise<RegisteredKey | undefined>) | undefined
  /** Milliseconds since 1970. What is valid by one of these is valid. */
  readonly clocks: readonly number[]
}

/** The signature of a client that is not registered is checked only where the grant brings a certificate. */
export async function checkSignature(grant: Grant, { keyOf, clocks }: SignatureCheck): Promise<Signer> {
  const { kid, x5c } = grant.header
  if (x5c !== undefined) return checkCertificate(grant, x5c, clocks)
  if (!keyOf) return { how: 'private_key_jwt' }
  if (typeof kid !== 'string') throw new Refusal('MP-011', { reason: 'the header has neither kid nor x5c' })
  const key = await keyOf(kid)
  if (!key) throw new Refusal('MP-124')
  if (key.exp !== undefined && clocks.every((clock) => clock >= Number(key.exp) * 1000)) throw new Refusal('MP-121')
  const { importJWK } = await jose()
  await demandSigned(grant, (alg) => importJWK({ kty: key.kty, n: key.n, e: key.e } as JWK, alg) as Promise<CryptoKey>)
  return { how: 'private_key_jwt' }
}

async function checkCertificate(grant: Grant, x5c: unknown, clocks: readonly number[]): Promise<Signer> {
  const [first] = Array.isArray(x5c) ? x5c : []
  if (typeof first !== 'string') throw new Refusal('MP-123')
  const certificate = readCertificate(first)
  if (!certificate || !clocks.some((clock) => certificate.notBefore <= clock && clock <= certificate.notAfter)) throw new Refusal('MP-120')
  const { importX509 } = await jose()
  await demandSigned(grant, (alg) => importX509(certificate.pem, alg))
  return { how: 'virksomhetssertifikat', orgNo: certificate.orgNo }
}

async function demandSigned({ assertion, header }: Grant, keyFor: (alg: string) => Promise<CryptoKey>): Promise<void> {
  const { compactVerify } = await jose()
  const alg = String(header.alg)
  await keyFor(alg)
    .then((key) => compactVerify(assertion, key, { algorithms: [alg] }))
    .catch(() => {
      throw new Refusal('MP-124')
    })
}
