/** A store of content on any medium that keeps bytes. */
import type { BlobStore, BlobWriter } from '../state/platform.ts'

/** What writers see of their store. */
export interface Shelf<Place> {
  /** Ends each unfinished writer with a reason. */
  readonly writing: Set<(reason: Error) => void>
  /** Replaces the content that the id had before. */
  keep(id: string, size: number, place: Place): void
}

/** Unfinished content, to which a new writer appends. */
export interface Paused<Place> {
  readonly id: string
  readonly size: number
  readonly place: Place
}

/** One way to keep bytes. */
interface Medium<Place> {
  writer(shelf: Shelf<Place>, paused?: Paused<Place>): BlobWriter
  read(place: Place, start: number, end: number): AsyncIterable<Uint8Array>
  remove(place: Place): void
  close(): void
}

export function storeOn<Place>(medium: Medium<Place>): BlobStore {
  const kept = new Map<string, { readonly size: number; readonly place: Place }>()
  const writing: Shelf<Place>['writing'] = new Set()
  let bytes = 0
  let closed = false

  function keep(id: string, size: number, place: Place): void {
    bytes += size - (kept.get(id)?.size ?? 0)
    kept.set(id, { size, place })
  }
  function demand(id: string) {
    const content = kept.get(id)
    if (content === undefined) throw new Error(`There is no content ${id}.`)
    return content
  }
  return {
    create(paused) {
      if (closed) throw new Error('The store is closed.')
      return medium.writer({ writing, keep }, paused === undefined ? undefined : { id: paused, ...demand(paused) })
    },
    read(id, start, end) {
      const content = demand(id)
      if (!(start >= 0 && start <= end && end <= content.size)) throw new RangeError(`Bytes ${start} to ${end} of ${content.size}.`)
      return medium.read(content.place, start, end)
    },
    remove(id) {
      const content = kept.get(id)
      if (content === undefined) return
      kept.delete(id)
      bytes -= content.size
      medium.remove(content.place)
    },
    get held() {
      return { bytes, count: kept.size }
    },
    close() {
      if (closed) return
      closed = true
      for (const drop of writing) drop(new Error('The store is closed.'))
      for (const { place } of kept.values()) medium.remove(place)
      kept.clear()
      bytes = 0
      medium.close()
    },
  }
}
