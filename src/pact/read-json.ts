/** Reads a file of JSON. */
import { readFileSync } from 'node:fs'
import { Misuse } from '../misuse.ts'
import { positionAt } from '../wire/json/position.ts'
import { scan } from '../wire/json/scan.ts'

/** Throws {@link Misuse} with the line and the column for a text that is not JSON. */
export function readJson(path: string): { readonly text: string; readonly document: unknown } {
  const text = textOf(path)
  try {
    return { text, document: JSON.parse(text) }
  } catch {
    const offset = scan(text, () => undefined)?.offset ?? text.length
    const { line, byte } = positionAt(text, offset)
    const why = offset >= text.length ? ' It ends too early.' : ''
    throw new Misuse(`${path}:${line + 1}:${byte + 1}: this is not JSON.${why}`)
  }
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (thrown) {
    throw new Misuse(`${path} cannot be read: ${thrown instanceof Error ? thrown.message : String(thrown)}.`)
  }
}
