/** The words for JSON that cannot be read: the place is the service's own, the wording free. Source: notifications §4.3, file-transfer §7.3. */
import { positionAt } from './json-position.ts'
import { type Fault, mostLevels } from './json-scan.ts'

/** Where it happened: `path` as printed, `offset` in UTF-16 units. */
export function placeOf(path: string, text: string, offset: number): string {
  const { line, byte } = positionAt(text, offset)
  return `Path: ${path} | LineNumber: ${line} | BytePositionInLine: ${byte}.`
}

/** A value of the wrong kind; `offset` is that after it. */
export const unconvertible = (type: string, path: string, text: string, offset: number): string =>
  `The JSON value could not be converted to ${type}. ${placeOf(path, text, offset)}`

export function complaint(text: string, { offset, tooDeep }: Fault): string {
  if (tooDeep) return `The maximum configured depth of ${mostLevels} has been exceeded.`
  if (text.trim() === '') return 'The input does not contain any JSON tokens.'
  const code = text.codePointAt(offset)
  if (code === undefined) return 'The JSON text ends before it is complete.'
  const shown = code < 0x20 ? `0x${code.toString(16).toUpperCase().padStart(2, '0')}` : `'${String.fromCodePoint(code)}'`
  const before = text.slice(0, offset).trimEnd().at(-1) ?? ':'
  if (before === '{') return `${shown} is an invalid start of a property name. Expected a '"'.`
  return `${shown} is ${before === ':' || before === '[' ? 'an invalid start of a value' : 'invalid here'}.`
}
