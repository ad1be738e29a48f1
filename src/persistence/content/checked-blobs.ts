/** Wraps a content store, and verifies the stored bytes before they are read. */
import { Misuse } from '../../service/wire/misuse.ts'
import type { Blob, BlobStore, BlobWriter } from '../../service/world/platform.ts'
import type { ContentChecks } from './checks.ts'

/** `lostText`: returns the message for lost content. `tell`: reports each message once. */
export function withChecks(
  store: BlobStore,
  checks: ContentChecks,
  lostText: (id: string, why: string) => string,
  tell: (text: string) => void,
): BlobStore {
  const { create, restore, read, remove } = store
  const told = new Set<string>()

  /** Registers new content: it is trusted, unless it continues untrusted content. */
  function registering(writer: BlobWriter, paused?: string): BlobWriter {
    const { finish, pause } = writer
    const isRight = paused === undefined || checks.isTrusted(paused)
    function note(blob: Blob): Blob {
      if (isRight) checks.trust(blob.id, blob)
      else checks.doubt(blob.id, blob)
      return blob
    }
    return Object.assign(writer, { finish: () => finish().then(note), pause: () => pause().then(note) })
  }
  function demandRight(id: string, fault: string | undefined): void {
    if (fault === undefined) return
    const text = lostText(id, fault)
    if (!told.has(text)) tell(`${text}\n`)
    told.add(text)
    throw new Misuse(text, undefined, 500)
  }
  const check = (id: string) => checks.fault(id)?.then((fault) => demandRight(id, fault))
  async function* checked(id: string, bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    await check(id)
    yield* bytes
  }
  return Object.assign(store, {
    create: (paused?: string) => registering(create(paused), paused),
    restore: (id: string) => registering(restore(id)),
    read: (id: string, start: number, end: number) => checked(id, read(id, start, end)),
    remove(id: string) {
      remove(id)
      checks.forget(id)
    },
    check,
  })
}
