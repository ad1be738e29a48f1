/** The life of worlds: when one is made, which parts a reset retains, when an idle one ends, and the port to the store that persists them. */
import { definedScenarios } from '../failures/catalogue.ts'
import { openGates } from '../failures/gating.ts'
import { type Answer, type Call, type Carrier, header, type PendingAnswer } from '../wire/call.ts'
import { Misuse, nearest, unknownName } from '../wire/misuse.ts'
import { shortDuration } from '../wire/timestamp.ts'
import { newClock } from '../world/clock.ts'
import { changedContacts, removedContacts } from '../world/contact-register.ts'
import { newJournal } from '../world/journal.ts'
import type { Platform } from '../world/platform.ts'
import { newRecords, type RecordsData } from '../world/records.ts'
import { askedCounts, scenarioCounts, separateCounts } from '../world/scenario-state.ts'
import { memoryLimit, type Settings } from '../world/settings.ts'
import type { World, WorldData } from '../world/world.ts'

/** A world of before. */
export interface KeptWorld {
  readonly data: WorldData
  /** The number under which its content is stored. */
  readonly number: number
}

/** A world as it is listed, wherever it is. */
export interface ListedWorld {
  readonly name: string
  /** Milliseconds since 1970. */
  readonly created: number
  readonly calls: number
  /** The server that has it; undefined: this one, or none at the moment. */
  readonly instance?: string | undefined
}

/** The worlds that are here. */
export interface WorldsHere {
  has(name: string): boolean
  list(): World[]
  /** Puts a world here that was kept. */
  putKept(world: KeptWorld): void
  /** Ends a world here, and removes nothing. */
  leave(name: string): void
}

export interface Keeping {
  /** The world `default`, where it is kept and here. */
  readonly first: KeptWorld | undefined
  /** What the numbers of calls, tokens and interventions of new worlds begin after, so that they repeat none that were lost. */
  readonly numbers: Partial<Pick<WorldData, 'calls' | 'tokens' | 'interventions'>>
  /** Call it once, first. */
  serve(worlds: WorldsHere): void
  /**
   * Undefined: the world of the name is here, or there is none; if `makes`, one may be made here. Otherwise it resolves when that is so, or
   * to the answer of the server that has the world. Rejects with {@link Misuse} where the world cannot be loaded. `call`: undefined for
   * this process itself, which no other server can serve.
   */
  reach(name: string, makes: boolean, call: Call | undefined): Promise<PendingAnswer | undefined> | undefined
  /** A reply leaves when what was committed before it is kept. */
  around(carrier: Carrier): Carrier
  /** Whether a world of the name may be made here. */
  mayMake(name: string): boolean
  /** All worlds that are kept, and those of other servers. */
  list(): Promise<readonly ListedWorld[]>
  /** Lets go of a world that is here: the next call loads it. */
  release(name: string): Promise<void>
  /** What is wrong with what keeps the worlds; undefined: nothing. */
  fault(): string | undefined
  /** The answer to a call that failed because what keeps the worlds cannot be reached; undefined: it failed otherwise. */
  answerTo(failure: unknown): Answer | undefined
  /** A new number for a world: its content is stored under it. */
  newNumber(): number
  /** A world begins, also in the place of the one with its name. */
  began(world: World, contentNumber: number): void
  /** A world is about to end here, and is kept. */
  leaving(world: World): void
  dropped(name: string): void
  /** The simulator closes: what comes after is not kept. */
  closing(): void
}

/** `names`: of the worlds that there are. */
export const unknownWorld = (name: string, names: readonly string[]): Misuse =>
  unknownName(`There is no world ${JSON.stringify(name.slice(0, 100))}.`, name, nearest(name, names).slice(0, 10), { status: 404 })

export const tooManyWorlds = (most: number): Misuse =>
  new Misuse(`There are ${most} worlds already. Drop one with DELETE /_standin/worlds/{name}.`, undefined, 503)

