/** The life cycle of worlds: limits on creating them, what a reset retains, when idle worlds end, and the port to their store. */
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

export interface StoredWorld {
  readonly data: WorldData
  /** Identifies the world's stored content. */
  readonly number: number
}

/** A world on this or another server. */
export interface ListedWorld {
  readonly name: string
  /** Milliseconds since 1970. */
  readonly created: number
  readonly calls: number
  /** The server that runs the world. `undefined` if this server or no server runs it. */
  readonly instance?: string | undefined
}

export interface LocalWorlds {
  has(name: string): boolean
  list(): World[]
  putStored(world: StoredWorld): void
  /** Ends a world in this process without removing it from the store. */
  leave(name: string): void
}

export interface WorldStore {
  /** The `default` world, if it is stored and assigned to this process. */
  readonly first: StoredWorld | undefined
  /** The initial call, token and intervention numbers for new worlds, so that lost numbers are not reused. */
  readonly numbers: Partial<Pick<WorldData, 'calls' | 'tokens' | 'interventions'>>
  /** Call once, before anything else. */
  serve(worlds: LocalWorlds): void
  /**
   * Makes a world available here. Returns `undefined` if the world is already available or does not exist (with `makes`: does not exist and
   * may be created here). Otherwise resolves to `undefined` once one of these is true, or to the answer from the server that runs the
   * world. Rejects with {@link Misuse} if the world cannot be loaded. `call`: `undefined` if this process itself needs the world, so no
   * other server can answer instead.
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
  /** Describes what is wrong with the store. `undefined` if the store works. */
  fault(): string | undefined
  /** Returns the answer to a call that failed because the store was unreachable. `undefined` for other failures. */
  answerTo(failure: unknown): Answer | undefined
  /** Returns a new number that identifies a world's content. */
  newNumber(): number
  /** Called when a world starts, or replaces another world with the same name. */
  began(world: World, contentNumber: number): void
  /** Called before a world is unloaded. The world remains in the store. */
  leaving(world: World): void
  dropped(name: string): void
  /** Called when the simulator closes. Later changes are not stored. */
  closing(): void
}

/** Creates the error for an unknown world. `names`: the names of all existing worlds. */
export const unknownWorld = (name: string, names: readonly string[]): Misuse =>
  unknownName(`World not found: ${JSON.stringify(name.slice(0, 100))}.`, name, nearest(name, names).slice(0, 10), { status: 404 })

export const tooManyWorlds = (most: number): Misuse =>
  new Misuse(`The maximum number of worlds (${most}) has been reached. Drop one with DELETE /_standin/worlds/{name}.`, undefined, 503)

/** Returns a check that throws {@link Misuse} if no world may be created. `name`: absent for a world that exists only for one call. */
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
    // Without this check, a new world could replace a stored world that is not loaded.
    if (name !== undefined && worldStore && !worldStore.mayMake(name))
      throw new Misuse(
        `The world ${name} is not in this process. Call it first, or wait for simulator.reach(${JSON.stringify(name)}).`,
        undefined,
        503,
      )
  }
}

/**
 * True for a call that a page on another site makes a browser send, for example to load an image. Such calls create no worlds; otherwise,
 * they could use up all worlds. The page cannot send a bearer token unless `--cors` names its origin.
 */
export function isOfForeignPage({ headers }: Call, cors: readonly string[] = []): boolean {
  if (header(headers, 'sec-fetch-site') !== 'cross-site') return false
  if (/^bearer /i.test(header(headers, 'authorization') ?? '')) return false
  const origin = header(headers, 'origin')
  return origin === undefined || !(cors.includes('*') || cors.includes(origin))
}

export const retainable = ['scenarios', 'clock', 'contacts', 'journal'] as const
export type Retainable = (typeof retainable)[number]

/** Returns a world's data after a reset: new data plus the parts to keep. */
export function dataAfterReset({ data, clock }: World, made: WorldData, keep: readonly Retainable[]): WorldData {
  const retains = (what: Retainable) => keep.includes(what)
  return {
    ...made,
    ...(retains('clock') && { created: clock.now(), clock: newClock(clock.mode, clock.now(), clock.speed, clock.lead()) }),
    ...(retains('scenarios') && { scenarios: data.scenarios }),
    records: tablesOf(data.records, [...(retains('scenarios') ? retainedScenarios : []), ...(retains('contacts') ? retainedContacts : [])]),
    // New calls must not reuse the numbers in retained lines.
    ...(retains('journal') ? { journal: data.journal, calls: data.calls } : { journal: newJournal(data.journal.closed) }),
  }
}

const retainedScenarios = [definedScenarios, scenarioCounts, separateCounts, askedCounts]
/**
 * The records of contacts that a reset can retain. Earlier versions of contacts are not retained, because their timestamps come from the
 * old clock.
 */
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
  /** True if the world has been used since the last check in a way that the world itself does not record. Default: false. */
  isUsed?(world: World): boolean
  /** Default: true. */
  mayEnd?(world: World): boolean
  /** Called for one world at a time. */
  end(world: World): Promise<void>
}

/** `ttl`: in real milliseconds. */
export const droppedText = (name: string, ttl: number): string =>
  `The world ${JSON.stringify(name)} was dropped after ${shortDuration(ttl)} of inactivity (--world-ttl).\n`

const looks = 4

/** Ends unused worlds. Calls, changed knobs, journal followers and open gates count as use. Returns a function that stops the checks. */
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
      // The world might have ended while another world was being ended.
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
