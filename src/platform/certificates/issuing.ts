/** Issues a certificate authority's (CA's) own certificate, and server certificates signed by it. */
import { isIP } from 'node:net'
import type { X509Certificate as Certificate, X509CertificateCreateParams } from '@peculiar/x509'
import { Misuse } from '../../service/wire/misuse.ts'

/** A certificate with its chain, and its private key, in PEM format. */
export interface KeyPair {
  readonly cert: string
  readonly key: string
}

const day = 86_400_000
const algorithm = { name: 'ECDSA', namedCurve: 'P-256' } as const
const signingAlgorithm = { name: 'ECDSA', hash: 'SHA-256' } as const

/** In milliseconds. Apple's systems reject server certificates that are valid for more than 825 days. */
const validity = { authority: 3_650 * day, server: 397 * day }

/** Loads the library on first use: loading takes 50 ms, and most servers need no certificate. */
async function library() {
  await import('reflect-metadata')
  return import('@peculiar/x509')
}

export async function makeAuthority(): Promise<KeyPair> {
  const x509 = await library()
  const { KeyUsageFlags, BasicConstraintsExtension, KeyUsagesExtension, SubjectKeyIdentifierExtension } = x509
  const keys = await makeKeys()
  const made = await x509.X509CertificateGenerator.createSelfSigned({
    ...lasting(validity.authority),
    name: `CN=Standin local CA ${randomHex(4)}, O=Standin`,
    keys,
    extensions: [
      new BasicConstraintsExtension(true, 0, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  })
  return inPem(made, keys.privateKey)
}

/** Issues a server certificate. The certificate contains both key identifiers, because Python 3.13 requires them. */
export async function issue(authority: KeyPair, keyFile: string, names: readonly string[]): Promise<KeyPair> {
  const x509 = await library()
  const issuer = new x509.X509Certificate(authority.cert)
  if (issuer.notAfter.getTime() < Date.now()) {
    throw new Misuse(`The CA in ${keyFile} has expired. Remove the file; Standin then creates a new CA.`)
  }
  const signingKey = await crypto.subtle.importKey('pkcs8', bytesOf(authority.key), algorithm, false, ['sign'])
  const { publicKey, privateKey } = await makeKeys()
  const made = await x509.X509CertificateGenerator.create({
    ...lasting(Math.min(validity.server, issuer.notAfter.getTime() - Date.now())),
    subject: 'CN=Standin, O=Standin',
    issuer: issuer.subject,
    publicKey,
    signingKey,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      new x509.SubjectAlternativeNameExtension(names.map((value) => ({ type: isIP(value) ? ('ip' as const) : ('dns' as const), value }))),
      await x509.SubjectKeyIdentifierExtension.create(publicKey),
      await x509.AuthorityKeyIdentifierExtension.create(issuer.publicKey),
    ],
  })
  return inPem(made, privateKey, authority.cert)
}

const makeKeys = () => crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])

/**
 * Returns a certificate's serial number, signing algorithm and validity. The validity starts one day in the past to allow for clock skew.
 */
function lasting(milliseconds: number): Required<Pick<X509CertificateCreateParams, 'serialNumber' | 'notBefore' | 'notAfter'>> & {
  signingAlgorithm: typeof signingAlgorithm
} {
  const now = Date.now()
  const [notBefore, notAfter] = [new Date(now - day), new Date(now + milliseconds)]
  // A serial number must be positive, so its first bit is zero.
  return { serialNumber: `1${randomHex(16).slice(1)}`, notBefore, notAfter, signingAlgorithm }
}

export const randomHex = (bytes: number) => Buffer.from(crypto.getRandomValues(new Uint8Array(bytes))).toString('hex')

async function inPem(certificate: Certificate, privateKey: CryptoKey, chain = ''): Promise<KeyPair> {
  const key = Buffer.from(await crypto.subtle.exportKey('pkcs8', privateKey)).toString('base64')
  const lines = key.match(/.{1,64}/g) ?? []
  return {
    cert: `${certificate.toString('pem')}\n${chain}`,
    key: `-----BEGIN PRIVATE KEY-----\n${lines.join('\n')}\n-----END PRIVATE KEY-----\n`,
  }
}

const bytesOf = (pem: string) => Buffer.from(pem.replace(/-----.*-----/g, ''), 'base64')
