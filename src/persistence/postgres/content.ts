/** Worlds' content in PostgreSQL, written and read through the session that owns the world. */
import { createHash, type Hash } from 'node:crypto'
import { type Spool, type SpoolFile, type StoredEntry, spooledBlobs } from '../../platform/node-blobs.ts'
import type { BlobStore } from '../../service/world/platform.ts'
import type { WorldContents } from '../content/content-folder.ts'
import { lostText, type OwnedContent, ownedContents } from '../snapshot/contents.ts'
import type { WorldDocument } from '../snapshot/world.ts'
import { type PiecesOfWorld, piecesOf, removeOrphans } from './pieces.ts'
import type { PostgresStore } from './postgres.ts'
import { isOfPostgres } from './target.ts'

/** Unloading a world aborts its writers. */
export interface PostgresContent extends WorldContents {
  removeOrphans(): Promise<void>
}

export interface PostgresContentOptions {
  readonly store: Pick<PostgresStore, 'session' | 'schema'>
  whenStored(act: () => Promise<unknown>): void
  tell(text: string): void
}

export function postgresContent({ store, whenStored, tell }: PostgresContentOptions): PostgresContent {
  const before = new Map<number, readonly StoredEntry[]>()
  /** Functions that stop the use of a world's content, keyed by the world's number. */
  const leaving = new Map<number, () => void>()

  const removeLater = (act: () => Promise<unknown>) =>
    whenStored(async () => {
      try {
        await act()
      } catch (error) {
        // The next server that loads the world removes the content.
        if (!isOfPostgres(error)) throw error
      }
    })

  function open(number: number): BlobStore {
    const pieces = piecesOf(store.session(), store.schema, number)
    let left: Error | undefined
    const unlessLeft = async (act: () => Promise<void>) => left || (await act())
    // If this fails, `find` removes the bytes.
    const cut = async (id: string, size: number) => void (await unlessLeft(() => pieces.cut(id, size)))
    const removeWhenKept = (act: () => Promise<void>) => removeLater(() => unlessLeft(act))
    function fileOf(id: string, size: number): SpoolFile {
      let stored = size
      let isCut = false
      return {
        path: id,
        async append(gathered) {
          // Removes an earlier writer's bytes.
          if (!isCut) await pieces.cut(id, size)
          isCut = true
          const bytes = Buffer.concat(gathered)
          await pieces.append(id, stored, bytes)
          stored += bytes.length
        },
        cut: (to) => cut(id, to),
        async end() {},
      }
    }
    const spool: Spool = {
      takesAll: true,
      create: (id) => fileOf(id, 0),
      reopen: fileOf,
      async *read(id, start, end) {
        for await (const bytes of pieces.read(id, start, end)) {
          if (left) throw left
          yield bytes
        }
      },
      remove: (id) => removeWhenKept(() => pieces.cut(id, 0)),
      discard: (id) => cut(id, 0),
      leave() {
        leaving.delete(number)
        removeWhenKept(pieces.removeAll)
      },
    }
    const blobs = spooledBlobs(spool, before.get(number))
    before.delete(number)
    leaving.set(number, () => {
      left = new Error('The world is no longer on this server.')
      blobs.endWriting(left)
    })
    return Object.assign(blobs, { outlives: true })
  }

  async function find(number: number, document: WorldDocument): Promise<void> {
    const pieces = piecesOf(store.session(), store.schema, number)
    const needed = new Map(ownedContents(document).map((content) => [content.id, content]))
    const sizes = await pieces.sizes()
    // Bytes after the last commit were never acknowledged, so they are removed.
    for (const [id, { all }] of sizes) {
      const size = needed.get(id)?.size ?? 0
      if (all > size) await pieces.cut(id, size)
    }
    const entries: StoredEntry[] = []
    for (const content of needed.values()) {
      const { id, size, paused } = content
      const there = Math.min(size, sizes.get(id)?.whole ?? 0)
      const hash = paused && there === size ? await hashOf(pieces, content) : undefined
      const fault = there < size ? `the database contains only ${there} of its bytes` : faultOf(content, hash)
      const lost = fault === undefined ? undefined : lostText(document.world, content, fault)
      if (lost !== undefined) tell(`${lost}\n`)
      entries.push([id, { size, paused, place: { bytes: id, ...(hash && { hash }) }, ...(lost !== undefined && { lost }) }])
    }
    before.set(number, entries)
  }
  return {
    open,
    find,
    leave(number) {
      leaving.get(number)?.()
      leaving.delete(number)
    },
    drop: (number) => removeLater(() => piecesOf(store.session(), store.schema, number).removeAll()),
    removeOrphans: () => removeOrphans(store.session(), store.schema),
  }
}

async function hashOf(pieces: PiecesOfWorld, { id, size }: OwnedContent): Promise<Hash> {
  const hash = createHash('md5')
  for await (const bytes of pieces.read(id, 0, size)) hash.update(bytes)
  return hash
}

function faultOf({ md5 }: OwnedContent, hash: Hash | undefined): string | undefined {
  const actual = hash?.copy().digest('hex')
  return actual === undefined || md5 === undefined || actual === md5
    ? undefined
    : `the database contains different bytes, with MD5 ${actual}`
}
