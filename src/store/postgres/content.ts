/** The bytes of files of worlds in PostgreSQL: they are written and read through the session to which the world belongs. */
import { createHash, type Hash } from 'node:crypto'
import { lostText, type OwnedContent, ownedContents } from '../../control/snapshot/contents.ts'
import type { WorldDocument } from '../../control/snapshot/world.ts'
import { type StoredBlob, storeOn } from '../../platform/blob-store.ts'
import type { BlobStore } from '../../world/platform.ts'
import type { KeptContent } from '../content/kept-content.ts'
import { type Piecewise, pieceWriter } from './piece-writer.ts'
import { type PiecesOfWorld, piecesOf, removeOrphans } from './pieces.ts'
import type { PostgresStore } from './postgres.ts'
import { isOfPostgres } from './target.ts'

/** A world that is let go ends its writers. */
export interface PostgresContent extends KeptContent {
  /** Removes the content of worlds that are gone. */
  removeOrphans(): Promise<void>
}

export interface PostgresContentOptions {
  readonly store: Pick<PostgresStore, 'session' | 'schema'>
  /** Calls when everything that was committed until now is kept. */
  whenKept(act: () => Promise<unknown>): void
  tell(text: string): void
}

type Entry = readonly [id: string, content: StoredBlob<Piecewise>]

export function postgresContent({ store, whenKept, tell }: PostgresContentOptions): PostgresContent {
  const before = new Map<number, readonly Entry[]>()
  /** How the use of the content of a world ends. */
  const leaving = new Map<number, () => void>()

  const removeLater = (act: () => Promise<unknown>) =>
    whenKept(async () => {
      try {
        await act()
      } catch (error) {
        // The next server that finds the world removes it.
        if (!isOfPostgres(error)) throw error
      }
    })

  function open(number: number): BlobStore {
    const pieces = piecesOf(store.session(), store.schema, number)
    const writers = new Set<(reason: Error) => void>()
    let left: Error | undefined
    leaving.set(number, () => {
      left = new Error('The world belongs to this server no more.')
      for (const end of writers) end(left)
    })
    const remove = (act: () => Promise<void>) => removeLater(async () => left || (await act()))
    const blobs = storeOn<Piecewise>(
      {
        writer(shelf, id, paused) {
          if (left) throw left
          return pieceWriter(pieces, writers, shelf, id, paused)
        },
        async *read({ id }, start, end) {
          for await (const bytes of pieces.read(id, start, end)) {
            if (left) throw left
            yield bytes
          }
        },
        remove: ({ id }) => remove(() => pieces.cut(id, 0)),
        close() {
          leaving.delete(number)
          remove(pieces.removeAll)
        },
      },
      before.get(number),
    )
    before.delete(number)
    return Object.assign(blobs, { outlives: true })
  }

  async function find(number: number, document: WorldDocument): Promise<void> {
    const pieces = piecesOf(store.session(), store.schema, number)
    const needed = new Map(ownedContents(document).map((content) => [content.id, content]))
    const sizes = await pieces.sizes()
    // What arrived after the last commit was not acknowledged.
    for (const [id, { all }] of sizes) {
      const size = needed.get(id)?.size ?? 0
      if (all > size) await pieces.cut(id, size)
    }
    const entries: Entry[] = []
    for (const content of needed.values()) {
      const { id, size, paused } = content
      const there = Math.min(size, sizes.get(id)?.whole ?? 0)
      const hash = paused && there === size ? await hashOf(pieces, content) : undefined
      const fault = there < size ? `the database has ${there} of its bytes` : faultOf(content, hash)
      const lost = fault === undefined ? undefined : lostText(document.world, content, fault)
      if (lost !== undefined) tell(`${lost}\n`)
      entries.push([id, { size, paused, place: { id, ...(hash && { hash }) }, ...(lost !== undefined && { lost }) }])
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
  return actual === undefined || md5 === undefined || actual === md5 ? undefined : `the database has other bytes, with the MD5 ${actual}`
}
