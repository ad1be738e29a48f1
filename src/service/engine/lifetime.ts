/** The life cycle of worlds: limits on creating them, what a reset retains, how idle worlds end, and the port to their store. */
import { definedScenarios } from '../failures/catalogue.ts'
import { openGates } from '../failures/interventions.ts'
import { type Answer, type Call, type Carrier, header, type PendingAnswer } from '../wire/call.ts'
import { Misuse, nearest, unknownName } from '../wire/misuse.ts'
import { shortDuration } from '../wire/timestamp.ts'
import { newClock } from '../world/clock.ts'
import { newJournal } from '../world/journal.ts'
import type { Platform } from '../world/platform.ts'
import { newRecords, type RecordsData } from '../world/records.ts'
import { changedContacts, removedContacts } from '../world/registers.ts'
import { askedCounts, scenarioCounts, separateCounts } from '../world/scenario.ts'
import { memoryLimit, type Settings } from '../world/settings.ts'
import type { World, WorldData } from '../world/world.ts'

/** A world loaded from a store. */
export interface StoredWorld {
  readonly data: WorldData
  /** The number under which its content is stored. */
  readonly number: number
}

/** A world on this or another server. */
export interface ListedWorld {
  readonly name: string
  /** Milliseconds since 1970. */
  readonly created: number
  readonly calls: number
  /** The server that runs it. `undefined` for this server, or if no server is currently running it. */
  readonly instance?: string | undefined
}

/** The worlds in this process. */
export interface LocalWorlds {
  has(name: string): boolean
  list(): World[]
  /** Adds a world from the store. */
  putStored(world: StoredWorld): void
  /** Ends a world here without removing it from the store. */
  leave(name: string): void
}

export interface WorldStore {
  /** The world `default`, if it is stored and assigned to this process. */
  readonly first: StoredWorld | undefined
  /** Initial numbers for calls, tokens and interventions in new worlds, so that lost numbers are not reused. */
  readonly numbers: Partial<Pick<WorldData, 'calls' | 'tokens' | 'interventions'>>
  /** Call this once, before anything else. */
  serve(worlds: LocalWorlds): void
  /**
   * Makes a world available here. Returns `undefined` if it is already here, or does not exist (with `makes`: and may be created here).
   * Otherwise resolves once this is the case, or resolves to the answer from the server that runs the world. Rejects with {@link Misuse} if
   * the world cannot be loaded. `call`: `undefined` for this process itself, which no other server can serve.
   */
  reach(name: string, makes: boolean, call: Call | undefined): Promise<PendingAnswer | undefined> | undefined
  /** Delays each reply until all earlier commits are stored. */
  around(carrier: Carrier): Carrier
  /** True if a world with this name may be created here. */
  mayMake(name: string): boolean
  /** Lists all stored worlds, including those on other servers. */
  list(): Promise<readonly ListedWorld[]>
  /** Unloads a world. The next call loads it again. */
  release(name: string): Promise<void>
  /** Returns what is wrong with the store, or `undefined` if it works. */
  fault(): string | undefined
  /** Returns the answer to a call that failed because the store was unreachable. `undefined` for other failures. */
  answerTo(failure: unknown): Answer | undefined
  /** Returns a new number for a world's content. */
  newNumber(): number
  /** Called when a world begins, or replaces another world that had its name. */
  began(world: World, contentNumber: number): void
  /** Called before a world is unloaded. It stays in the store. */
  leaving(world: World): void
  dropped(name: string): void
  /** Called when the simulator closes. Later changes are not stored. */
  closing(): void
}

/** `names`: the existing worlds. */
export const unknownWorld = (name: string, names: readonly string[]): Misuse =>
  unknownName(`There is no world ${JSON.stringify(name.slice(0, 100))}.`, name, nearest(name, names).slice(0, 10), { status: 404 })

export const tooManyWorlds = (most: number): Misuse =>
  new Misuse(`There are ${most} worlds already. Drop one with DELETE /_standin/worlds/{name}.`, undefined, 503)

/**
 * Returns a check that throws {@link Misuse} if no world may be created. `name`: the world's name; absent for a world that exists for only
 * one call.
 */
