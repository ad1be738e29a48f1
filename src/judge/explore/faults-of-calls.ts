/** The faults that fit a call: of its connection, its reply, its token, its limit, and all that it may be refused with. */
import type { Operation } from '../../areas/operation.ts'
import type { DialectName } from '../../wire/dialect.ts'
import { type RefusalKey, refusals } from '../../wire/refusals/index.ts'
import { collided, type Fault, fault, longestHold, outages, scans, unordered } from './fault.ts'
import type { Step } from './trace.ts'

/** The time of a slow reply. */
const late = 'PT2S'

/** Statuses after which the same call may succeed. */
const passing = new Set([408, 425, 429, 499, 500, 502, 503, 504])

/** `step`: the call as it was without faults. */
export function faultsOfCall(operation: Operation, step: Step, dialect: DialectName): Fault[] {
  const { received, sent, isJson } = step
  const [after, middle] = ['after-work', Math.floor(received / 2)]
  const kind = operation.request.body?.kind
  return [
    {
      ...fault('lost-reply', 'survive', [1, 2], { disconnect: { when: after } }, String),
      sentence: (what, committed) => `the reply to ${what} is lost${committed ? ' after the commit' : ''}`,
    },
    ...(received > 1 ? [cut('cut-first', 1, 'after its first byte')] : []),
    ...(received > 3 ? [cut('cut-middle', middle, 'in the middle')] : []),
    ...(received > 2 ? [cut('cut-last', received - 1, 'before its last byte')] : []),
    ...(received > 1
      ? [
          fault(
            'truncated',
            'end',
            [6, 2],
            { truncate: { afterBytes: middle } },
            (what) => `the reply to ${what} ends early, as if it were complete`,
          ),
        ]
      : []),
    ...(isJson
      ? [
          fault('garbled-json', 'end', [6, 2], { garble: 'json' }, (what) => `the reply to ${what} is broken JSON`),
          fault('garbled-type', 'end', [8, 1], { garble: 'content-type' }, (what) => `the reply to ${what} claims to be a page`),
          fault('grease', 'survive', [7, 1], { grease: 'all' }, (what) => `the reply to ${what} has additions, as it may next year`),
        ]
      : []),
    fault(
      'lost-call',
      'survive',
      [4, 1],
      { disconnect: { when: 'before-work' } },
      (what) => `the connection of ${what} breaks before the work`,
    ),
    ...(sent > 1 && (kind === 'bytes' || kind === 'form')
      ? [
          fault(
            'cut-upload',
            'end',
            [2, 2],
            { disconnect: { when: 'during-upload', afterBytes: Math.floor(sent / 2) } },
            (what) => `the upload of ${what} breaks off`,
          ),
        ]
      : []),
    fault(
      'held-after',
      'survive',
      [5, 2],
      { hold: { when: after, atMost: longestHold } },
      (what) => `the reply to ${what} is late, after the work`,
    ),
    fault(
      'held-before',
      'survive',
      [8, 2],
      { hold: { when: 'before-work', atMost: longestHold } },
      (what) => `${what} is held before the work`,
    ),
    fault('slow', 'survive', [8, 1], { latency: late }, (what) => `${what} is slow`),
    ...outages(operation, dialect),
    ...(operation.limit
      ? [fault('exhausted', 'survive', [5, 3], { exhaust: { operation: operation.limit } }, (what) => `the limit of ${what} is used up`)]
      : []),
    ...(operation.access.kind === 'anyone'
      ? []
      : [fault('token-expired', 'end', [5, 1], { skew: 'P1D' }, (what) => `the token of ${what} has expired`)]),
    ...(operation.asks?.includes('keys')
      ? [fault('keys-rotated', 'survive', [7, 1], { keys: 'rotated' }, (what) => `${what} signs with a new key`)]
      : []),
    ...(operation.asks?.includes('scan') ? scans() : []),
    ...(operation.asks?.includes('histories') && isJson ? [unordered()] : []),
    ...(operation.asks?.includes('collision') ? [collided(operation.id === 'fileTransfer.upload' ? 'end' : 'survive')] : []),
    ...refusalsOf(operation).flatMap((key) => (key === 'rate-limited' ? [refused(key), limitedUntil] : refused(key))),
  ]
}

const cut = (name: string, afterBytes: number, where: string): Fault =>
  fault(name, 'survive', [2, 2], { disconnect: { when: 'after-work', afterBytes } }, (what) => `the reply to ${what} breaks off ${where}`)

/** What every operation may be refused with, besides its own refusals. */
const everywhere = ['rate-limited', 'NOT-00002', 'unauthenticated', 'forbidden'] as const satisfies readonly RefusalKey[]

const refusalsOf = ({ refusals: own, access }: Operation): RefusalKey[] => [
  ...new Set<RefusalKey>([...own, ...everywhere.filter((key) => access.kind !== 'anyone' || refusals[key].status > 403)]),
]

/** Many clients read Retry-After as seconds alone. */
const limitedUntil = fault(
  'refused rate-limited date',
  'survive',
  [6, 2],
  { refuse: { code: 'rate-limited', retryAfter: 1, retryAfterAs: 'date' } },
  (what) => `${what} is refused with 429, and Retry-After is a date`,
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
    (what) => `${what} is refused with ${status} ${key}`,
  )
}
