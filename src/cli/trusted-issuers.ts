/** Reads `--trust-issuer`: discovery addresses, and issuers with the file of their key set. */
import { resolve } from 'node:path'
import type { Settings } from '../index.ts'
import { Misuse } from '../misuse.ts'
import { messageOf } from './command.ts'
import { readNamed } from './named-file.ts'

type TrustedIssuer = Settings['trustIssuers'][number]

/** Throws {@link Misuse} for a text that is neither an address nor an issuer with a file, and for a file without keys. */
export const trustedIssuersOf = (text: string, folder: string): TrustedIssuer[] =>
  text
    .trim()
    .split(/\s+/)
    .map((each) => readOne(each, folder))

function readOne(text: string, folder: string): TrustedIssuer {
  // The name of an issuer may have a query, so the last sign counts.
  const at = text.lastIndexOf('=')
  if (at > 0) return { issuer: text.slice(0, at), keys: readKeys(resolve(folder, text.slice(at + 1))) }
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return { discovery: text }
  throw new Misuse(
    `--trust-issuer: ${JSON.stringify(text.slice(0, 200))} is neither the address of a discovery document nor <issuer>=<file>.`,
  )
}

function readKeys(file: string): Extract<TrustedIssuer, { issuer: string }>['keys'] {
  const text = readNamed('--trust-issuer', file)
  try {
    const { keys } = JSON.parse(text) as { keys?: unknown }
    if (Array.isArray(keys) && keys.length > 0) return keys
    throw new Error('it has no member "keys" with keys.')
  } catch (error) {
    throw new Misuse(`--trust-issuer: ${file} is not a key set: ${messageOf(error)}`)
  }
}
