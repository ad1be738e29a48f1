/** Headers that many calls of a capsule share: each set is written once, and later calls say only what differs. */
import type { CallHeaders } from '../wire/http/call.ts'
import type { LineOf, RecordedHeaders } from './lines.ts'

export interface WrittenHeaders {
  readonly headers: number
  readonly more?: RecordedHeaders
  readonly less?: string[]
}

interface Shared {
  readonly number: number
  readonly raw: CallHeaders
  readonly count: number
}

/** Sets that are remembered. */
const most = 200

export interface SharedHeaders {
  share(key: string, given: CallHeaders): WrittenHeaders
  /** Later sets do not build on earlier ones. */
  forget(): void
}

/** `kept` takes the secrets out of a value. `write` writes a new set. */
export function createSharedHeaders(
  kept: (name: string, value: string) => string,
  write: (line: LineOf<'headers'>) => void,
): SharedHeaders {
  const known = new Map<string, Shared>()
  let numbers = 0
  const value = (name: string, one: string | readonly string[]) =>
    typeof one === 'string' ? kept(name, one) : one.map((each) => kept(name, each))

  function shareAnew(key: string, raw: CallHeaders): WrittenHeaders {
    const of: RecordedHeaders = {}
    let count = 0
    for (const name in raw) {
      const one = raw[name]
      if (one === undefined) continue
      of[name] = value(name, one)
      count++
    }
    if (known.size >= most) known.clear()
    known.set(key, { number: ++numbers, raw, count })
    write({ event: 'headers', headers: numbers, of })
    return { headers: numbers }
  }

  function share(key: string, given: CallHeaders): WrittenHeaders {
    const shared = known.get(key)
    if (!shared) return shareAnew(key, given)
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
      more[name] = value(name, one)
    }
    if (others > 6) return shareAnew(key, given)
    const less = same === shared.count ? undefined : Object.keys(shared.raw).filter((name) => given[name] === undefined)
    return { headers: shared.number, ...(more && { more }), ...(less && { less }) }
  }
  return { share, forget: () => known.clear() }
}

/** The headers that were written. */
export function readHeaders(
  sets: ReadonlyMap<number, RecordedHeaders>,
  { headers, more, less }: { headers?: number | undefined; more?: RecordedHeaders | undefined; less?: string[] | undefined },
): RecordedHeaders {
  const whole = { ...(headers !== undefined && sets.get(headers)), ...more }
  for (const name of less ?? []) delete whole[name]
  return whole
}
