/** Handles a call in the world, and runs jobs until the world's reply matches the real one. */
import { isObject } from '../../../service/wire/json.ts'
import type { Booking } from '../../../service/world/clock.ts'
import type { Difference, Exchange } from '../exchange.ts'
import type { Handled, Prepared } from './call.ts'
import { textIn } from './contents.ts'
import { carryWhole } from './events.ts'
import { feedDelay, feedPage } from './feed.ts'
import { createJobs } from './jobs.ts'
import { createFamilies, type Pairs } from './pairing.ts'
import { compareReplies } from './replies.ts'
import { requestOf } from './request.ts'
import { followsStatus, isEntryAlone, isStatusMember, isUnreached } from './statuses.ts'
import type { ComparedWorld } from './world.ts'

export type Handling = ReturnType<typeof createHandling>

/** Maximum number of successive rounds of jobs that do not change the differences. */
const mostInVain = 40
/** After this many rounds without a change, each round runs more jobs, because an order has a job per recipient. */
const fewInVain = 4
/** Maximum number of jobs to run for a reply: to a safe call, and to any other call. */
const mostTried = 1_000
const mostUnsafe = 100
/** Maximum time in milliseconds that the real service takes to publish an event or a feed entry. */
const mostDelay = 30_000
/** After this many failed searches for a kind of difference, no more jobs are run for it. */
const mostFailures = 5

export const isSafe = ({ method, url }: Exchange) => (method === 'GET' || method === 'HEAD') && !/\/download(?:$|\?)/i.test(url)

