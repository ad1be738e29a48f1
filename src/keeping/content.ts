/** The bytes of files in a folder that keeps worlds: each world has a folder of its own, and each content a file under its id. */
import { createHash, type Hash } from 'node:crypto'
import { createReadStream, mkdirSync } from 'node:fs'
import { readdir, rm, stat, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { ownedContents } from '../knobs/snapshot/contents.ts'
import type { WorldDocument } from '../knobs/snapshot/world.ts'
import type { Kept } from '../platform/blob-store.ts'
import { type FilePlace, type Spool, spooledBlobs } from '../platform/node-blobs.ts'
import { openSpoolFile } from '../platform/spool-file.ts'
import type { BlobStore } from '../state/platform.ts'

export interface KeptContent {
  /** The content of a world. Files are removed when what removes them is kept. */
  open(place: number): BlobStore
  /** Finds the content of a world that is there again. Removes what belongs to nothing. */
  find(place: number, document: WorldDocument): Promise<void>
  /** Removes the content of worlds that are gone. */
  removeOthers(places: ReadonlySet<number>): Promise<void>
}

export interface ContentOptions {
  readonly folder: string
  /** Whether bytes go to the disk before content counts as stored. */
  readonly synced: boolean
  /** Calls when what removes a file is kept. */
  removeLater(path: string): void
  tell(text: string): void
}

type Found = readonly [id: string, content: Kept<FilePlace> & { readonly paused: boolean }]

export function keptContent({ folder, synced, removeLater, tell }: ContentOptions): KeptContent {
  const found = new Map<number, Found[]>()
  const folderOf = (place: number) => join(folder, String(place))

  function open(place: number): BlobStore {
    const own = folderOf(place)
    let isMade = false
    const spool: Spool = {
      takesAll: true,
      create(id) {
        if (!isMade) mkdirSync(own, { recursive: true })
        isMade = true
        return openSpoolFile(join(own, id), 'wx', synced)
      },
      reopen: (path) => openSpoolFile(path, 'a', synced),
      remove: removeLater,
      // No record needs it. When a full disk waits for its room, nothing else can be written.
      discard: (path) => void rm(path, { force: true }).catch(() => {}),
      enter() {},
      leave: () => removeLater(own),
    }
    const store = spooledBlobs(spool, found.get(place))
    found.delete(place)
    return Object.assign(store, { outlives: true })
  }

  async function find(place: number, document: WorldDocument): Promise<void> {
    const own = folderOf(place)
    const contents: Found[] = []
    for (const { id, size, md5, place: where } of ownedContents(document)) {
      const path = join(own, id)
      const there = await stat(path).catch(() => undefined)
      if (!there || there.size < size) {
        tell(`${path} has ${there?.size ?? 0} bytes, and not ${size}: the content of ${document.world}, ${where}, is lost.\n`)
        continue
      }
      // What arrived after the last commit was not acknowledged.
      if (there.size > size) await truncate(path, size)
      const paused = md5 === undefined
      contents.push([id, { size, paused, place: paused ? { bytes: path, hash: await hashOf(path) } : { bytes: path } }])
    }
    const ids = new Set(contents.map(([id]) => id))
    for (const name of await readdir(own).catch(() => [])) if (!ids.has(name)) await rm(join(own, name), { force: true })
    found.set(place, contents)
  }

  return {
    open,
    find,
    async removeOthers(places) {
      for (const name of await readdir(folder).catch(() => []))
        if (!places.has(Number(name))) await rm(join(folder, name), { recursive: true, force: true })
    },
  }
}

/** The state of the hash of an upload that goes on. */
async function hashOf(path: string): Promise<Hash> {
  const hash = createHash('md5')
  for await (const chunk of createReadStream(path)) hash.update(chunk as Uint8Array)
  return hash
}
