/** Compares the reply of another server with the recorded one: ids, tokens and addresses may be others. */
import { type Difference, replyDifferences } from '../../compare.ts'
import { guids } from './plan.ts'
import type { ExpectedReply } from './steps.ts'

export interface OtherReply {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

export interface Sameness {
  /** Whether times must be the same. */
  readonly times: boolean
  /** The addresses with which links begin, longest first. */
  readonly bases: { readonly recorded: readonly string[]; readonly here: readonly string[] }
  /** Ids of the recording, and those that stand for them. */
  readonly ids: Map<string, string>
}

/** The most differences of one call. */
const most = 20
/** Headers that belong to one server alone. */
const ofServer = /^(?:x-standin-|ratelimit)/

/** `restore` puts values in the place of marks. */
export function differencesIn(expected: ExpectedReply, got: OtherReply, restore: (text: string) => string, how: Sameness): Difference[] {
  const headers = Object.entries(expected.headers).flatMap(([name, value]) =>
    ofServer.test(name) ? [] : [[name, restore([value].flat().join(', '))] as const],
  )
  return replyDifferences(
    {
      status: expected.status,
      headers: Object.fromEntries(headers),
      text: expected.text === undefined ? undefined : restore(expected.text),
    },
    { status: got.status, headers: Object.fromEntries(headers.map(([name]) => [name, got.headers.get(name)])), text: got.text },
    { same: (one, other) => sameText(one, other, how), isOther: true },
  ).slice(0, most)
}

const token = /~[0-9a-f]+\.token-\d+~|eyJ[\w-]+\.[\w-]+\.[\w-]*/g
const time = /\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)?|\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT/g
/** Ids of traces. */
const hex = /\b[0-9a-f]{16,}\b/g

/** Whether a text differs from call to call, even where the same things happen. */
export const isVariable = (text: string, times: boolean): boolean =>
  [token, hex, guids(), ...(times ? [] : [time])].some((each) => text.search(each) >= 0)

function sameText(expected: string, got: string, { times, bases, ids }: Sameness): boolean {
  if (expected === got) return true
  const shape = (text: string, addresses: readonly string[]) => {
    const plain = addresses.reduce((left, address) => left.replaceAll(address, ''), text)
    const shaped = plain.replace(token, '{token}').replace(guids(), '{id}').replace(hex, '{trace}')
    return times ? shaped : shaped.replace(time, '{time}')
  }
  if (shape(expected, bases.recorded) !== shape(got, bases.here)) return false
  const others = got.match(guids()) ?? []
  return (expected.match(guids()) ?? []).every((id, nth) => {
    const other = others[nth] ?? ''
    const known = ids.get(id) ?? other
    ids.set(id, known)
    return known === other
  })
}
