/** Opens a folder that keeps worlds: what a simulator needs to go on with them. */
import { existsSync, mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { WorldDocument } from '../control/snapshot/world.ts'
import { misuseAnswer } from '../engine/misuse-answer.ts'
import { Misuse } from '../misuse.ts'
import type { KeySource } from '../tokens/keys.ts'
import type { Carrier, PendingAnswer } from '../wire/http/call.ts'
import { andThen } from '../wire/maybe.ts'
import type { Keeping, KeptWorld } from '../world/observing/keeping.ts'
import type { Platform } from '../world/platform.ts'
import { keptClosings } from './closings.ts'
import { keptContent } from './content/kept-content.ts'
import { contentOwners } from './content/owners.ts'
import { lockFolder } from './folder/folder-lock.ts'
import { demandOwnFolder } from './folder/own-folder.ts'
import { readGenerations } from './generations.ts'
import { heldClocks } from './held-clocks.ts'
import { createKeeper } from './keeper.ts'
import { fileKeys } from './key-store.ts'
import { fileHead } from './kinds.ts'
import { createNoting, highestOf, manifestIn } from './manifest.ts'
import { isOfSystem } from './of-system.ts'
import { type Sync, syncNames, type Waiter } from './settling.ts'
import { documentOf, worldDataOf } from './world-data.ts'

export interface OpenOptions {
  readonly folder: string
  readonly sync?: Sync | undefined
  /** The version of Standin. */
  readonly version: string
  readonly platform: Platform
  /** Says what is wrong with files, and what Standin does about it. */
  tell(text: string): void
  /** Bytes of a log that is not replaced yet, at least. */
  readonly longLog?: number | undefined
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
  /** Lets go of the folder. */
  close(): void
}

/** Rejects with {@link Misuse} when another process uses the folder, and for files that this Standin cannot read. */
export async function openFolder({ folder: given, sync = 'process', ...options }: OpenOptions): Promise<OpenFolder> {
  if (!syncNames.includes(sync)) throw new Misuse(`dataSync is ${JSON.stringify(sync)}.`, syncNames)
  const folder = resolve(given)
  let unlock = () => {}
  try {
    demandOwnFolder(folder)
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    unlock = await lockFolder(folder, options.tell)
    return await open({ folder, sync, ...options }, unlock)
  } catch (error) {
    unlock()
    if (!isOfSystem(error)) throw error
    throw new Misuse(`The folder ${folder} cannot be used: ${error.message}. Name another folder (--data).`)
  }
}

async function open(
  { folder, sync, version, platform, tell, longLog, readAtStart }: OpenOptions & { sync: Sync },
  unlock: () => void,
): Promise<OpenFolder> {
  const manifest = manifestIn(folder, tell)
  const known = manifest.read()
  const { folded, base, last, head, checksum, isBroken } = readGenerations(folder, known, tell)
  const { now, alarm } = platform
  const own = JSON.stringify(fileHead(version))
  // A log of other versions of records ends here.
  const number = head === undefined || JSON.stringify(head) === own ? last : last + 1
  const documents = [...folded.worlds].map(([place, records]) => ({ place, document: documentOf(records, now()) }))
  const { numbers, from: before, ended } = known ?? { numbers: highestOf(documents), from: 0, ended: false }
  const from = isBroken || !ended ? numbers : before
  const hasKeys = known?.keys ?? false
  const keys = join(folder, 'keys.json')
  const lossy = isBroken || (known?.lossy ?? existsSync(keys))
  const noting = createNoting(manifest, { log: number, bytes: 0, base, numbers, from, ended: false, keys: hasKeys, lossy })
  const keeper = createKeeper({ folder, sync, head: own, number, checksum, noting, now, alarm, tell, longLog })
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
  for (const { place, document: read } of documents) {
    const document = numberedFrom(from, read)
    await content.find(place, document)
    worlds.push({ place, data: worldDataOf(document) })
  }
  await content.removeOthers(new Set(folded.worlds.keys()))
  let highest = folded.highest

  const keeping: Keeping = {
    worlds,
    numbers: from > 0 ? { calls: from, tokens: from, interventions: from } : {},
    closed: keptClosings(folder, tell),
    newPlace: () => ++highest,
    began(world, place) {
      owners.began(world, place)
      keeper.follow(world, place, !worlds.some((each) => each.place === place))
    },
    dropped: keeper.forget,
    closing: keeper.end,
  }
  const { wake, begin } = heldClocks(platform)
  if (hasKeys && !existsSync(keys))
    tell(`${keys} is gone: tokens of before are not valid. Standin signs with new keys. Bring the file back, if you have it.\n`)
  const isKept = () => new Promise<void>((kept, fail) => after((failure) => (failure ? fail(failure) : kept())))
  return {
    keeping,
    keySource: fileKeys(keys, () => noting.note({ keys: true })),
    platform: {
      ...platform,
      wake,
      openBlobs: (place) => (place === undefined ? platform.openBlobs() : content.open(place)),
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
      andThen(carrier(call), (pending) => (keeper.isIdle ? pending : new Promise((leave) => after(leaving(folder, pending, leave))))),
    close() {
      keeper.end()
      unlock()
    },
  }
}

/** After a loss, or an end that was not in order, the numbers that the world had may have gone further than it knows. */
const numberedFrom = (from: number, document: WorldDocument): WorldDocument => ({
  ...document,
  calls: Math.max(document.calls, from),
  tokens: Math.max(document.tokens, from),
  interventions: Math.max(document.interventions, from),
})

const leaving =
  (folder: string, pending: PendingAnswer, leave: (pending: PendingAnswer) => void): Waiter =>
  (failure) => {
    const why = () => new Misuse(`The folder ${folder} does not take what changes: ${failure?.message} (--data).`, undefined, 507)
    leave(failure ? { ...pending, answer: misuseAnswer(why()) } : pending)
  }
