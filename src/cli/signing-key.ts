/** Reads the file of the key that signs tokens, and makes the file when there is none. */
import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { existsSync, writeFileSync } from 'node:fs'
import { Misuse } from '../misuse.ts'
import { messageOf } from './command.ts'
import { readNamed } from './named-file.ts'

/** The key as PEM (PKCS #8). A new file is readable by its owner only. Throws {@link Misuse} for a file that has no RSA key. */
export function signingKeyOf(file: string, tell: (text: string) => void): string {
  if (!existsSync(file)) {
    writeNew(file)
    tell(`Made a new signing key in ${file}.`)
  }
  const key = parse(file)
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0
  if (key.asymmetricKeyType !== 'rsa' || bits < 2048) {
    throw new Misuse(`--signing-key: ${file} has no RSA key of at least 2048 bits. Name a file that does not exist, and Standin makes one.`)
  }
  return key.export({ type: 'pkcs8', format: 'pem' }) as string
}

function writeNew(file: string): void {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  try {
    writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    // Another server that started at the same moment has made it.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw unusable(file, error)
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
      : `--signing-key: ${file} holds no private key. Use a private RSA key of at least 2048 bits, without a password, as PEM (-----BEGIN PRIVATE KEY-----) or as a JWK in JSON. Or name a file that does not exist, and Standin makes one. (${messageOf(error)})`,
  )

const isOfSystem = (error: unknown) => error instanceof Error && 'syscall' in error
