/** Handles a call in the world, and searches for the state of its jobs that gives the reply of the real service. */
import { lifecycles } from '../../../service/areas/index.ts'
import type { Booking } from '../../../service/world/bookings.ts'
import type { Exchange, RealReply } from '../exchange.ts'
import { compareReplies, type Found } from './comparing.ts'
import { createFamilies, type Families, type Pairs } from './pairing.ts'
import type { requestOf } from './request.ts'
import type { ComparedWorld, OurReply } from './world.ts'

export interface Handled {
  readonly ours: OurReply
  readonly differences: readonly Found[]
}

export interface Handling {
  handle(exchange: Exchange & { readonly reply: RealReply }, request: ReturnType<typeof requestOf>): Promise<Handled>
  /** What the world replies when the jobs that are late have run. Its state stays as it is. `before`: they were due by then. */
  late(exchange: Exchange & { readonly reply: RealReply }, request: ReturnType<typeof requestOf>, before: number): Promise<readonly Found[]>
}

/** The most jobs that run for one reply. */
const mostJobs = 200

/** True for a call that changes nothing. */
const isSafe = ({ method, url }: Exchange) => (method === 'GET' || method === 'HEAD') && !/\/download(?:$|\?)/i.test(url)

export function createHandling(world: ComparedWorld, pairs: Pairs): Handling {
  const families = createFamilies()

  async function attempt(
    { reply, base }: Exchange & { readonly reply: RealReply },
    request: ReturnType<typeof requestOf>,
  ): Promise<Handled> {
    const ours = await world.carry(request)
    if (ours.status === reply.status) pairs.pairNumbers(String(ours.headers.location ?? ''), String(reply.headers.location ?? ''))
    return { ours, differences: compareReplies(ours, reply, pairs, base).differences }
  }

  async function handle(exchange: Exchange & { readonly reply: RealReply }, request: ReturnType<typeof requestOf>): Promise<Handled> {
    const told = textOf(exchange)
    world.conditions(!told.includes('SendConditionNotMet'))
    const next = () => relatedTo(told)[0]
    const safe = isSafe(exchange)
    let snapshot = !safe && next() ? await world.keep() : undefined
    let undo = pairs.checkpoint()
    let last = await attempt(exchange, request)
    if (last.differences.length === 0 || !(snapshot ? true : safe && next())) return joined(exchange, last)
    snapshot ??= await world.keep()
    let best = { jobs: 0, score: scoreOf(last) }
    let ran = 0
    for (let jobs = 1; jobs <= mostJobs && best.score > 0; jobs++) {
      undo()
      if (!safe) {
        await world.restore(snapshot)
        ran = 0
      }
      for (; ran < jobs; ran++) {
        const job = next()
        if (!job) break
        await world.run(job)
      }
      if (ran < jobs) break
      undo = pairs.checkpoint()
      last = await attempt(exchange, request)
      if (scoreOf(last) < best.score) best = { jobs, score: scoreOf(last) }
    }
    if (best.score === 0) return joined(exchange, last)
    undo()
    await world.restore(snapshot)
    for (let count = 0; count < best.jobs; count++) {
      const job = next()
      if (job) await world.run(job)
    }
    return joined(exchange, await attempt(exchange, request))
  }

  /** The ids of an accepted change belong together, and so do the jobs that it booked. */
  function joined(exchange: Exchange, handled: Handled): Handled {
    if (!isSafe(exchange) && handled.ours.status < 400) families.join([`call ${handled.ours.call}`, ...pairs.oursIn(textOf(exchange))])
    return handled
  }

  function relatedTo(told: string): Booking[] {
    const members = new Set(pairs.oursIn(told).map(families.of))
    const due = world.due()
    if (members.size === 0 || due.length === 0) return []
    return due.filter((booking) => isOf(booking, members, families))
  }

  async function late(exchange: Exchange & { readonly reply: RealReply }, request: ReturnType<typeof requestOf>, before: number) {
    const told = textOf(exchange)
    const first = relatedTo(told)
    if (!isSafe(exchange) || !first.some(({ at }) => at <= before)) return []
    const snapshot = await world.keep()
    const undo = pairs.checkpoint()
    for (let jobs = 0; jobs < mostJobs; jobs++) {
      const [job] = relatedTo(told)
      if (!job) break
      await world.run(job)
    }
    const { differences } = await attempt(exchange, request)
    undo()
    await world.restore(snapshot)
    return differences
  }
  return { handle, late }
}

function isOf({ cause, data }: Booking, members: ReadonlySet<string>, families: Families): boolean {
  const root = cause.split('.', 1)[0] ?? ''
  if (members.has(families.of(`call ${root}`))) return true
  return Object.values(data).some((each) => members.has(families.of(typeof each === 'number' ? `#${each}` : String(each).toLowerCase())))
}

/** Of another status, everything is different. */
const scoreOf = ({ differences }: Handled) => differences.reduce((sum, { kind }) => sum + (kind === 'status' ? 1_000 : 1), 0)

/** Everything in a call and its reply that may contain ids. */
export function textOf({ url, body, headers, reply }: Exchange): string {
  const texts = [body, reply?.body].map((bytes) => (bytes && bytes.byteLength < mostText ? new TextDecoder().decode(bytes) : ''))
  return [url, ...texts, headers['upload-metadata'] ?? '', reply?.headers.location ?? ''].join('\n')
}

const mostText = 2 ** 20

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

const isStatus = /status(?:Code)?$/i
/** Members that say a status in other words, or count statuses. */
const follows = /(?:description|statusText|lastUpdate|generated|succeeded|failed|published|sendTime|statusChanged)$/i

/** True if every difference follows from a status that the real service has not reached yet. */
export function isOnItsWay(differences: readonly Found[]): boolean {
  const statuses = differences.filter(({ kind, where }) => kind === 'value' && isStatus.test(where))
  if (statuses.length === 0 || !statuses.every(({ there, here }) => becomes(String(there), String(here)))) return false
  return differences.every((each) => statuses.includes(each) || follows.test(each.where))
}
