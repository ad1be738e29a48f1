/** The bytes of files in a folder that keeps worlds: each world has a folder of its own, and each content a file under its id. */
import { createHash, type Hash } from 'node:crypto'
import { createReadStream, existsSync, mkdirSync } from 'node:fs'
import { readdir, rm, rmdir, stat, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { lostText, ownedContents } from '../knobs/snapshot/contents.ts'
import type { WorldDocument } from '../knobs/snapshot/world.ts'
import { Misuse } from '../misuse.ts'
import type { Found } from '../platform/blob-store.ts'
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
  /** Something was lost that may need content: none is removed at the start. */
  readonly keepsOthers: boolean
  /** Calls when what removes a file is kept. */
  removeLater(path: string): void
  tell(text: string): void
}

type Entry = readonly [id: string, content: Found<FilePlace>]

export function keptContent({ folder, synced, keepsOthers, removeLater, tell }: ContentOptions): KeptContent {
  const found = new Map<number, Entry[]>()
  let unneeded = 0
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
    const { read } = store
    return Object.assign(store, {
      outlives: true,
      read(...asked: Parameters<BlobStore['read']>) {
        const bytes = read(...asked)
        const path = join(own, asked[0])
        // Before a reply begins that could not end.
        if (existsSync(path)) return bytes
        throw new Misuse(
          `The file ${path} is gone. Stop Standin, bring it back, and start again; or purge its file transfer.`,
          undefined,
          500,
        )
      },
    })
  }

  async function find(place: number, document: WorldDocument): Promise<void> {
    const own = folderOf(place)
    const contents: Entry[] = []
    for (const content of ownedContents(document)) {
      const { id, size, md5 } = content
      const path = join(own, id)
      const paused = md5 === undefined
      const there = await stat(path).catch(() => undefined)
      if (!there || there.size < size) {
        const lost = lostText(document.world, content, there ? `${path} has ${there.size} bytes` : `there is no file ${path}`)
        tell(`${lost}\n`)
        contents.push([id, { size, paused, place: { bytes: path }, lost }])
        continue
      }
      // What arrived after the last commit was not acknowledged.
      if (there.size > size) await truncate(path, size)
      contents.push([id, { size, paused, place: paused ? { bytes: path, hash: await hashOf(path) } : { bytes: path } }])
    }
    const ids = new Set(contents.map(([id]) => id))
    await removeFrom(own, ids)
    found.set(place, contents)
  }

  /** Removes files that are named as content is. */
  async function removeFrom(own: string, needed: ReadonlySet<string>): Promise<void> {
    const others = (await readdir(own).catch(() => [])).filter((name) => /^[0-9a-f]{32}$/.test(name) && !needed.has(name))
    if (keepsOthers) unneeded += others.length
    else for (const name of others) await rm(join(own, name), { force: true })
  }

  return {
    open,
    find,
    async removeOthers(places) {
      for (const name of await readdir(folder).catch(() => [])) {
        if (!/^\d+$/.test(name) || places.has(Number(name))) continue
        await removeFrom(join(folder, name), new Set())
        if (!keepsOthers) await rmdir(join(folder, name)).catch(() => {})
      }
      if (unneeded > 0)
        tell(`No record needs ${unneeded} files of ${folder}. They stay, because something was lost: with it, they are needed again.\n`)
    },
  }
}

/** The state of the hash of an upload that goes on. */
async function hashOf(path: string): Promise<Hash> {
  const hash = createHash('md5')
  for await (const chunk of createReadStream(path)) hash.update(chunk as Uint8Array)
  return hash
}
