/** Stores worlds' content in a data folder: one folder per world, and one file per content item, named after the item's id. */
import { readdir, rm, rmdir, stat, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { openSpoolFile, type Spool, type StoredEntry, spooledBlobs } from '../../platform/node-blobs.ts'
import { makeFolder } from '../../platform/node-path.ts'
import type { BlobStore } from '../../service/world/platform.ts'
import { lostText, type OwnedContent, ownedContents } from '../snapshot/contents.ts'
import type { WorldDocument } from '../snapshot/world.ts'
import { numbersIn } from '../sqlite/own-folder.ts'
import { type ContentChecks, contentChecks, hashOf, missing, otherSize, withChecks } from './checks.ts'
import type { OwnerOf } from './owners.ts'
import { restingContent } from './resting-content.ts'

export interface WorldContents {
  /** Opens a world's content. Files are deleted once their removal has been stored. */
  open(number: number): BlobStore
  /** Finds a loaded world's content. Removes content that has no record. */
  find(number: number, document: WorldDocument): Promise<void>
  /** Stops using an unloaded world's content without removing it. */
  leave(number: number): void
  /** Removes the content of a world that is not loaded. */
  drop(number: number): void
  restingBytes?(): number
}

export interface ContentFolder extends WorldContents {
  removeOthers(gone: readonly number[]): Promise<void>
}

export interface ContentOptions {
  readonly folder: string
  /** True if bytes are flushed to disk before content counts as stored. */
  readonly synced: boolean
  /** True if content without a record is preserved on startup, because lost records might need the content once they are restored. */
  readonly keepsOthers: boolean
  /** Runs `act` once all commits made so far are stored. */
  whenStored(act: () => Promise<unknown>): void
  tell(text: string): void
  /** Maximum number of bytes to verify when worlds are loaded. */
  readonly readAtStart?: number | undefined
  readonly ownerOf: OwnerOf
}

/** Number of bytes that MD5 hashes in about a quarter of a second. All other content is verified before its first use. */
const usuallyReadAtStart = 128 * 2 ** 20

export function contentFolder(options: ContentOptions): ContentFolder {
  const { folder, synced, keepsOthers, whenStored, tell, ownerOf } = options
  const contentsOf = new Map<number, { readonly contents: readonly StoredEntry[]; readonly checks: ContentChecks }>()
  let toRead = options.readAtStart ?? usuallyReadAtStart
  /** Numbers of unloaded worlds. */
  const left = new Set<number>()
  const resting = restingContent(folder, () => numbersIn(folder))
  const folderOf = (number: number) => join(folder, String(number))

  function open(number: number): BlobStore {
    const own = folderOf(number)
    left.delete(number)
    resting.end(number)
    const remove = (path: string) => left.has(number) || whenStored(() => removeAll(path))
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
      // Removes the file immediately: no record needs it, and the disk may be full.
      discard: (path) => rm(path, { force: true }),
      leave: () => remove(own),
    }
    const { contents, checks = contentChecks(own) } = contentsOf.get(number) ?? {}
    contentsOf.delete(number)
    function lost(id: string, why: string): string {
      const owner = ownerOf(number, id)
      return owner ? lostText(...owner, why) : `A file's content has been lost: ${why}.`
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
      // Bytes after the last commit were never acknowledged, so they are removed.
      if (there && there.size > size) {
        tell(
          `${path} is ${there.size - size} bytes longer than the ${size} bytes in its record. The excess is removed, because it was never committed.\n`,
        )
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

  /** Returns the problem with a file, if it has to be verified on startup. Unfinished uploads are always verified. */
  async function faultAtStart({ id, size, md5, paused }: OwnedContent, checks: ContentChecks): Promise<string | undefined> {
    if (md5 === undefined) return undefined
    if (paused) return checks.fault(id)
    if (size > toRead) return undefined
    toRead -= size
    return checks.fault(id)
  }

  /** Removes unneeded content files. Returns the number of unneeded files that are preserved. */
  async function removeFrom(own: string, needed: ReadonlySet<string>): Promise<number> {
    const others = (await readdir(own).catch(() => [])).filter((name) => /^[0-9a-f]{32}$/.test(name) && !needed.has(name))
    if (keepsOthers) return others.length
    for (const name of others) await rm(join(own, name), { force: true })
    return 0
  }
  function tellUnneeded(count: number, where: string): void {
    if (count === 0) return
    tell(
      `Files in ${where} that belong to no record: ${count}. They are not deleted, because lost records may need them if they are restored.\n`,
    )
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
      whenStored(() => removeAll(folderOf(number)))
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
