/** Determines the faults that apply to a call or job, and validates the user's expectations by fault name. */

import { type RefusalKey, refusals } from '../../service/areas/areas.ts'
import { jobs, jobsById, operations, operationsById } from '../../service/areas/index.ts'
import { endingsByStatus } from '../../service/areas/notifications/magic-recipients.ts'
import type { Job } from '../../service/areas/operation.ts'
import { unknownName } from '../../service/wire/misuse.ts'
import { type DialectName, dialectNames } from '../../service/wire/vocabulary.ts'
import { type Demand, down, type Fault, fault, faultsOfCall, scans } from './searching/fault.ts'
import type { Step } from './searching/trace.ts'

export { type Demand, demands } from './searching/fault.ts'

/** Context that, in addition to the call or job, determines which faults apply. */
export interface Around {
  /** Channels of the messages that the client caused. */
  readonly channels: readonly string[]
  /** The dialect of the client's world. */
  readonly dialect: DialectName
}

export function faultsFor(step: Step, { channels, dialect }: Around): Fault[] {
  const operation = operationsById.get(step.target)
  if (operation) return faultsOfCall(operation, step, dialect)
  const job = jobsById.get(step.target)
  return job ? faultsOfJob(job, step, channels) : []
}

/** `step`: the job in the run without faults. `messages`: channels of the messages that the client caused. */
function faultsOfJob({ id, dependsOn, asks = [] }: Job, { outcome }: Step, messages: readonly string[]): Fault[] {
  const asksFor = (question: string) => asks.some((each) => each === question)
  return [
    // An event that cannot be published is lost.
    ...dependsOn.map((service) => ({
      ...down(service),
      ...(id === 'events.publish' && service === 'events' && { demand: 'end' as const }),
    })),
    ...(asksFor('outcome') ? outcomes(messages) : []),
    // Only events with subscribers are delivered.
    ...(asksFor('delivery') && Number(outcome?.deliveries) > 0 ? deliveries() : []),
    ...(asksFor('scan') ? scans() : []),
    // Standin calls an endpoint to validate a subscription, or for an order with a condition.
    ...(asksFor('receiver') && (outcome?.attempt ?? outcome?.condition) !== undefined ? receivers() : []),
  ]
}

const deliveries = (): Fault[] => [
  fault('event-twice', 'survive', [3, 1], { events: { duplicate: true } }, 'the event from {} is delivered twice'),
  fault('event-late', 'survive', [3, 1], { events: { delay: 'PT30S' } }, 'the event from {} is delivered late'),
  fault('events-reordered', 'survive', [3, 2], { events: { reorder: true } }, 'the event from {} arrives after later ones'),
  fault('event-lost', 'end', [3, 3], { events: { drop: true } }, 'the event from {} is never delivered'),
]

/** A subscription gets no events before it is validated, so the client may give up. */
const receivers = (): Fault[] => [
  fault('receiver-lost-reply', 'end', [3, 1], { receiver: 'lost-reply' }, "your client's reply to {} is lost"),
  fault('receiver-slow', 'end', [6, 1], { receiver: 'slow' }, "your client's reply to {} is late"),
  fault('receiver-too-late', 'end', [5, 2], { receiver: 'too-late' }, "your client's reply to {} is too late"),
  fault('receiver-unreachable', 'end', [5, 1], { receiver: 'unreachable' }, 'your client cannot be reached at {}'),
]

const outcomes = (channels: readonly string[]): Fault[] =>
  channels.flatMap((channel) =>
    [...endingsByStatus.keys()]
      .filter((status) => status.startsWith(`${channel}_Failed`) && !status.endsWith('_TTL'))
      .map((status, nth) => ({
        ...fault(`ends ${status}`, 'notice', [nth === 0 ? 4 : 7, 1], { outcome: { status } }, `the message from {} ends in ${status}`),
        ends: status,
      })),
  )

/** Keyed by a fault's name (`refused NOT-00001`), a part of the name (`ends`), or a status (`403`). */
export type Expectations = ReadonlyMap<string, Demand>

/** Returns the fault's names, most specific first. */
export function namesOf({ name, effects: { refuse } }: Pick<Fault, 'name' | 'effects'>): string[] {
  const [kind = '', what = kind] = name.split(' ')
  return [name, what, ...(refuse === undefined ? [] : [String(refusals[what as RefusalKey].status)]), kind]
}

/** Throws `Misuse` for an unknown fault name. `option`: the option's name in the message. */
export function expectationsOf(given: Readonly<Record<string, Demand>>, option: string): Expectations {
  const names = Object.keys(given)
  const known = new Set(names.length === 0 ? [] : everyFault().flatMap(namesOf))
  const unknown = names.find((name) => !known.has(name))
  if (unknown !== undefined) {
    const words = [...known].filter((name) => !name.includes(' ')).sort()
    throw unknownName(`${option}: no fault has the name, part of a name, or status ${JSON.stringify(unknown)}.`, unknown, words)
  }
  return new Map(Object.entries(given))
}

/** A step that all faults for its target apply to. */
const everything = {
  id: '1',
  nth: 1,
  status: 200,
  code: null,
  cut: false,
  commits: 1,
  sent: 100,
  received: 100,
  isJson: true,
  applied: [],
  replyBody: null,
  isWhole: true,
  outcome: { deliveries: 1, condition: 'met' },
}

const everyFault = (): Fault[] =>
  [...operations, ...jobs].flatMap(({ id }) => {
    const step = { ...everything, target: id, isCall: operationsById.has(id) }
    return dialectNames.flatMap((dialect) => faultsFor(step, { channels: ['Email', 'SMS'], dialect }))
  })
