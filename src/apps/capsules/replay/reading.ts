/** Reads a capsule's text: splits arriving text into lines, validates embedded documents, and restores shared headers. */

import type { CapsuleLine, Head, LineOf, RecordedHeaders } from '../../../control/capsule-lines.ts'
import { fixtureNames, readFixtureList } from '../../../service/areas/fixtures.ts'
import { bytesOfValue, excessIn, extentOf, parseJson } from '../../../service/wire/json.ts'
import { Misuse, unknownName } from '../../../service/wire/misuse.ts'
import { defaultSettings, type Settings } from '../../../service/world/settings.ts'

interface LineLimits {
  /** Maximum number of bytes. A parsed line uses more memory than its text, so it counts as at least 256 bytes and 24 bytes per value. */
  readonly most: number
  /** File name used in messages. */
  readonly place: string
}

/** Limits for a line in characters, because a line becomes a single string. A line that contains a world may be longer. */
export const mostLine = 2 ** 26
const [mostWorldLine, leastLine] = [2 ** 28, 256]

export function createSplitting({ most, place }: LineLimits) {
  const decoder = new TextDecoder()
  let parts: string[] = []
  let length = 0
  let counted = 0
  let lines = 0

  function count(more: number): void {
    counted += more
    if (counted > most)
      throw new Misuse(`${place} contains more than ${most} bytes of text. If you trust it, set a larger --max-capsule, in bytes.`)
  }
  function add(text: string): void {
    parts.push(text)
    length += text.length
    if (length <= mostLine) return
    const isWorld = (parts[0] ?? '').startsWith('{"event":"world"')
    if (!isWorld || length > mostWorldLine)
      throw new Misuse(`${place}:${lines + 1}: the line is longer than ${isWorld ? mostWorldLine : mostLine} characters.`)
  }
  return {
    /** Yields the complete lines in these bytes. Throws {@link Misuse} if a limit is exceeded. */
    *take(bytes: Uint8Array) {
      count(bytes.byteLength)
      const text = decoder.decode(bytes, { stream: true })
      let from = 0
      for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', from)) {
        add(text.slice(from, end))
        const line = parts.join('')
        count(Math.max(0, Math.max(leastLine, bytesOfValue * valuesIn(line)) - line.length))
        parts = []
        length = 0
        lines++
        from = end + 1
        yield line
      }
      if (from < text.length) add(text.slice(from))
    },
    /** The text after the last line break. */
    rest: () => parts.join('') + decoder.decode(),
  }
}

const valuesIn = (line: string) => extentOf(line, { values: mostLine, levels: Number.POSITIVE_INFINITY }).values

/** Throws {@link Misuse} with a message that starts with `fileAndLine`. */
export function demandSound(fileAndLine: string, line: CapsuleLine): void {
  if (line.event === 'capsule') demandHead(fileAndLine, line)
  if (line.event === 'world') demandSnapshot(fileAndLine, line)
}

type Optional<T> = { [Name in keyof T]-?: undefined extends T[Name] ? Name : never }[keyof T]

/** Settings without a default. The compiler reports missing entries. */
const optionalSettings: Readonly<Record<Optional<Settings>, true>> = {
  now: true,
  sendWindow: true,
  worldTtl: true,
  maxMemory: true,
  maxSpool: true,
  publicUrl: true,
  requireSubscriptionKey: true,
  generatorUser: true,
  signingKey: true,
  cors: true,
  adminToken: true,
  instance: true,
}

function demandHead(fileAndLine: string, { settings, fixtures }: Head): void {
  const known = [...Object.keys(defaultSettings), ...Object.keys(optionalSettings)]
  for (const name of Object.keys(settings))
    if (!known.includes(name))
      throw unknownName(`${fileAndLine}.settings: unknown setting ${JSON.stringify(name.slice(0, 100))}.`, name, known)
  for (const [kind, list] of Object.entries(fixtures)) {
    const name = fixtureNames.find((each) => each === kind)
    if (!name) {
      const what = JSON.stringify(kind.slice(0, 100))
      throw unknownName(`${fileAndLine}.fixtures: unknown kind of fixture ${what}.`, kind, fixtureNames)
    }
    readFixtureList(name, `${fileAndLine}.fixtures.${name}`, list)
  }
}

function demandSnapshot(fileAndLine: string, { snapshot }: LineOf<'world'>): void {
  const excess = excessIn(snapshot, mostWorldLine)
  if (excess !== undefined) throw new Misuse(`${fileAndLine}.snapshot ${excess}.`)
  const document = parseJson(snapshot)
  const { contents, clock } = (typeof document === 'object' && document !== null ? document : {}) as { contents?: unknown; clock?: unknown }
  if (
    !Array.isArray(contents) ||
    !contents.every((each) => typeof each?.sha256 === 'string') ||
    typeof clock !== 'object' ||
    clock === null
  )
    throw new Misuse(`${fileAndLine}.snapshot is not a world's document.`)
}

/** Restores a line's headers from the shared set that the line refers to. */
export function readHeaders(
  sets: ReadonlyMap<number, RecordedHeaders>,
  { headers, more, less }: { headers?: number | undefined; more?: RecordedHeaders | undefined; less?: string[] | undefined },
): RecordedHeaders {
  const whole = { ...(headers !== undefined && sets.get(headers)), ...more }
  for (const name of less ?? []) delete whole[name]
  return whole
}
