/** Headers that many calls of a capsule share: each set is written once, and later calls say only what differs. */
import type { CallHeaders } from '../wire/http/call.ts'
import type { LineOf, RecordedHeaders } from './lines.ts'

export interface WrittenHeaders {
  readonly headers: number
  readonly more: RecordedHeaders | undefined
  readonly less: string[] | undefined
}

interface Shared {
  readonly number: number
  readonly raw: CallHeaders
  readonly count: number
}

/** Sets that are remembered. */
const most = 200

/** Takes the secrets out of a value. */
type Keep = (name: string, value: string) => string

export interface SharedHeaders {
  share(key: string, given: CallHeaders, keep: Keep): WrittenHeaders
  /** Later sets do not build on earlier ones. */
  forget(): void
}

/** `write` writes a new set. */
export function createSharedHeaders(write: (line: LineOf<'headers'>) => void): SharedHeaders {
  const known = new Map<string, Shared>()
  let numbers = 0

  function shareAnew(key: string, raw: CallHeaders, keep: Keep): WrittenHeaders {
    const of: RecordedHeaders = {}
    let count = 0
    for (const name in raw) {
      const one = raw[name]
      if (one === undefined) continue
      of[name] = keptValue(name, one, keep)
      count++
    }
    if (known.size >= most) known.clear()
    known.set(key, { number: ++numbers, raw, count })
    write({ event: 'headers', headers: numbers, of })
    return { headers: numbers, more: undefined, less: undefined }
  }

  function share(key: string, given: CallHeaders, keep: Keep): WrittenHeaders {
    const shared = known.get(key)
    if (!shared) return shareAnew(key, given, keep)
    let more: RecordedHeaders | undefined
    let same = 0
    let others = 0
    for (const name in given) {
      const one = given[name]
      if (one === undefined) continue
      if (shared.raw[name] === one) {
        same++
        continue
      }
      if (shared.raw[name] !== undefined) same++
      others++
      more ??= {}
      more[name] = keptValue(name, one, keep)
    }
    if (others > 6) return shareAnew(key, given, keep)
    const less = same === shared.count ? undefined : Object.keys(shared.raw).filter((name) => given[name] === undefined)
    return { headers: shared.number, more, less }
  }
  return { share, forget: () => known.clear() }
}

const keptValue = (name: string, value: string | readonly string[], keep: Keep) =>
  typeof value === 'string' ? keep(name, value) : value.map((each) => keep(name, each))

/** The headers that were written. */
export function readHeaders(
  sets: ReadonlyMap<number, RecordedHeaders>,
  { headers, more, less }: { headers?: number | undefined; more?: RecordedHeaders | undefined; less?: string[] | undefined },
): RecordedHeaders {
  const whole = { ...(headers !== undefined && sets.get(headers)), ...more }
  for (const name of less ?? []) delete whole[name]
  return whole
}
