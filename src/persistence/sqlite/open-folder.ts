/** Opens a data folder, which contains an SQLite database and file content. */
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { makeFolder } from '../../platform/node-path.ts'
import { Misuse } from '../../service/wire/misuse.ts'
import { wallClock } from '../../service/world/platform.ts'
import { isOfSystem } from '../content/checks.ts'
import { type ContentFolder, contentFolder } from '../content/content-folder.ts'
import { createNumbers, type StoredNumbers } from '../store/numbers.ts'
import { type Medium, type OpenOptions, type OpenStore, openStore } from '../store/open-store.ts'
import { type Change, readValue } from '../store/store.ts'
import { damaged, isDamage, isOfSqlite } from './node-sqlite.ts'
import { contentName, databaseName, demandOwnFolder, FolderInUse, numbersIn } from './own-folder.ts'
import { type Sync, syncNames } from './settling.ts'
import { openSqlite, type SqliteStore } from './sqlite.ts'

export interface FolderOptions extends OpenOptions {
  readonly folder: string
  readonly sync?: Sync | undefined
  /** Maximum number of content bytes to verify when worlds are loaded. */
  readonly readAtStart?: number | undefined
  /** Milliseconds to wait for another process that is using the folder. Default: 10 seconds. */
  readonly patience?: number | undefined
}

/** In milliseconds: the default for `patience`, and the delay between attempts. */
const [longest, betweenLooks] = [10_000, 100]

/** Rejects with {@link Misuse} if another process is using the folder, or if this version of Standin cannot read the folder's files. */
export async function openFolder(folderOptions: FolderOptions): Promise<OpenStore> {
  const { folder: given, sync = 'process', readAtStart, patience = longest, ...options } = folderOptions
  if (!syncNames.includes(sync)) throw new Misuse(`dataSync is ${JSON.stringify(sync)}.`, syncNames)
  const folder = resolve(given)
  let store: SqliteStore | undefined
  try {
    demandOwnFolder(folder)
    makeFolder(folder, 0o700)
    store = await whenFree(() => openSqlite(folder, sync, () => wallClock(options.platform)), patience, options.tell)
    return await openStore(await mediumIn(folder, store, { sync, readAtStart, ...options }), options)
  } catch (error) {
    await store?.close()
    if (error instanceof SyntaxError || isDamage(error)) throw damaged(join(folder, databaseName), error)
    if (!isOfSystem(error) && !isOfSqlite(error)) throw error
    throw new Misuse(`The folder ${folder} cannot be used: ${error.message}. Use another folder (--data).`)
  }
}

/**
 * Waits until another process releases the folder: after a restart, the old process needs a moment to exit. The wait is limited, because a
 * suspended process might never exit.
 */
async function whenFree(open: () => SqliteStore, patience: number, tell: OpenOptions['tell']): Promise<SqliteStore> {
  for (let waited = 0; ; waited += betweenLooks) {
    try {
      return open()
    } catch (error) {
      if (!(error instanceof FolderInUse) || waited >= patience) throw error
      if (waited === 0) tell(`${error.said} Waiting up to ${patience / 1000} seconds for it to end.\n`)
      await pause(betweenLooks)
    }
  }
}

async function mediumIn(
  folder: string,
  store: SqliteStore,
  { sync, readAtStart, tell, platform }: Omit<FolderOptions, 'folder'>,
): Promise<Medium> {
  const database = join(folder, databaseName)
  const contents = join(folder, contentName)
  const stored = numbersIn(contents)
  const before = await readValue<StoredNumbers>(store, 'numbers')
  const hasLostLog = before?.ended === false && store.lacksLog === true
  if (hasLostLog)
    tell(
      `${database}-wal is missing: its changes have been lost, unless another program has moved them into ${database}, or this is a backup. Standin starts with the contents of ${database}.\n`,
    )
  if (store.wasEmpty) tell(`${database} is empty: its contents have been lost. Worlds start empty.\n`)
  const isOld = (await store.read('head')) !== undefined
  // If the database is new, stored content is left over from a lost database.
  const lossy = hasLostLog || (isOld ? ((await readValue<boolean>(store, 'lossy')) ?? false) : stored.length > 0)
  const numbers = createNumbers(before)
  const first: Change[] = [{ what: 'value', name: 'lossy', json: JSON.stringify(lossy) }, numbers.begun()]
  let folderOfContent: ContentFolder
  /** Removes the content of deleted worlds. New worlds get other numbers. */
  async function removeOthers(): Promise<void> {
    if (stored.length === 0) return
    const worlds = new Set((await store.list()).map(({ number }) => number))
    await folderOfContent.removeOthers(stored.filter((number) => !worlds.has(number)))
  }
  return {
    store,
    numbers,
    called: `The folder ${folder}`,
    database,
    another: 'Use another folder (--data).',
    first,
    content({ ownerOf, whenStored }) {
      folderOfContent = contentFolder({
        folder: contents,
        synced: sync === 'power',
        keepsOthers: lossy,
        readAtStart,
        ownerOf,
        whenStored,
        tell,
      })
      return folderOfContent
    },
    opened() {
      store.nameProcess()
      void removeOthers().catch(platform.alarm)
    },
  }
}
