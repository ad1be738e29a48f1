/** Defines faults, the reactions required of a client, and the faults that apply to a call. */

import { type RefusalKey, refusals } from '../../../service/areas/areas.ts'
import { dialect as dialectOf } from '../../../service/areas/dialect.ts'
import type { Operation } from '../../../service/areas/operation.ts'
import type { EffectName } from '../../../service/failures/effects.ts'
import { type DialectName, type Manner, mannerTexts } from '../../../service/wire/vocabulary.ts'
import type { Step } from './trace.ts'

/**
 * Required reactions to a fault. `survive`: the same result as without the fault. `end`: a clean exit, possibly with an error. `notice`:
 * any reaction once the client has read about the fault. `another`: any result, because the fault leads to a different world.
 */
export const demands = ['survive', 'end', 'notice', 'another'] as const
export type Demand = (typeof demands)[number]

export interface Fault {
  /** For example `lost-reply` or `refused forbidden`. */
  readonly name: string
  /** Faults in the same family look the same to a client, for example all dropped connections. */
  readonly family: string
  readonly effects: { readonly [Name in EffectName]?: unknown }
  readonly demand: Demand
  /** Priority, starting at 1. The most dangerous faults come first. */
  readonly risk: number
  /** Severity. If two faults reveal the same problem, the milder one is reported. */
  readonly force: number
  /** Completes "When …". `{}` is replaced with the call or job: `the reply to {} is lost`. */
  readonly sentence: string
  /** Final status for the affected messages. */
  readonly ends?: string
  /** Adds "after the commit" to the sentence if the call changed the world. */
  readonly tellsCommit?: true
}

export const fault = (
  name: string,
  demand: Demand,
  [risk, force]: readonly [number, number],
  effects: Fault['effects'],
  sentence: string,
): Fault => ({ name, family: familyOf(name), demand, risk, force, effects, sentence })

const lost = new Set(['lost-reply', 'lost-call', 'cut-first', 'cut-middle', 'cut-last', 'held-after', 'held-before'])

function familyOf(name: string): string {
  if (lost.has(name)) return 'lost'
  if (!name.startsWith('outage ')) return name
  // A failing service looks like missing rights to the client, which gets a 401 or 403.
  return name.endsWith(' failing') ? 'outage failing' : 'outage'
}

/** Limit in real time for held calls and for waiting on an unreachable service. */
const longestHold = 'PT10S'

/** Makes an internal service unreachable for a call or job that needs it. */
export const down = (service: string): Fault =>
  fault(
    `outage ${service}`,
    'survive',
    [6, 1],
    { outage: { of: service, atMost: longestHold } },
    `the internal service ${service} cannot be reached at {}`,
  )

const downSo = (service: string, how: Manner, risk: number): Fault =>
  fault(
    `outage ${service} ${how}`,
    'survive',
    [risk, 1],
    { outage: { of: service, how, atMost: longestHold } },
    `the internal service ${service} ${mannerTexts[how]} at {}`,
  )

/**
 * Returns the outages that apply to an operation. A failing service is included if its effect differs from that of an unreachable service,
 * and a hanging service if calls to an unreachable service fail immediately.
 */
const outages = ({ id, dependsOn }: Operation, dialect: DialectName): Fault[] =>
  dependsOn.flatMap((service) => {
    const known = dialectOf(dialect).of(id).outages[service]
    return [
      down(service),
      ...(known?.failing ? [downSo(service, 'failing', 5)] : []),
      ...(known && !known.unreachable.wait ? [downSo(service, 'hanging', 8)] : []),
    ]
  })

const collided = (demand: Demand): Fault =>
  fault(
    'collided',
    demand,
    [3, 2],
    { collide: 'twin' },
    '{} arrives twice simultaneously, and your client gets the reply to the copy that fails',
  )

const unordered = fault('unordered', 'survive', [6, 1], { shuffle: 'histories' }, 'lists are in a different order, starting with {}')

/** True if the fault also applies to later calls for the same record. A polling client treats a single unexpected list as incomplete. */
export const lasts = ({ effects }: Fault): boolean => effects.shuffle !== undefined

export const scans = (): Fault[] => [
  fault('scan-slow', 'survive', [5, 1], { scan: 'slow' }, 'the scan after {} takes five minutes'),
  ...(['infected', 'error', 'stuck'] as const).map((result) =>
    fault(
      `scan-${result}`,
      'another',
      [5, 2],
      { scan: result },
      `the scan after {} ${result === 'stuck' ? 'never ends' : `ends with ${result}`}`,
    ),
  ),
]

/** Delay before a slow reply. */
const late = 'PT2S'

/** Statuses after which a retry may succeed. */
const passing = new Set([408, 425, 429, 499, 500, 502, 503, 504])

