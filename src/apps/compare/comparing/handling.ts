/** Handles a call in the world, and runs jobs until the world's reply matches the real one. */
import { isObject } from '../../../service/wire/json.ts'
import type { Booking } from '../../../service/world/clock.ts'
import type { Difference, Exchange } from '../exchange.ts'
import { type Handled, isOf, organizationsIn, type Prepared } from './call.ts'
import { textIn } from './contents.ts'
import { carryWhole } from './events.ts'
import { feedDelay, feedPage } from './feed.ts'
import { createFamilies, type Pairs } from './pairing.ts'
import { compareReplies } from './replies.ts'
import { requestOf } from './request.ts'
import { followsStatus, isBehind, isEntryAlone, isStatusMember } from './statuses.ts'
import type { ComparedWorld } from './world.ts'

export interface Handling {
  handle(call: Prepared): Promise<Handled>
  /** Returns how the replies would differ after the jobs that were due before a time. Leaves the world's state unchanged. */
  late(call: Prepared, before: number): Promise<readonly Difference[]>
  /** Returns the names of a call's record groups. */
  familiesOf(call: Prepared): ReadonlySet<string>
}

/** Limits per reply: rounds of jobs without a change, jobs in total (for safe and for other calls), and jobs for a late status. */
const mostInVain = 40
/** After this many rounds without a change, each round runs more jobs: an order has a job per recipient. */
const fewInVain = 4
const mostTried = 1_000
const mostUnsafe = 100
const mostLate = 200
/** Maximum clock skew between the client and the real service, in milliseconds. */
const mostSkew = 2_000
/** Milliseconds until the real service has published everything that its replies show. */
const mostDelay = 30_000
/** Number of failed searches after which no jobs run for a kind of difference. */
const mostFailures = 5

export const isSafe = ({ method, url }: Exchange) => (method === 'GET' || method === 'HEAD') && !/\/download(?:$|\?)/i.test(url)

/** `lacks`: headers that the source does not contain. */
export function createHandling(world: ComparedWorld, pairs: Pairs, lacks: ReadonlySet<string>): Handling {
  const families = createFamilies()
  const failures = new Map<string, number>()

  async function attempt(call: Prepared): Promise<Handled> {
    const { exchange, reply, told } = call
    const request = requestOf(exchange, call.sent, call.authorization, pairs)
    const ours = await carryWhole(world, exchange, request, {
      areConditionsMet: !told.includes('SendConditionNotMet'),
      isComplete: !exchange.broken,
      // The world created its entries later than the real service.
      ahead: feedPage(exchange) ? feedDelay : 0,
    })
    if (!reply) return { ours, differences: [], added: [], about: [], isPaired: false }
    if (ours.status === reply.status) pairs.pairNumbers(String(ours.headers.location ?? ''), String(reply.headers.location ?? ''))
    const size = pairs.size
    const compared = compareReplies(ours, reply, pairs, exchange, lacks)
    // If only the status was changed, the ids are those of the same record.
    if (ours.status !== reply.status) compareReplies(ours, { ...reply, status: ours.status }, pairs, exchange, lacks)
    return { ours, ...compared, isPaired: ours.status !== reply.status && pairs.size > size }
  }

  async function handle(call: Prepared): Promise<Handled> {
    const safe = isSafe(call.exchange)
    const mark = world.mark()
    const hadJobs = safe || relatedTo(call).length > 0
    let undo = pairs.checkpoint()
    let last = await attempt(call)
    // This reply may be the first to contain a record's ids.
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
        for (const job of ran) await world.run(job)
      }
      const jobs = nextJobs(call, last.about, Math.max(1, inVain - fewInVain))
      if (jobs.length === 0) {
        afterAll = last.differences
        break
      }
      if (safe) undo()
      ran.push(...jobs)
      for (const job of jobs) await world.run(job)
      undo = pairs.checkpoint()
      last = await attempt(call)
      const score = scoreOf(last.differences)
      if (score < best.score) best = { jobs: ran.length, score }
      const next = JSON.stringify(last.differences)
      inVain = next === text ? inVain + 1 : 0
      text = next
    }
    if (best.score === 0) return joined(call, last)
    const { differences } = last
    if (await world.rewind(mark)) {
      undo()
      for (const job of ran.slice(0, best.jobs)) await world.run(job)
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

  /** Joins the ids and jobs of an accepted change. `afterAll`: the differences that remained after all jobs. */
  function joined(call: Prepared, handled: Handled, afterAll: readonly Difference[] = []): Handled {
    const { exchange, told } = call
    const { ours } = handled
    if (!isSafe(exchange) && ours.status < 400)
      // A later reply may be the first to contain the real id.
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

  const familiesIn = (told: string) => new Set(pairs.oursIn(told).map(families.of))

  /** Returns the next jobs for each entry that differs. */
  function nextJobs(call: Prepared, about: readonly string[], most: number): readonly Booking[] {
    if (about.length === 0) return relatedTo(call).slice(0, most)
    return [...new Set(about.flatMap((entry) => relatedTo(call, entry).slice(0, most)))]
  }

  /**
   * Returns the jobs of the records in a text. Jobs that name these records come before jobs of the other records in their families.
   * `text`: the part of the call or its reply that contains the records.
   */
  function relatedTo({ exchange, told, authorization }: Prepared, text = told): Booking[] {
    const due = world.due(exchange.ended + mostSkew)
    if (due.length === 0) return []
    const ids = new Set(pairs.oursIn(text))
    const members = familiesIn(text)
    for (const org of organizationsIn(authorization)) members.add(org)
    const related = due.filter((booking) => isOf(booking, members, families))
    const isNamed = ({ data }: Booking) => Object.values(data).some((each) => ids.has(String(each).toLowerCase()))
    return [...related.filter(isNamed), ...related.filter((booking) => !isNamed(booking))]
  }

  async function late(call: Prepared, before: number) {
    if (!isSafe(call.exchange) || !relatedTo(call).some(({ at }) => at <= before)) return []
    const mark = world.mark()
    const undo = pairs.checkpoint()
    for (let ran = 0; ran < mostLate; ran++) {
      const [job] = relatedTo(call)
      if (!job || job.at > call.exchange.ended + mostSkew) break
      await world.run(job)
    }
    const { differences } = await attempt(call)
    undo()
    await world.rewind(mark)
    return differences
  }
  return { handle, late, familiesOf: ({ told }) => familiesIn(told) }
}

/**
 * Measures how far our reply is from the real one. A different HTTP status outweighs all other differences. A status that the real service
 * has not reached yet counts little: such a reply is no difference, unlike one that is behind the real service.
 */
const scoreOf = (differences: readonly Difference[]) =>
  differences.reduce((sum, each) => sum + (each.kind === 'status' ? 1_000 : isBehind(each) || followsStatus(each.where) ? 0.01 : 1), 0)
