/** Opens a folder that keeps worlds: what a simulator needs to go on with them. */
import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { misuseAnswer } from '../engine/misuse-answer.ts'
import { Misuse } from '../misuse.ts'
import type { KeySource } from '../tokens/keys.ts'
import type { Carrier, PendingAnswer } from '../wire/http/call.ts'
import { andThen } from '../wire/maybe.ts'
import type { Keeping, KeptWorld } from '../world/observing/keeping.ts'
import type { Platform } from '../world/platform.ts'
import { keptContent, placesIn } from './content/kept-content.ts'
import { contentOwners } from './content/owners.ts'
import { heldClocks } from './held-clocks.ts'
import { createKeeper, type Waiter } from './keeper.ts'
import { keptKeys } from './kept-values.ts'
import { headOf, isNewer, type StoreHead } from './kinds.ts'
import { documentOf, type LoadedWorld, worldDataOf, worldsIn } from './loaded-world.ts'
import { damaged, isOfSqlite } from './node-sqlite.ts'
import { createNumbers, type KeptNumbers, numberedFrom } from './numbers.ts'
import { isOfSystem } from './of-system.ts'
import { databaseName, demandOwnFolder } from './own-folder.ts'
import { type Sync, syncNames } from './settling.ts'
import { openSqlite } from './sqlite.ts'
import { type Change, readValue, type Store } from './store.ts'

export interface OpenOptions {
  readonly folder: string
  readonly sync?: Sync | undefined
  /** The version of Standin. */
  readonly version: string
  readonly platform: Platform
  /** Says what is wrong with files, and what Standin does about it. */
  tell(text: string): void
  /** Bytes of content that are read at the start, to see whether they are right, at most. */
  readonly readAtStart?: number | undefined
}

export interface OpenFolder {
  readonly keeping: Keeping
  readonly keySource: KeySource
  /** The platform, with content that outlives the process. It makes no call before what was committed is kept. */
  readonly platform: Platform
  /** Whether no world was there before. */
  readonly isNew: boolean
  /** A reply leaves when what was committed before it is kept. */
  around(carrier: Carrier): Carrier
  /** Everything that jobs need is there: the clocks of the worlds begin, with what fell due meanwhile. */
  begin(): void
  /** Keeps everything, and lets go of the folder. */
  close(): Promise<void>
}

/** Rejects with {@link Misuse} when another process uses the folder, and for files that this Standin cannot read. */
export async function openFolder({ folder: given, sync = 'process', ...options }: OpenOptions): Promise<OpenFolder> {
  if (!syncNames.includes(sync)) throw new Misuse(`dataSync is ${JSON.stringify(sync)}.`, syncNames)
  const folder = resolve(given)
  let store: Store | undefined
  try {
    demandOwnFolder(folder)
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    store = openSqlite(folder, sync)
    return await open({ folder, sync, ...options }, store)
  } catch (error) {
    await store?.close()
    if (error instanceof SyntaxError) throw damaged(join(folder, databaseName), error)
    if (!isOfSystem(error) && !isOfSqlite(error)) throw error
    throw new Misuse(`The folder ${folder} cannot be used: ${error.message}. Name another folder (--data).`)
  }
}

async function open(
  { folder, sync, version, platform, tell, readAtStart }: OpenOptions & { sync: Sync },
  store: Store,
): Promise<OpenFolder> {
  const { now, alarm } = platform
  const path = join(folder, databaseName)
  const head = await readValue<StoreHead>(store, 'head')
  if (head && isNewer(head))
    throw new Misuse(`${path} cannot be read: it was written by Standin ${head.standin}, which is newer. Name another folder (--data).`)
  const places = placesIn(join(folder, 'content'))
  // Content without the database that names it.
  const before = await readValue<KeptNumbers>(store, 'numbers')
  const hasLostLog = before?.ended === false && store.lacksLog === true
  if (hasLostLog) tell(`${path}-wal is gone: what it held is lost. Standin begins with what ${path} has.\n`)
  const lossy = hasLostLog || (head ? ((await readValue<boolean>(store, 'lossy')) ?? false) : places.length > 0)
  const first: Change[] = Object.entries({ head: headOf(version), lossy }).map(([name, value]) => ({
    what: 'value',
    name,
    json: JSON.stringify(value),
  }))
  const numbers = createNumbers(before)
  const called = `The folder ${folder}`
  const keeper = createKeeper({ store, numbers, called, first: [...first, numbers.begun()], now, alarm, tell })
  const { removeLater, after } = keeper
  const owners = contentOwners()
  const content = keptContent({
    folder: join(folder, 'content'),
    synced: sync === 'power',
    keepsOthers: lossy,
    readAtStart,
    ownerOf: owners.ownerOf,
    removeLater,
    tell,
  })

  const worlds: KeptWorld[] = []
  const loaded = new Map<number, LoadedWorld>()
  for (const { number, world } of await worldsIn(store, path)) {
    loaded.set(number, world)
    const document = numberedFrom(numbers.from, documentOf(world, now()))
    await content.find(number, document)
    worlds.push({ number, data: worldDataOf(document) })
  }
  await content.removeOthers(new Set(loaded.keys()))
  let highest = Math.max(0, ...loaded.keys(), ...places)

  const keeping: Keeping = {
    worlds,
    numbers: numbers.from > 0 ? { calls: numbers.from, tokens: numbers.from, interventions: numbers.from } : {},
    newPlace: () => ++highest,
    began(world, number) {
      owners.began(world, number)
      keeper.follow(world, number, loaded.get(number))
      loaded.delete(number)
    },
    dropped: keeper.forget,
    closing: () => void keeper.end(),
  }
  const { wake, begin } = heldClocks(platform)
  const isKept = () => new Promise<void>((succeed, fail) => after((failure) => (failure ? fail(failure) : succeed())))
  return {
    keeping,
    keySource: await keptKeys(store, called),
    platform: {
      ...platform,
      wake,
      openBlobs: (number) => (number === undefined ? platform.openBlobs() : content.open(number)),
      call: async (request) => {
        await isKept()
        return platform.call(request)
      },
    },
    isNew: worlds.length === 0,
    begin() {
      keeper.begin()
      begin()
    },
    around: (carrier) => (call) =>
      andThen(carrier(call), (pending) => {
        keeper.called()
        return keeper.isIdle ? pending : new Promise((leave) => after(leaving(called, pending, leave)))
      }),
    async close() {
      const ending = keeper.end()
      const closing = store.close()
      await ending
      await closing
    },
  }
}

const leaving =
  (called: string, pending: PendingAnswer, leave: (pending: PendingAnswer) => void): Waiter =>
  (failure) => {
    const why = () => new Misuse(`${called} does not take what changes: ${failure?.message} (--data).`, undefined, 507)
    leave(failure ? { ...pending, answer: misuseAnswer(why()) } : pending)
  }
