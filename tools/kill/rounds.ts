/** Runs the rounds of a kill test: an event disturbs servers under load, and afterwards all acknowledged changes must exist. */
import { setTimeout as pause } from 'node:timers/promises'
import { createDice } from '../fuzz/dice.ts'
import { type Caller, createCaller, type Tokens, tokensOf, untilAnswered } from './calls.ts'
import { startLoad } from './clients.ts'
import { createClocks } from './clocks.ts'
import { createCompare } from './compare.ts'
import { type EventName, events, type KillEvent } from './events.ts'
import { createFleet } from './fleet.ts'
import { startProbes } from './probes.ts'
import { createReads } from './reads.ts'
import { startReceiver } from './receiver.ts'
import { createSeen } from './seen.ts'
import type { Place } from './stores.ts'

export interface KillOptions {
  readonly place: Place
  readonly rounds: number
  readonly seed: number
  readonly clients: number
  /** Runs only these events, in turn. */
  readonly only?: readonly EventName[] | undefined
  say(text: string): void
}

export interface KillResult {
  readonly kills: number
  readonly checks: number
  readonly answered: string
  /** Longest time that a world was unavailable, in milliseconds, by event. */
  readonly longest: Readonly<Record<string, number>>
  /** Violations: missing, duplicate or stale results. */
  readonly wrong: readonly string[]
  /** Worlds that were unavailable for too long. */
  readonly late: readonly string[]
}

const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(2)} s`

export async function killRounds({ place, rounds, seed, clients, only, say }: KillOptions): Promise<KillResult> {
  const diceOf = (part: string) => createDice(seed, part)
  const dice = diceOf('events')
  const seen = createSeen(say)
  const fleet = createFleet(place.argsOf, seen.wrongly)
  /** Periods in which events may cause webhooks to be repeated. */
  const disturbances: { readonly from: number; to: number }[] = []
  const wasDisturbed = (from: number, to: number) => disturbances.some((each) => each.from < to && from < each.to)
  const receiver = await startReceiver(seen, wasDisturbed)
  const worlds = Array.from({ length: clients }, (_, nth) => `kill-${nth}`)
  for (const world of worlds) seen.counters.set(world, { answered: 0, sent: 0 })
  const longest: Record<string, number> = {}
  const late: string[] = []
  let kills = 0

  async function happen(name: EventName, round: number, scene: Parameters<KillEvent['act']>[0]): Promise<void> {
    const { limit, echo, act }: KillEvent = events[name]
    const { probes } = scene
    const disturbance = { from: performance.now() - echo, to: Number.POSITIVE_INFINITY }
    disturbances.push(disturbance)
    const before = fleet.servers.length
    probes.begin()
    seen.refusals.clear()
    const began = Math.round(performance.now())
    const what = await act(scene)
    await probes.allAnswer(60_000)
    disturbance.to = performance.now() + echo
    if (name === 'kill') kills++
    if (name === 'killTwo') kills += 2
    const { world, away } = probes.longest()
    longest[name] = Math.max(longest[name] ?? 0, away)
    // A single server is unavailable until it has started.
    const most = before > 1 ? limit : undefined
    if (most !== undefined && away > most) {
      const trace = seen.refusals.get(world)?.join('; ') ?? 'no call was refused'
      late.push(`round ${round}: ${world} was unavailable for ${seconds(away)} (${what} at ${began} ms): ${trace}`)
      say(`  late: ${late.at(-1)}`)
    }
    // A server that exited unexpectedly is reported only in this round.
    const missing = place.names.filter((each) => fleet.servers.every((server) => server.name !== each))
    await Promise.all(missing.map(fleet.start))
    await compare.newest()
    await clocks.compare()
    const counts = `${seen.orders.length} orders, ${seen.files.length} files, ${seen.halves.size} unfinished uploads, ${seen.checks} checks`
    say(`round ${round}: ${what}: unavailable for at most ${seconds(away)}; ${counts}; ${seen.wrong.length} wrong, ${late.length} late`)
  }
  /** Releases each world, so that the next server called owns it. */
  async function spread(call: Caller): Promise<void> {
    const release = async (world: string) => {
      const reply = await call({ world, method: 'POST', path: `/_standin/worlds/${world}/release`, as: 'orderer' })
      if (reply && reply.status !== 204) seen.wrongly(`releasing ${world} got ${reply.status}: ${reply.bytes.toString()}`)
    }
    // The next owner repeats webhooks in flight.
    const disturbance = { from: performance.now() - 2_000, to: Number.POSITIVE_INFINITY }
    disturbances.push(disturbance)
    await Promise.all(worlds.map(release))
    disturbance.to = performance.now() + 2_000
  }
  let compare: ReturnType<typeof createCompare>
  let clocks: ReturnType<typeof createClocks>
  try {
    await Promise.all(place.names.map(fleet.start))
    const tokens: Tokens = await tokensOf(fleet.servers[0]?.url ?? '')
    const call = createCaller(fleet, tokens, seen, diceOf('servers'))
    const reads = createReads(call, seen)
    compare = createCompare({ worlds, seen, reads, call, receiver })
    clocks = createClocks(worlds, fleet, reads, seen)
    for (const world of worlds) {
      const body = { endPoint: `${receiver.url}/${world}`, resourceFilter: 'urn:altinn:resource:standin-plain' }
      const path = '/events/api/v1/subscriptions'
      const reply = await untilAnswered(call, { world, method: 'POST', path, as: 'orderer', body })
      if (reply?.status !== 201) throw new Error(`The subscription got ${reply?.status}: ${String(reply?.bytes)}`)
    }
    // Waits until the receiver has been validated.
    await pause(2_500)
    const load = startLoad({ worlds, clients, fleet, call, reads, seen, diceOf })
    const probes = startProbes(worlds, fleet, reads, seen, diceOf('probes'))
    const scene = { fleet, probes, dice, size: place.names.length, database: place.database, cut: place.cut }
    const turns = only ?? place.events
    for (let round = 1; round <= rounds; round++) {
      // A restarted server must own worlds before the next event.
      if (place.names.length > 1) await spread(call)
      await pause(600 + dice.below(1_200))
      await happen(turns[(round - 1) % turns.length] ?? 'kill', round, scene)
    }
    await probes.end()
    await load.end()
    await compare.all()
    const answered = `${seen.orders.length} orders, ${seen.files.length} files, ${seen.halves.size} unfinished uploads, at least ${seen.transfers.length} webhooks (${receiver.repeats} repeated)`
    return { kills, checks: seen.checks, answered, longest, wrong: seen.wrong, late }
  } finally {
    await fleet.killAll()
    receiver.close()
  }
}
