/** Headers shared by many calls in a capsule: each set is written once, and later calls contain only the differences. */
import { type AnswerHeaders, type Call, type CallHeaders, header } from '../../service/wire/call.ts'
import type { Hide } from '../../service/world/journal.ts'
import { type LineOf, numberHeader, type RecordedHeaders } from '../capsule-lines.ts'
import type { Marks } from './marks.ts'

interface WrittenHeaders {
  readonly headers: number
  readonly more: RecordedHeaders | undefined
  readonly less: string[] | undefined
}

interface Shared {
  readonly written: WrittenHeaders
  readonly base: string | undefined
  readonly raw: CallHeaders
  readonly count: number
}

/** Maximum number of known sets, and of differences from a set. */
const [most, mostOthers] = [200, 6]

type Keep = (name: string, value: string) => string

export interface SharingCall extends Pick<Call, 'method' | 'base' | 'headers'> {
  /** The journal's copy of these headers. Equal headers share the same copy. */
  readonly copy: object
}

export type SharedHeaders = ReturnType<typeof createSharedHeaders>

export function createSharedHeaders(marks: Pick<Marks, 'header' | 'replyHeader'>, write: (line: LineOf<'headers'>) => void) {
  /** Sets of call headers, keyed by facts that usually imply equal headers, and sets of reply headers, keyed by status. */
  const known = new Map<string | number, Shared>()
  /** Sets keyed by the journal's copy, because a client usually sends the same headers again. */
  let copies = new WeakMap<object, Shared>()
  let numbers = 0

  function shareAnew(key: string | number, raw: CallHeaders, base: string | undefined, keep: Keep, except?: string): Shared {
    const of: RecordedHeaders = {}
    let count = 0
    for (const name of Object.keys(raw)) {
      const one = raw[name]
      if (one === undefined || name === except) continue
      of[name] = keptValue(name, one, keep)
      count++
    }
    const shared = { written: { headers: ++numbers, more: undefined, less: undefined }, base, raw, count }
    if (known.size >= most) known.clear()
    known.set(key, shared)
    write({ event: 'headers', headers: numbers, of, base })
    return shared
  }

  /** Returns the differences from a set, or undefined if there are too many. */
  function difference({ written, raw, count }: Shared, given: CallHeaders, keep: Keep, except?: string): WrittenHeaders | undefined {
    let more: RecordedHeaders | undefined
    let same = 0
    let others = 0
    for (const name of Object.keys(given)) {
      const one = given[name]
      if (one === undefined || name === except) continue
      const before = raw[name]
      if (before !== undefined) same++
      if (before === one) continue
      if (++others > mostOthers) return undefined
      more ??= {}
      more[name] = keptValue(name, one, keep)
    }
    if (same === count) return more ? { ...written, more } : written
    return {
      ...written,
      more,
      less: Object.keys(raw).filter((name) => raw[name] !== undefined && name !== except && given[name] === undefined),
    }
  }

  return {
    /** `hide`: removes the call's secrets from its other headers too. */
    ofCall({ method, base, headers, copy }: SharingCall, hide?: Hide): WrittenHeaders {
      const keep = hidingKeep(marks.header, hide)
      const copied = copies.get(copy)
      if (copied && copied.base === base) return copied.written
      const key = `${header(headers, 'authorization')?.slice(-24)} ${method} ${header(headers, 'content-type')} ${base}`
      const previous = known.get(key)
      const differs = previous && difference(previous, headers, keep)
      if (differs && differs !== previous.written) return differs
      const shared = differs ? previous : shareAnew(key, headers, base, keep)
      copies.set(copy, shared)
      return shared.written
    },
    ofReply(status: number, number: number, headers: AnswerHeaders, hide?: Hide): WrittenHeaders {
      const keep = hidingKeep(marks.replyHeader, hide)
      const previous = known.get(status)
      const differs = previous && difference(previous, headers, keep, numberHeader)
      const written = differs ?? shareAnew(status, headers, undefined, keep, numberHeader).written
      const told = headers[numberHeader]
      if (told === String(number)) return written
      if (told === undefined) return { ...written, less: [...(written.less ?? []), numberHeader] }
      return { ...written, more: { ...written.more, [numberHeader]: keptValue(numberHeader, told, marks.replyHeader) } }
    },
    /** Starts over, so that later sets do not depend on earlier sets. */
    forget(): void {
      known.clear()
      copies = new WeakMap()
    },
  }
}

const hidingKeep = (keep: Keep, hide: Hide | undefined): Keep => (hide ? (name, value) => hide(keep(name, value)) : keep)

const keptValue = (name: string, value: string | readonly string[], keep: Keep) =>
  typeof value === 'string' ? keep(name, value) : value.map((each) => keep(name, each))
