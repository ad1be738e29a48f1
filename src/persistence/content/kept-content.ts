/** The bytes of files in a folder that keeps worlds: each world has a folder of its own, and each content a file under its id. */
import { readdir, rm, rmdir, stat, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { openSpoolFile, type Spool, type StoredEntry, spooledBlobs } from '../../platform/node-blobs.ts'
import { makeFolder } from '../../platform/node-path.ts'
import type { BlobStore } from '../../service/world/platform.ts'
import { lostText, type OwnedContent, ownedContents } from '../snapshot/contents.ts'
import type { WorldDocument } from '../snapshot/world.ts'
import { numbersIn } from '../sqlite/own-folder.ts'
import { withChecks } from './checked-blobs.ts'
import { type ContentChecks, contentChecks, hashOf, missing, otherSize } from './checks.ts'
import type { OwnerOf } from './owners.ts'
import { restingContent } from './resting-content.ts'

export interface KeptContent {
  /** The content of a world. Files are removed when what removes them is kept. */
  open(number: number): BlobStore
  /** Finds the content of a world that is there again. Removes what belongs to nothing. */
  find(number: number, document: WorldDocument): Promise<void>
  /** The world is let go: nothing of its content is removed. */
  leave(number: number): void
  /** A world that is not here is dropped. */
  drop(number: number): void
  /** See `Platform.restingBytes`. */
  restingBytes?(): number
}

/** The content of the worlds in a folder. */
export interface ContentFolder extends KeptContent {
  /** Removes the content of worlds that are gone. */
  removeOthers(gone: readonly number[]): Promise<void>
}

export interface ContentOptions {
  readonly folder: string
  /** Whether bytes go to the disk before content counts as stored. */
  readonly synced: boolean
  /** Something was lost that may need content: none is removed at the start. */
  readonly keepsOthers: boolean
  /** Acts when what removes a file is kept. */
  whenKept(act: () => Promise<unknown>): void
  tell(text: string): void
  /** Bytes that are read at the start to see whether they are right, at most. */
  readonly readAtStart?: number | undefined
  readonly ownerOf: OwnerOf
}

/** A quarter of a second of MD5. The others are read before their first use. */
const usuallyReadAtStart = 128 * 2 ** 20

export function contentFolder(options: ContentOptions): ContentFolder {
  const { folder, synced, keepsOthers, whenKept, tell, ownerOf } = options
  const contentsOf = new Map<number, { readonly contents: readonly StoredEntry[]; readonly checks: ContentChecks }>()
  let toRead = options.readAtStart ?? usuallyReadAtStart
  /** The worlds that are let go. */
  const left = new Set<number>()
  const resting = restingContent(folder, () => numbersIn(folder))
  const folderOf = (number: number) => join(folder, String(number))

  function open(number: number): BlobStore {
    const own = folderOf(number)
    left.delete(number)
    resting.end(number)
    const remove = (path: string) => left.has(number) || whenKept(() => removeAll(path))
    let isMade = false
    const spool: Spool = {
      takesAll: true,
      create(id) {
        if (!isMade) makeFolder(own, 0o700)
        isMade = true
        return openSpoolFile(join(own, id), 'wx', synced)
      },
      reopen: (path) => openSpoolFile(path, 'a', synced),
      remove,
      // No record needs it. When a full disk waits for its room, nothing else can be written.
      discard: (path) => rm(path, { force: true }),
      leave: () => remove(own),
    }
    const { contents, checks = contentChecks(own) } = contentsOf.get(number) ?? {}
    contentsOf.delete(number)
    function lost(id: string, why: string): string {
      const owner = ownerOf(number, id)
      return owner ? lostText(...owner, why) : `The bytes of a file are lost: ${why}.`
    }
    return Object.assign(withChecks(spooledBlobs(spool, contents), checks, lost, tell), { outlives: true })
  }

  async function find(number: number, document: WorldDocument): Promise<void> {
    const own = folderOf(number)
    const contents: StoredEntry[] = []
    const checks = contentChecks(own)
    for (const content of ownedContents(document)) {
      const { id, size, paused } = content
      const path = join(own, id)
      const there = await stat(path).catch(() => undefined)
      // What arrived after the last commit was not acknowledged.
      if (there && there.size > size) {
        tell(`${path} has ${there.size - size} bytes more than the ${size} of its record. They are cut off: no commit has them.\n`)
        await truncate(path, size)
      }
      if (content.md5 !== undefined) checks.doubt(id, { size, md5: content.md5 })
      const fault = there && there.size >= size ? await faultAtStart(content, checks) : there ? otherSize(path, there.size) : missing(path)
      const lost = fault === undefined ? undefined : lostText(document.world, content, fault)
      if (lost !== undefined) tell(`${lost}\n`)
      const hash = paused && lost === undefined ? await hashOf(path) : undefined
      contents.push([id, { size, paused, place: { bytes: path, ...(hash && { hash }) }, ...(lost !== undefined && { lost }) }])
    }
    const ids = new Set(contents.map(([id]) => id))
    tellUnneeded(await removeFrom(own, ids), own)
    contentsOf.set(number, { contents, checks })
  }

  /** What is wrong with the bytes of a file, as far as it is read now. That of a half upload is read in any case. */
  async function faultAtStart({ id, size, md5, paused }: OwnedContent, checks: ContentChecks): Promise<string | undefined> {
    if (md5 === undefined) return undefined
    if (paused) return checks.fault(id)
    if (size > toRead) return undefined
    toRead -= size
    return checks.fault(id)
  }

  /** Removes files that are named as content is. Returns how many there are that must stay. */
  async function removeFrom(own: string, needed: ReadonlySet<string>): Promise<number> {
    const others = (await readdir(own).catch(() => [])).filter((name) => /^[0-9a-f]{32}$/.test(name) && !needed.has(name))
    if (keepsOthers) return others.length
    for (const name of others) await rm(join(own, name), { force: true })
    return 0
  }
  function tellUnneeded(count: number, where: string): void {
    if (count === 0) return
    tell(`No record needs ${count} files of ${where}. They stay, because something was lost: with it, they are needed again.\n`)
  }

  return {
    open,
    find,
    leave(number) {
      left.add(number)
      resting.begin(number)
    },
    drop(number) {
      resting.end(number)
      whenKept(() => removeAll(folderOf(number)))
    },
    restingBytes: resting.bytes,
    async removeOthers(gone) {
      let unneeded = 0
      for (const number of gone) {
        unneeded += await removeFrom(folderOf(number), new Set())
        if (!keepsOthers) await rmdir(folderOf(number)).catch(() => {})
      }
      tellUnneeded(unneeded, folder)
    },
  }
}

const removeAll = (path: string): Promise<void> => rm(path, { recursive: true, force: true })
