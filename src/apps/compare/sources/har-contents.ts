/** The bodies in an HTTP Archive: as text, as the fields of a form, or in a file beside it. */
import { isObject } from '../../../service/wire/json.ts'

export type Members = Readonly<Record<string, unknown>>

/** Reads a file in the folder of an archive. Undefined if there is none with this name. */
export type ReadBeside = (name: string) => Uint8Array | undefined

export const membersOf = (value: unknown): Members => (isObject(value) ? value : {})

/** A member that should be a text. */
export const textOf = (value: unknown, otherwise = '') =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : otherwise

/** True if the archive has only a part of a body, or names a file in place of it. */
export const isMissing = ({ _file, _missing }: Members) => _file !== undefined || (typeof _missing === 'number' && _missing > 0)

/** Undefined if the archive does not contain it. */
export function bodyOf(content: Members, beside: ReadBeside): Uint8Array | undefined {
  const { text, encoding, _file: file } = content
  if (typeof file === 'string' && isPlainName(file)) return beside(file)
  if (typeof text !== 'string' || isMissing(content)) return undefined
  return encoding === 'base64' ? Buffer.from(text, 'base64') : Buffer.from(text)
}

/** A name without a folder: an archive is not trusted. */
const isPlainName = (name: string) => /^[\w-][\w.-]{0,200}$/.test(name)

/** Some programs write the fields of a form in place of its text. */
export function formOf({ params, mimeType, text }: Members): Uint8Array | undefined {
  if (text !== undefined || !Array.isArray(params) || params.length === 0 || !String(mimeType).includes('urlencoded')) return undefined
  const pairs = params.map(membersOf).map(({ name, value }): [string, string] => [textOf(name), textOf(value)])
  return Buffer.from(new URLSearchParams(pairs).toString())
}
