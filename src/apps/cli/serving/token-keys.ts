/** Reads key files: the key that signs tokens (`--signing-key`), and other issuers' keys (`--trust-issuer`). */
import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { existsSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Settings } from '../../../control/create-simulator.ts'
import { Misuse } from '../../../service/wire/misuse.ts'
import { codeOf, messageOf } from '../frame/command.ts'
import { readNamed } from '../frame/whole-file.ts'

/** Returns the key as PEM (PKCS #8). A new file is readable only by its owner. Throws {@link Misuse} for a file without an RSA key. */
export function signingKeyOf(file: string, tell: (text: string) => void): string {
  if (!existsSync(file)) {
    writeNew(file)
    tell(`Created a new signing key in ${file}.`)
  }
  const key = parse(file)
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0
  if (key.asymmetricKeyType !== 'rsa' || bits < 2048) {
    throw new Misuse(
      `--signing-key: ${file} contains no RSA key of at least 2048 bits. Use a longer RSA key, or specify a new file, in which Standin then creates one.`,
    )
  }
  return key.export({ type: 'pkcs8', format: 'pem' }) as string
}

function writeNew(file: string): void {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  try {
    writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    // Another server, started at the same time, may have created the file.
    if (codeOf(error) !== 'EEXIST') throw unusable(file, error)
  }
}

function parse(file: string): KeyObject {
  const text = readNamed('--signing-key', file)
  try {
    return text.trimStart().startsWith('{') ? createPrivateKey({ key: JSON.parse(text), format: 'jwk' }) : createPrivateKey(text)
  } catch (error) {
    throw unusable(file, error)
  }
}

const unusable = (file: string, error: unknown) =>
  new Misuse(
    isOfSystem(error)
      ? `--signing-key: ${file} cannot be used: ${messageOf(error)}.`
      : `--signing-key: ${file} contains no private key. Use a private RSA key of at least 2048 bits, without a password, as PEM (-----BEGIN PRIVATE KEY-----) or as a JWK in JSON. Or specify a new file, in which Standin then creates a key. (${messageOf(error)})`,
  )

const isOfSystem = (error: unknown) => error instanceof Error && 'syscall' in error

type TrustedIssuer = Settings['trustIssuers'][number]

/** Throws {@link Misuse} if the text is neither a URL nor an issuer with a file, or if the file contains no keys. */
export const trustedIssuersOf = (text: string, folder: string): TrustedIssuer[] =>
  text
    .trim()
    .split(/\s+/)
    .map((each) => readOne(each, folder))

function readOne(text: string, folder: string): TrustedIssuer {
  // An issuer can contain a query, so the last equals sign is used.
  const at = text.lastIndexOf('=')
  if (at > 0) return { issuer: text.slice(0, at), keys: readKeys(resolve(folder, text.slice(at + 1))) }
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return { discovery: text }
  throw new Misuse(`--trust-issuer: ${JSON.stringify(text.slice(0, 200))} is neither the URL of a discovery document nor <issuer>=<file>.`)
}

function readKeys(file: string): Extract<TrustedIssuer, { issuer: string }>['keys'] {
  const text = readNamed('--trust-issuer', file)
  try {
    const { keys } = JSON.parse(text) as { keys?: unknown }
    if (Array.isArray(keys) && keys.length > 0) return keys
    throw new Error('it has no "keys" member that contains keys.')
  } catch (error) {
    throw new Misuse(`--trust-issuer: ${file} is not a key set: ${messageOf(error)}`)
  }
}