/** Throws {@link Misuse} where a world may not be made beside so many others. `name`: its name, unless it passes with its call. */
export function createRoom({
  platform,
  settings,
  keeping,
}: {
  readonly platform: Pick<Platform, 'memory'>
  readonly settings: Settings
  readonly keeping?: Keeping | undefined
}): (worlds: number, name?: string) => void {
  const memoryRefusal = memoryLimit(platform, settings)
  return (worlds, name) => {
    if (worlds >= settings.maxWorlds) throw tooManyWorlds(settings.maxWorlds)
    const refusal = memoryRefusal()
    if (refusal !== undefined) throw new Misuse(refusal, undefined, 503)
    // A world that is kept and not here would be lost if another one were made in its place.
    if (name !== undefined && keeping && !keeping.mayMake(name))
      throw new Misuse(
        `The world ${name} is not in this process. Call it first, or wait for simulator.reach(${JSON.stringify(name)}).`,
        undefined,
        503,
      )
  }
}

/**
 * True for a call that a page of another site makes a browser send, such as for an image. It could use up all worlds, so it makes none. The
 * page cannot send a bearer token unless `--cors` names its origin.
 */
export function isOfForeignPage({ headers }: Call, cors: readonly string[] = []): boolean {
  if (header(headers, 'sec-fetch-site') !== 'cross-site') return false
  if (/^bearer /i.test(header(headers, 'authorization') ?? '')) return false
  const origin = header(headers, 'origin')
  return origin === undefined || !(cors.includes('*') || cors.includes(origin))
}

export const keepable = ['scenarios', 'clock', 'contacts', 'journal'] as const
export type Keepable = (typeof keepable)[number]

/** New data, with parts of an old world. */
export function takingOver({ data, clock }: World, made: WorldData, keep: readonly Keepable[]): WorldData {
  const keeps = (what: Keepable) => keep.includes(what)
  return {
    ...made,
    ...(keeps('clock') && { created: clock.now(), clock: newClock(clock.mode, clock.now(), clock.speed, clock.lead()) }),
    ...(keeps('scenarios') && { scenarios: data.scenarios }),
    records: tablesOf(data.records, [...(keeps('scenarios') ? keptScenarios : []), ...(keeps('contacts') ? keptContacts : [])]),
    // New calls must not get the numbers of lines that are kept.
    ...(keeps('journal') ? { journal: data.journal, calls: data.calls } : { journal: newJournal(data.journal.closed) }),
  }
}

const keptScenarios = [definedScenarios, scenarioCounts, separateCounts, askedCounts]
/** Without former details: their times are those of the old clock. */
const keptContacts = [changedContacts, removedContacts]

const tablesOf = ({ tables }: RecordsData, kinds: readonly { readonly name: string }[]): RecordsData => ({
  ...newRecords(),
  tables: Object.fromEntries(kinds.flatMap(({ name }) => (tables[name] ? [[name, tables[name]]] : []))),
})

interface Use {
  readonly changes: number
  /** Real milliseconds. */
  readonly at: number
}

export interface Idling {
  /** Real milliseconds. */
  readonly after: number
  /** Whether a world was used since the last look in a way that leaves no trace in it. Default: none was. */
  isUsed?(world: World): boolean
  /** Default: always. */
  mayEnd?(world: World): boolean
  /** The next one ends when this one has. */
  end(world: World): Promise<void>
}

/** `ttl`: real milliseconds. */
export const droppedText = (name: string, ttl: number): string =>
  `The world ${JSON.stringify(name)} was dropped: nobody has used it for ${shortDuration(ttl)} (--world-ttl).\n`

/** How many looks a world gets in its time. */
const looks = 4

/** A world is in use by calls, by knobs that are turned, and by those who follow its journal or stand at its gates. Returns a function that ends the watch. */
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
      // While the one before it ended.
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