/** `step`: the call in the run without faults. */
export function faultsOfCall(operation: Operation, step: Step, dialect: DialectName): Fault[] {
  const { received, sent, isJson } = step
  const [after, middle] = ['after-work', Math.floor(received / 2)]
  const { id, request, limit, access, asks = [] } = operation
  const kind = request.body?.kind
  const brokenUpload = { when: 'during-upload', afterBytes: Math.floor(sent / 2) }
  return [
    { ...fault('lost-reply', 'survive', [1, 2], { disconnect: { when: after } }, 'the reply to {} is lost'), tellsCommit: true },
    ...when(received > 1, cut('cut-first', 1, 'after its first byte')),
    ...when(received > 3, cut('cut-middle', middle, 'in the middle')),
    ...when(received > 2, cut('cut-last', received - 1, 'before its last byte')),
    ...when(
      received > 1,
      fault('truncated', 'end', [6, 2], { truncate: { afterBytes: middle } }, 'the reply to {} ends early, as if it were complete'),
    ),
    ...when(
      isJson,
      fault('garbled-json', 'end', [6, 2], { garble: 'json' }, 'the reply to {} is broken JSON'),
      fault('garbled-type', 'end', [8, 1], { garble: 'content-type' }, 'the reply to {} claims to be HTML'),
      fault('grease', 'survive', [7, 1], { grease: 'all' }, 'the reply to {} has additional members, as in a later version'),
    ),
    fault('lost-call', 'survive', [4, 1], { disconnect: { when: 'before-work' } }, 'the connection for {} drops before its work begins'),
    ...when(
      sent > 1 && (kind === 'bytes' || kind === 'form'),
      fault('cut-upload', 'end', [2, 2], { disconnect: brokenUpload }, 'the upload for {} is cut off'),
    ),
    fault('held-after', 'survive', [5, 2], { hold: { when: after, atMost: longestHold } }, 'the reply to {} is late, but the work is done'),
    fault('held-before', 'survive', [8, 2], { hold: { when: 'before-work', atMost: longestHold } }, '{} is held before its work begins'),
    fault('slow', 'survive', [8, 1], { latency: late }, '{} is slow'),
    ...outages(operation, dialect),
    ...when(limit !== undefined, fault('exhausted', 'survive', [5, 3], { exhaust: { operation: limit } }, 'the limit for {} is used up')),
    ...when(access.kind !== 'anyone', fault('token-expired', 'end', [5, 1], { skew: 'P1D' }, 'the token for {} has expired')),
    ...when(asks.includes('keys'), fault('keys-rotated', 'survive', [7, 1], { keys: 'rotated' }, '{} signs with a new key')),
    ...when(asks.includes('scan'), ...scans()),
    ...when(asks.includes('histories') && isJson, unordered),
    ...when(asks.includes('collision'), collided(id === 'fileTransfer.upload' ? 'end' : 'survive')),
    ...refusalsOf(operation).flatMap((key) => (key === 'rate-limited' ? [refused(key), limitedUntil] : refused(key))),
  ]
}

const when = (fits: boolean, ...faults: readonly Fault[]): readonly Fault[] => (fits ? faults : [])

const cut = (name: string, afterBytes: number, where: string): Fault =>
  fault(name, 'survive', [2, 2], { disconnect: { when: 'after-work', afterBytes } }, `the reply to {} is cut off ${where}`)

/** Refusals that any operation can return, in addition to those declared by its row. */
const everywhere = ['rate-limited', 'NOT-00002', 'unauthenticated', 'forbidden'] as const satisfies readonly RefusalKey[]

const refusalsOf = ({ refusals: own, access }: Operation): RefusalKey[] => [
  ...new Set<RefusalKey>([...own, ...everywhere.filter((key) => access.kind !== 'anyone' || refusals[key].status > 403)]),
]

/** Sends Retry-After as a date, because many clients parse only seconds. */
const limitedUntil = fault(
  'refused rate-limited date',
  'survive',
  [6, 2],
  { refuse: { code: 'rate-limited', retryAfter: 1, retryAfterAs: 'date' } },
  '{} is refused with 429, and Retry-After is a date',
)

function refused(key: RefusalKey): Fault {
  const { status } = refusals[key]
  const isPassing = passing.has(status)
  const retryAfter = status === 429 || status === 503 ? { retryAfter: 1 } : {}
  const risk: readonly [number, number] = isPassing ? [status === 499 ? 4 : 5, 1] : [9, 1]
  return fault(
    `refused ${key}`,
    isPassing ? 'survive' : 'end',
    risk,
    { refuse: { code: key, ...retryAfter } },
    `{} is refused with ${status} ${key}`,
  )
}
