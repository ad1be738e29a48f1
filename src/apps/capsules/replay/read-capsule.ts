/** Parses a capsule's lines, even if the capsule is truncated. */

import {
  type Arrival,
  type CapsuleLine,
  capsuleLine,
  type Head,
  type LineOf,
  numberHeader,
  type RecordedHeaders,
  readableVersions,
} from '../../../control/capsule-lines.ts'
import { noFixtures } from '../../../service/areas/fixtures.ts'
import { excessIn, parseJson } from '../../../service/wire/json.ts'
import { Misuse } from '../../../service/wire/misuse.ts'
import { readAs } from '../../../service/wire/read-as.ts'
import { demandSound, mostLine } from './reading.ts'

export interface Capsule {
  readonly head: Head
  readonly lines: readonly CapsuleLine[]
  /** True if the recording was interrupted. */
  readonly torn: boolean
  readonly headers: ReadonlyMap<number, RecordedHeaders>
  /** Keyed by call number. */
  readonly calls: ReadonlyMap<number, RecordedCall>
  readonly trust: ReadonlyMap<number, string>
  /** Bodies stored on separate lines, by SHA-256. */
  readonly pieces: ReadonlyMap<string, readonly string[]>
}

/** Identifies a call by its number in `x-standin-call`. */
export interface CallNumber {
  readonly world: string
  readonly number: number
}

/** All lines about a call. */
export interface RecordedCall {
  readonly arrival: Arrival
  body?: LineOf<'body'>
  reply?: LineOf<'reply'>
  sent?: LineOf<'sent'>
  gone?: LineOf<'gone'>
  /** The last stage that the call entered. */
  stage?: string
  commits: number
}

/** A capsule's call counts, as every command reports them. */
export interface Counts {
  /** Calls to the service, plus control calls that change something. */
  readonly calls: number
  /** Number of control calls included in `calls`. */
  readonly controlCalls: number
}

export const countsOf = ({ calls }: Pick<Capsule, 'calls'>): Counts => ({
  calls: calls.size,
  controlCalls: [...calls.values()].filter(({ arrival }) => arrival.event === 'control').length,
})

/** Parses line by line. Both functions throw {@link Misuse} if the input is not a capsule. */
interface CapsuleReading {
  line(text: string): void
  /** `rest`: the text after the last complete line. */
  end(rest: string): Capsule
}

export function createCapsuleReading(file: string): CapsuleReading {
  const lines: CapsuleLine[] = []
  const unfolded = createUnfolding()
  let count = 0
  return {
    line(text) {
      const at = `${file}:${++count}`
      const excess = excessIn(text, mostLine)
      if (excess !== undefined) {
        if (count === 1) demandFormat(text, file)
        throw new Misuse(`${at}: the line ${excess}.`)
      }
      const value = parseJson(text)
      if (count === 1) demandCapsule(value, file)
      const line = readAs(at, capsuleLine, value, '.')
      demandSound(at, line)
      for (const each of unfolded(line)) lines.push(each)
    },
    end(rest) {
      if (count === 0 && rest.startsWith('{"event":"capsule"'))
        throw new Misuse(`${file} ends within its first line, so it cannot be read.`)
      const [first] = lines
      if (first?.event !== 'capsule') throw notCapsule(file)
      // A hand-written capsule might lack a kind of fixture.
      const head = { ...first, fixtures: { ...noFixtures, ...first.fixtures } }
      return { head, lines, torn: rest !== '' || lines.at(-1)?.event !== 'end', ...indexed(lines) }
    },
  }
}

function demandFormat(text: string, file: string): void {
  if (!text.startsWith('{"event":"capsule","format":"standin-capsule"')) throw notCapsule(file)
}

const notCapsule = (file: string) => new Misuse(`${file} is not a Standin capsule: its first line is not a capsule header.`)

function demandCapsule(value: unknown, file: string): void {
  const { format, version } = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>
  if (format !== 'standin-capsule') throw notCapsule(file)
  if (!readableVersions.some((each) => each === version))
    throw new Misuse(
      `${file} has version ${JSON.stringify(version)?.slice(0, 100)}. This Standin reads versions ${readableVersions.join(' and ')}.`,
    )
}

function indexed(lines: readonly CapsuleLine[]): Pick<Capsule, 'headers' | 'calls' | 'trust' | 'pieces'> {
  const headers = new Map<number, RecordedHeaders>()
  const calls = new Map<number, RecordedCall>()
  const trust = new Map<number, string>()
  const open = new Map<number, string[]>()
  const pieces = new Map<string, string[]>()
  for (const line of lines) {
    if (line.event === 'headers') headers.set(line.headers, line.of)
    if (line.event === 'trust') trust.set(line.token, line.trust)
    if (line.event === 'piece') {
      const before = open.get(line.content) ?? []
      if (line.base64 !== '') before.push(line.base64)
      open.set(line.content, before)
      if (line.sha256 !== undefined) pieces.set(line.sha256, before)
    }
    if (line.event === 'call' || line.event === 'control') calls.set(line.n, { arrival: line, commits: 0 })
    const call = 'n' in line ? calls.get(line.n) : undefined
    if (call) note(call, line)
  }
  return { headers, calls, trust, pieces }
}

function note(call: RecordedCall, line: CapsuleLine): void {
  if (line.event === 'body') call.body = line
  if (line.event === 'reply') call.reply = line
  if (line.event === 'sent') call.sent = line
  if (line.event === 'gone') call.gone = line
  if ('to' in line && line.to !== undefined) call.stage = line.to
  if ('commits' in line && line.commits !== undefined) call.commits += line.commits
}

/** Restores parts of lines that the recording left out as redundant, and gives each reply its own line. Pass the lines in order. */
function createUnfolding(): (line: CapsuleLine) => readonly CapsuleLine[] {
  let version = 0
  const bases = new Map<number, string>()
  /** The values of `x-standin-call`, keyed by the call's number in the capsule. */
  const numbers = new Map<number, string>()

  function withNumber(line: LineOf<'reply'>): LineOf<'reply'> {
    const number = line.headers === undefined ? undefined : numbers.get(line.n)
    return number === undefined ? line : { ...line, more: { [numberHeader]: number, ...line.more } }
  }
  function apart({ reply, ...line }: LineOf<'call'> | LineOf<'body'>): CapsuleLine[] {
    return reply ? [line, withNumber({ event: 'reply', n: line.n, at: line.at, ...reply })] : [line]
  }
  return (line) => {
    if (line.event === 'capsule') version = line.version
    if (version === 1) return [line]
    switch (line.event) {
      case 'headers':
        if (line.base !== undefined) bases.set(line.headers, line.base)
        return [line]
      case 'call':
        numbers.set(line.n, String(line.number))
        return apart({ ...line, base: bases.get(line.headers) })
      case 'body':
        return apart(line)
      case 'reply':
        return [withNumber(line)]
      default:
        return [line]
    }
  }
}
