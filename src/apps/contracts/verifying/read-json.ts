/** Reads JSON files up to a maximum size. */
import { closeSync, openSync, readSync } from 'node:fs'
import { demandModest, scan } from '../../../service/wire/json.ts'
import { positionAt } from '../../../service/wire/json-errors.ts'
import { Misuse } from '../../../service/wire/misuse.ts'

/** Throws {@link Misuse} with the line and column if the text is not JSON. */
export function readJson(path: string): { readonly text: string; readonly document: unknown } {
  const text = textOf(path)
  demandModest(text, { most: mostPact, place: path })
  try {
    return { text, document: JSON.parse(text) }
  } catch {
    const offset = scan(text, () => undefined)?.offset ?? text.length
    const { line, byte } = positionAt(text, offset)
    const why = offset >= text.length ? ' The file ends too early.' : ''
    throw new Misuse(`${path}:${line + 1}:${byte + 1}: invalid JSON.${why}`)
  }
}

/** Maximum size of a pact in bytes. */
export const mostPact = 2 ** 26

/** Reads the file in parts, because the size of a device or pipe is unknown. */
function boundedText(path: string): string {
  const file = openSync(path, 'r')
  const parts: Buffer[] = []
  try {
    for (let size = 0; ; ) {
      const part = Buffer.alloc(2 ** 18)
      const read = readSync(file, part)
      if (read === 0) return Buffer.concat(parts).toString()
      size += read
      if (size > mostPact) throw new Misuse(`${path} is larger than ${mostPact} bytes, the limit for a pact.`)
      parts.push(part.subarray(0, read))
    }
  } finally {
    closeSync(file)
  }
}

function textOf(path: string): string {
  try {
    return boundedText(path)
  } catch (thrown) {
    if (thrown instanceof Misuse) throw thrown
    throw new Misuse(`${path} cannot be read: ${thrown instanceof Error ? thrown.message : String(thrown)}.`)
  }
}