export function createCapacityCheck({
  platform,
  settings,
  worldStore,
}: {
  readonly platform: Pick<Platform, 'memory'>
  readonly settings: Settings
  readonly worldStore?: WorldStore | undefined
}): (worlds: number, name?: string) => void {
  const memoryRefusal = memoryLimit(platform, settings)
  return (worlds, name) => {
    if (worlds >= settings.maxWorlds) throw tooManyWorlds(settings.maxWorlds)
    const refusal = memoryRefusal()
    if (refusal !== undefined) throw new Misuse(refusal, undefined, 503)
    // A stored world that is not loaded would be lost if a new world replaced it.
    if (name !== undefined && worldStore && !worldStore.mayMake(name))
      throw new Misuse(
        `The world ${name} is not in this process. Call it first, or wait for simulator.reach(${JSON.stringify(name)}).`,
        undefined,
        503,
      )
  }
}

/**
 * True for a call that a page from another site makes a browser send, for example to load an image. It creates no world, because it could
 * use up all of them. Such a page cannot send a bearer token unless `--cors` names its origin.
 */
export function isOfForeignPage({ headers }: Call, cors: readonly string[] = []): boolean {
  if (header(headers, 'sec-fetch-site') !== 'cross-site') return false
  if (/^bearer /i.test(header(headers, 'authorization') ?? '')) return false
  const origin = header(headers, 'origin')
  return origin === undefined || !(cors.includes('*') || cors.includes(origin))
}

export const retainable = ['scenarios', 'clock', 'contacts', 'journal'] as const
export type Retainable = (typeof retainable)[number]

/** Returns a world's data after a reset: new data plus the retained parts of the old data. */
export function dataAfterReset({ data, clock }: World, made: WorldData, keep: readonly Retainable[]): WorldData {
  const retains = (what: Retainable) => keep.includes(what)
  return {
    ...made,
    ...(retains('clock') && { created: clock.now(), clock: newClock(clock.mode, clock.now(), clock.speed, clock.lead()) }),
    ...(retains('scenarios') && { scenarios: data.scenarios }),
    records: tablesOf(data.records, [...(retains('scenarios') ? retainedScenarios : []), ...(retains('contacts') ? retainedContacts : [])]),
    // New calls must not reuse the numbers used by retained lines.
    ...(retains('journal') ? { journal: data.journal, calls: data.calls } : { journal: newJournal(data.journal.closed) }),
  }
}

const retainedScenarios = [definedScenarios, scenarioCounts, separateCounts, askedCounts]
/** Excludes previous versions, whose timestamps come from the old clock. */
const retainedContacts = [changedContacts, removedContacts]

const tablesOf = ({ tables }: RecordsData, kinds: readonly { readonly name: string }[]): RecordsData => ({
  ...newRecords(),
  tables: Object.fromEntries(kinds.flatMap(({ name }) => (tables[name] ? [[name, tables[name]]] : []))),
})

interface Use {
  readonly changes: number
  /** In real milliseconds. */
  readonly at: number
}

export interface Idling {
  /** In real milliseconds. */
  readonly after: number
  /** True if the world has been used since the last check in a way that leaves no trace in it. Default: false. */
  isUsed?(world: World): boolean
  /** Default: true. */
  mayEnd?(world: World): boolean
  /** Called for one world at a time. */
  end(world: World): Promise<void>
}

/** `ttl`: in real milliseconds. */
export const droppedText = (name: string, ttl: number): string =>
  `The world ${JSON.stringify(name)} was dropped after ${shortDuration(ttl)} without use (--world-ttl).\n`

/** Number of checks per `after` period. */
const looks = 4

/**
 * Ends worlds that are not in use. Calls, changed knobs, journal followers and open gates count as use. Returns a function that stops it.
 */
export function endIdleWorlds(
  list: () => readonly World[],
  { after, isUsed = () => false, mayEnd = () => true, end }: Idling,
  { tick, wake }: Pick<Platform, 'tick' | 'wake'>,
): () => void {
  let known = new Map<string, Use>()
  let hasEnded = false
  let cancel = () => {}

  async function look(): Promise<void> {
    const seen = new Map<string, Use>()
    for (const world of list()) {
      // It may have ended while an earlier world was ending.
      if (hasEnded || world.gone) continue
      const now = tick()
      const { name, changes, data } = world
      const before = known.get(name)
      const count = changes.count + data.calls
      const use = isUsed(world) || before?.changes !== count || isInUse(world) ? { changes: count, at: now } : before
      if (now - use.at >= after && mayEnd(world)) await end(world)
      else seen.set(name, use)
    }
    known = seen
    if (!hasEnded) cancel = wake(after / looks, () => void look())
  }
  void look()
  return () => {
    hasEnded = true
    cancel()
  }
}

const isInUse = (world: World): boolean =>
  world.inFlight.size > 0 || world.journal.following.isRead || world.observing.current !== undefined || openGates(world).length > 0
