/** Checks who signed the grant of a token request. Source: authentication §1.1, §1.4. */
import type { CryptoKey, JWK } from 'jose'
import { Refusal } from '../wire/refusals/refusal.ts'
import { readCertificate } from './certificate.ts'
import type { Grant } from './grant.ts'
import { jose } from './library.ts'
import { type ChooseKey, keyWithId, sameKeyAs } from './remote-keys.ts'

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
  /** Absent: the client is not registered, and its keys are not known. */
  readonly client?:
    | {
        /** Nine digits: the organization that owns the client. */
        readonly orgNo: string
        /** One of the keys that the client has registered. */
        readonly keyOf: (choose: ChooseKey) => Promise<RegisteredKey | undefined>
      }
    | undefined
  /** Milliseconds since 1970. What is valid by one of these is valid. */
  readonly clocks: readonly number[]
}

/** The signature of a client that is not registered is checked only where the grant brings a certificate. */
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

/** The issuer of a certificate is not checked. The key of a registered client must be one that it has registered. */
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
