/** Compares the reply of another server with the recorded one: ids, tokens and addresses may be others. */
import { isDeep } from '../../wire/json/bounded.ts'
import { ofConnection } from '../replay/differences.ts'
import { guids } from './plan.ts'
import type { ExpectedReply } from './steps.ts'

export interface StepDifference {
  /** Which member: `status`, `headers.location`, `body.items[0].id`. */
  readonly where: string
  readonly expected: unknown
  readonly got: unknown
}

export interface OtherReply {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** JSON; the text where it is none. */
  readonly body: unknown
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
export function differencesIn(
  expected: ExpectedReply,
  got: OtherReply,
  restore: (text: string) => string,
  how: Sameness,
): StepDifference[] {
  if (expected.status !== got.status) return [{ where: 'status', expected: expected.status, got: got.status }]
  const found: StepDifference[] = []
  for (const [name, value] of Object.entries(expected.headers)) {
    if (ofConnection.includes(name) || ofServer.test(name)) continue
    const text = restore(Array.isArray(value) ? value.join(', ') : String(value))
    const other = got.headers.get(name)
    if (other === null || !sameText(text, other, how)) found.push({ where: `headers.${name}`, expected: text, got: other })
  }
  if (expected.text !== undefined) inValues('body', read(restore(expected.text)), got.body, how, found)
  return found.slice(0, most)
}

/** JSON as a value, and any other text as it is. */
export function read(text: string): unknown {
  if (isDeep(text)) return text
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function inValues(where: string, expected: unknown, got: unknown, how: Sameness, found: StepDifference[]): void {
  if (typeof expected === 'string' && typeof got === 'string' && sameText(expected, got, how)) return
  if (!isObject(expected) || !isObject(got) || Array.isArray(expected) !== Array.isArray(got)) {
    if (!Object.is(expected, got)) found.push({ where, expected, got })
    return
  }
  for (const name of new Set([...Object.keys(expected), ...Object.keys(got)]))
    inValues(Array.isArray(expected) ? `${where}[${name}]` : `${where}.${name}`, expected[name], got[name], how, found)
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

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
