/** Stores and removes the content of file transfers. */
import { ClientGone, unlessGone } from '../../../wire/http/call.ts'
import type { BlobSink } from '../../../wire/http/form.ts'
import type { Act } from '../../../world/act.ts'
import type { BlobStore, Platform } from '../../../world/platform.ts'
import { dropUploads, type PausedContent } from '../../resumable-upload/records/resumable-upload.ts'
import type { Content, FileTransfer } from './file-transfer.ts'
import { moveFileTransfer } from './file-transfer-moves.ts'
import { malwareSearch } from './malware.ts'

interface ContentSink extends BlobSink<Content> {
  /** More content follows later. */
  pause(): Promise<PausedContent>
}

/** Stores content. Searches it for malware meanwhile if it will be scanned, so that it is read once. */
export function openContent(blobs: BlobStore, scanned: boolean, paused?: PausedContent): ContentSink {
  const writer = blobs.create(paused?.id)
  const search = scanned ? malwareSearch(paused?.search) : undefined
  return {
    write(chunk) {
      const room = writer.write(chunk)
      search?.add(chunk)
      return room
    },
    finish: async () => ({ ...(await writer.finish()), malware: search?.found() ?? false }),
    pause: async () => ({ ...(await writer.pause()), search: search?.state() }),
    discard: () => writer.discard(),
  }
}

/** Stores all chunks, as fast as the store takes them. Keeps nothing if that fails. */
export async function storeContent(
  sink: BlobSink<Content>,
  chunks: AsyncIterable<Uint8Array>,
  signal: AbortSignal | undefined,
): Promise<Content> {
  try {
    await pourContent(sink, chunks, signal)
    return await sink.finish()
  } catch (thrown) {
    const discarded = sink.discard()
    // Do not wait for the disk when the client has gone.
    if (!(thrown instanceof ClientGone)) await discarded
    throw thrown
  }
}

/** Writes all chunks, as fast as the store takes them. */
export async function pourContent(
  sink: BlobSink<unknown>,
  chunks: AsyncIterable<Uint8Array>,
  signal: AbortSignal | undefined,
): Promise<void> {
  for await (const chunk of chunks) {
    if (signal?.aborted) throw new ClientGone()
    const full = sink.write(chunk)
    if (full !== undefined) await unlessGone(full, signal)
  }
}

/** Removes the content of a transfer. Its record keeps the size. */
export function purgeFileTransfer(act: Act<'storage'>, transfer: FileTransfer): void {
  const { world, environment, reach, commit } = act
  const { content } = transfer
  if (content) reach('storage')
  commit(() => {
    moveFileTransfer(act, transfer, 'Purged')
    if (content) world.blobs.remove(content.id)
    dropUploads(world, environment, transfer.id)
  })
}

const form = /^generated-(-?\d+)-(\d+)$/

/** The id holds the seed and the size. */
export const generatedContent = (seed: number, size: number): Content => ({
  id: `generated-${seed}-${size}`,
  size,
  md5: null,
  malware: false,
})

/** Bytes of generated content; undefined for the id of stored content. */
export function generatedSize(id: string): number | undefined {
  const [, , size] = form.exec(id) ?? []
  return size === undefined ? undefined : Number(size)
}

/** A store that also reads generated content. */
export function withGeneratedContent(store: BlobStore, breathe: Platform['breathe']): BlobStore {
  return {
    outlives: store.outlives === true,
    create: (paused) => store.create(paused),
    restore: (id) => store.restore(id),
    list: () => store.list(),
    read(id, start, end) {
      const [, seed, size] = form.exec(id) ?? []
      if (size === undefined) return store.read(id, start, end)
      if (!(start >= 0 && start <= end && end <= Number(size))) throw new RangeError(`Bytes ${start} to ${end} of ${size}.`)
      return generate(Number(seed), start, end, breathe)
    },
    check: (id) => (form.test(id) ? undefined : store.check?.(id)),
    remove: (id) => store.remove(id),
    get held() {
      return store.held
    },
    close: () => store.close(),
  }
}

/** Bytes that are computed together. */
const blockSize = 2 ** 16
/** A reader in this process would otherwise let no timer in until the last byte: it could not even leave. */
const blocksOfBreath = 16

async function* generate(seed: number, start: number, end: number, breathe: Platform['breathe']): AsyncGenerator<Uint8Array> {
  for (let at = start; at < end; ) {
    const block = Math.floor(at / blockSize)
    if (block % blocksOfBreath === blocksOfBreath - 1) await breathe()
    const from = block * blockSize
    const bytes = blockOf(seed, block)
    const next = Math.min(end, from + blockSize)
    yield bytes.subarray(at - from, next - from)
    at = next
  }
}

function blockOf(seed: number, block: number): Uint8Array {
  const words = new Uint32Array(blockSize / 4)
  const high = Math.floor(block / 2 ** 32)
  const key = mixed(mixed(mixed(seed) ^ Math.floor(seed / 2 ** 32)) ^ block) ^ mixed(high + 1)
  for (let at = 0; at < words.length; at++) words[at] = mixed(key + Math.imul(at, 0x9e3779b9))
  return new Uint8Array(words.buffer)
}

/** Mixes 32 bits: the last step of MurmurHash3. */
function mixed(value: number): number {
  let bits = value | 0
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return bits ^ (bits >>> 16)
}
