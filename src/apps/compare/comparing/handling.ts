/** Handles a call in the world, and searches for the state of its jobs that gives the reply of the real service. */
import { lifecycles } from '../../../service/areas/index.ts'
import type { CallHeaders } from '../../../service/wire/call.ts'
import type { Booking } from '../../../service/world/agenda.ts'
import type { Difference, Digest, Exchange } from '../exchange.ts'
import { createFamilies, type Families, type Pairs } from './pairing.ts'
import { compareReplies } from './replies.ts'
import { requestOf } from './request.ts'
import type { ComparedWorld, OurReply } from './world.ts'

/** A call that can be handled in the world. */
export interface Prepared {
  readonly exchange: Exchange
  readonly operation: string
  /** The header of the world's copy. */
  readonly authorization: string | undefined
  /** The body of the call, if it is text. */
  readonly sent: string | undefined
  /** The reply of the real service, unpacked. A body that is undefined is not compared. */
  readonly reply: { readonly status: number; readonly headers: CallHeaders; readonly body: Uint8Array | Digest | undefined } | undefined
  /** Everything that may contain ids. */
  readonly told: string
  /** True if it overlapped a call with the same idempotencyId. */
  readonly isRace: boolean
}

export interface Handled {
  readonly ours: OurReply
  readonly differences: readonly Difference[]
  /** Names of headers that only the real reply has. */
  readonly added: readonly string[]
  /** True if the statuses differ, but ids of the real reply have a counterpart in ours. */
  readonly isPaired: boolean
}

export interface Handling {
  handle(call: Prepared): Promise<Handled>
  /** Returns how the replies would differ after the jobs that were due before a time. The state of the world stays as it is. */
  late(call: Prepared, before: number): Promise<readonly Difference[]>
  /** Names of the records of a call. */
  familiesOf(call: Prepared): ReadonlySet<string>
}

/** The most jobs that run for one reply. */
const mostJobs = 200

/** True for a call that changes nothing. */
export const isSafe = ({ method, url }: Exchange) => (method === 'GET' || method === 'HEAD') && !/\/download(?:$|\?)/i.test(url)

export function createHandling(world: ComparedWorld, pairs: Pairs): Handling {
  const families = createFamilies()

  async function attempt(call: Prepared): Promise<Handled> {
    const { exchange, reply, told } = call
    const request = requestOf(exchange, call.sent, call.authorization, pairs)
    const ours = await world.carry(request, { areConditionsMet: !told.includes('SendConditionNotMet'), isComplete: !exchange.broken })
    if (!reply) return { ours, differences: [], added: [], isPaired: false }
    if (ours.status === reply.status) pairs.pairNumbers(String(ours.headers.location ?? ''), String(reply.headers.location ?? ''))
    const size = pairs.size
    const compared = compareReplies(ours, reply, pairs, exchange)
    // If only the status was changed, the ids are those of the same record.
    if (ours.status !== reply.status) compareReplies(ours, { ...reply, status: ours.status }, pairs, exchange)
    return { ours, ...compared, isPaired: ours.status !== reply.status && pairs.size > size }
  }

  async function runJobs(told: string, count: number): Promise<number> {
    for (let ran = 0; ran < count; ran++) {
      const [job] = relatedTo(told)
      if (!job) return ran
      await world.run(job)
    }
    return count
  }

  async function handle(call: Prepared): Promise<Handled> {
    const { exchange, told } = call
    const safe = isSafe(exchange)
    const mark = world.mark()
    const hadJobs = relatedTo(told).length > 0
    let undo = pairs.checkpoint()
    let last = await attempt(call)
    if (last.differences.length === 0 || !hadJobs) return joined(call, last)
    let best = { jobs: 0, score: scoreOf(last.differences) }
    for (let jobs = 1; jobs <= mostJobs && best.score > 0; jobs++) {
      if (!safe && !(await world.rewind(mark))) return joined(call, last)
      undo()
      const wanted = safe ? 1 : jobs
      if ((await runJobs(told, wanted)) < wanted) break
      undo = pairs.checkpoint()
      last = await attempt(call)
      const score = scoreOf(last.differences)
      if (score < best.score) best = { jobs, score }
    }
    if (best.score === 0 || !(await world.rewind(mark))) return joined(call, last)
    undo()
    await runJobs(told, best.jobs)
    return joined(call, await attempt(call))
  }

  /** The ids of an accepted change belong together, and so do the jobs that it booked. */
  function joined({ exchange, told }: Prepared, handled: Handled): Handled {
    if (!isSafe(exchange) && handled.ours.status < 400) families.join([`call ${handled.ours.call}`, ...pairs.oursIn(told)])
    return handled
  }

  const familiesIn = (told: string) => new Set(pairs.oursIn(told).map(families.of))

  function relatedTo(told: string): Booking[] {
    const due = world.due()
    if (due.length === 0) return []
    const members = familiesIn(told)
    return members.size === 0 ? [] : due.filter((booking) => isOf(booking, members, families))
  }

  async function late(call: Prepared, before: number) {
    if (!isSafe(call.exchange) || !relatedTo(call.told).some(({ at }) => at <= before)) return []
    const mark = world.mark()
    const undo = pairs.checkpoint()
    await runJobs(call.told, mostJobs)
    const { differences } = await attempt(call)
    undo()
    await world.rewind(mark)
    return differences
  }
  return { handle, late, familiesOf: ({ told }) => familiesIn(told) }
}

function isOf({ cause, data }: Booking, members: ReadonlySet<string>, families: Families): boolean {
  const root = cause.split('.', 1)[0] ?? ''
  if (members.has(families.of(`call ${root}`))) return true
  return Object.values(data).some((each) => members.has(families.of(typeof each === 'number' ? `#${each}` : String(each).toLowerCase())))
}

/** If the status differs, everything is different. */
export const scoreOf = (differences: readonly Difference[]) =>
  differences.reduce((sum, { kind }) => sum + (kind === 'status' ? 1_000 : 1), 0)

/** Some replies leave out the first part of a name: `Delivered` for `SMS_Delivered`. */
const short = (status: string) => status.replace(/^(?:SMS|Email|Order)_/, '')

const lifecycleMoves = Object.values(lifecycles).map(
  (each) =>
    new Map(Object.entries(each.moves as Readonly<Record<string, readonly string[]>>).map(([from, to]) => [short(from), to.map(short)])),
)

function leads(next: ReadonlyMap<string, readonly string[]>, from: string, to: string): boolean {
  const seen = new Set([from])
  for (const status of seen) for (const each of next.get(status) ?? []) seen.add(each)
  return from !== to && seen.has(to)
}

const becomes = (from: string, to: string): boolean => lifecycleMoves.some((next) => leads(next, short(from), short(to)))

export const isStatusMember = (where: string): boolean => /status(?:Code)?$/i.test(where)
/** True for members that repeat a status in other words, or count statuses. */
export const followsStatus = (where: string): boolean =>
  /(?:description|statusText|lastUpdate|generated|succeeded|failed|published|sendTime|statusChanged)$/i.test(where)

/** True if every difference follows from a status that the real service has not reached yet. */
export function isOnItsWay(differences: readonly Difference[]): boolean {
  const statuses = differences.filter(({ kind, where }) => kind === 'value' && isStatusMember(where))
  if (statuses.length === 0 || !statuses.every(({ there, here }) => becomes(String(there), String(here)))) return false
  return differences.every((each) => statuses.includes(each) || followsStatus(each.where))
}