/** `lacks`: headers that the source does not contain. */
export function createHandling(world: ComparedWorld, pairs: Pairs, lacks: ReadonlySet<string>) {
  const families = createFamilies()
  const jobs = createJobs(world, pairs, families)
  const { familiesIn, relatedTo, run } = jobs
  const failures = new Map<string, number>()
  async function attempt(call: Prepared): Promise<Handled> {
    const { exchange, reply, told } = call
    const request = requestOf(exchange, call.sent, call.authorization, pairs)
    const ours = await carryWhole(world, exchange, request, {
      areConditionsMet: !told.includes('SendConditionNotMet'),
      isComplete: !exchange.broken,
      // The world may have created its feed entries later than the real service did.
      ahead: feedPage(exchange) ? feedDelay : 0,
    })
    if (!reply) return { ours, differences: [], added: [], about: [], isPaired: false }
    if (ours.status === reply.status) pairs.pairNumbers(String(ours.headers.location ?? ''), String(reply.headers.location ?? ''))
    const size = pairs.size
    const compared = compareReplies(ours, reply, pairs, exchange, lacks)
    // If something changed only the status, both replies are about the same record, so this pairs the ids in them.
    if (ours.status !== reply.status) compareReplies(ours, { ...reply, status: ours.status }, pairs, exchange, lacks)
    return { ours, ...compared, isPaired: ours.status !== reply.status && pairs.size > size }
  }

  async function handle(call: Prepared): Promise<Handled> {
    const before = jobs.count
    const handled = await handleWithJobs(call)
    if (jobs.count > before || (!isSafe(call.exchange) && handled.ours.status < 400)) jobs.noteChange(call)
    return handled
  }

  async function handleWithJobs(call: Prepared): Promise<Handled> {
    const safe = isSafe(call.exchange)
    const mark = world.mark()
    const hadJobs = safe || relatedTo(call).length > 0
    let undo = pairs.checkpoint()
    let last = await attempt(call)
    // Related jobs are looked up again, because this reply may be the first to contain a record's ids.
    if (last.differences.length === 0 || !hadJobs || relatedTo(call).length === 0 || !isWorth(call, last.differences))
      return joined(call, last)
    const ran: Booking[] = []
    let best = { jobs: 0, score: scoreOf(last.differences) }
    let [text, inVain] = [JSON.stringify(last.differences), 0]
    let afterAll: readonly Difference[] = []
    while (best.score > 0 && inVain < mostInVain && ran.length < (safe ? mostTried : mostUnsafe)) {
      if (!safe && !(await world.rewind(mark))) return joined(call, last)
      if (!safe) {
        undo()
        for (const job of ran) await run(job)
      }
      const next = jobs.next(call, last.about, Math.max(1, inVain - fewInVain))
      if (next.length === 0) {
        afterAll = last.differences
        break
      }
      if (safe) undo()
      ran.push(...next)
      for (const job of next) await run(job)
      undo = pairs.checkpoint()
      last = await attempt(call)
      const score = scoreOf(last.differences)
      if (score < best.score) best = { jobs: ran.length, score }
      const now = JSON.stringify(last.differences)
      inVain = now === text ? inVain + 1 : 0
      text = now
    }
    if (best.score === 0) return joined(call, last)
    const { differences } = last
    if (await world.rewind(mark)) {
      undo()
      for (const job of ran.slice(0, best.jobs)) await run(job)
      last = await attempt(call)
    }
    const result = joined(call, last, afterAll)
    if (result.differences.length > 0) noteFailure(call, differences)
    return result
  }

  const keyOf = ({ operation }: Prepared, differences: readonly Difference[]) =>
    `${operation} ${differences.map(({ kind, where }) => `${kind} ${where}`).join()}`
  function noteFailure(call: Prepared, differences: readonly Difference[]): void {
    const key = keyOf(call, differences)
    failures.set(key, (failures.get(key) ?? 0) + 1)
  }
  const isWorth = (call: Prepared, differences: readonly Difference[]) =>
    (failures.get(keyOf(call, differences)) ?? 0) < mostFailures ||
    (call.operation !== 'events.readEvents' && differences.some(({ where }) => isStatusMember(where)))

  /**
   * Groups the ids and jobs of a call that changed the world, and removes differences in entries that may not be published yet. `afterAll`:
   * the differences that remained after all jobs.
   */
  function joined(call: Prepared, handled: Handled, afterAll: readonly Difference[] = []): Handled {
    const { exchange, told } = call
    const { ours } = handled
    if (!isSafe(exchange) && ours.status < 400)
      // Includes the world's ids, because a later reply may be the first to contain the real ids.
      families.join([`call ${ours.call}`, ...pairs.oursIn(told), ...pairs.keysIn(`${textIn(ours.body)} ${String(ours.headers.location)}`)])
    if (!handled.differences.some(isEntryAlone)) return handled
    const never = afterAll.map(({ there }) => JSON.stringify(there))
    return { ...handled, differences: handled.differences.filter((each) => !(isEntryAlone(each) && isUnpublished(call, each, never))) }
  }

  /** True for an event or feed entry that the other side may not have published yet. `never`: entries that none of our jobs creates. */
  function isUnpublished(call: Prepared, { there, here }: Difference, never: readonly string[]): boolean {
    if (isObject(here)) return !(Date.parse(String(here.time ?? here.lastUpdate)) < call.exchange.at - mostDelay)
    const entry = JSON.stringify(there)
    return pairs.keysIn(entry).every((key) => !pairs.isKnown(key)) || (!never.includes(entry) && relatedTo(call, entry).length > 0)
  }

  return {
    handle,
    /** Returns how the replies would differ if the jobs that were due by `before` had run. Leaves the world's state unchanged. */
    async late(call: Prepared, before: number) {
      if (!isSafe(call.exchange)) return []
      const mark = world.mark()
      const undo = pairs.checkpoint()
      if (!(await jobs.runOverdue(call, before))) return []
      const { differences } = await attempt(call)
      undo()
      await world.rewind(mark)
      return differences
    },
    /**
     * Returns when a real reply last showed a change of the call's records, in milliseconds since 1970. Undefined if a record has not changed.
     */
    changedAt: jobs.changedAt,
    /** Returns the names of the record groups that a call concerns. */
    familiesOf: ({ told }: Prepared) => familiesIn(told),
  }
}

/**
 * Measures how far our reply is from the real one. A different HTTP status outweighs all other differences. A status that the real service
 * has not reached yet counts little: such a reply is no difference, unlike one that is behind the real service.
 */
const scoreOf = (differences: readonly Difference[]) =>
  differences.reduce((sum, each) => sum + (each.kind === 'status' ? 1_000 : isUnreached(each) || followsStatus(each.where) ? 0.01 : 1), 0)
