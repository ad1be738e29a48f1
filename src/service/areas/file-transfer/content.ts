/** Stores file transfer content, searches it for malware, and removes it. Source: file-transfer §5.2, decisions §7. */
import { ClientGone, unlessGone } from '../../wire/call.ts'
import type { BlobSink } from '../../wire/form.ts'
import { utf8 } from '../../wire/text.ts'
import { zulu } from '../../wire/timestamp.ts'
import type { BlobStore } from '../../world/platform.ts'
import type { Random } from '../../world/world.ts'
import type { Act } from '../operation.ts'
import { moveFileTransfer } from './records/moves.ts'
import { type Content, dropUploads, type FileTransfer, type PausedContent, type SearchState } from './records/transfer.ts'
import type { ScanResult } from './wire.ts'

export { generatedContent, generatedSize } from './content/generated.ts'
export { type ContentSource, contentStores, copyContent, storeAll } from './content/stores.ts'

interface ContentSink extends BlobSink<Content> {
  /** Pauses the upload, so that more content can be added later. */
  pause(): Promise<PausedContent>
}

/** Opens a sink that stores content. If `scanned`, the content is searched for malware as it arrives, so that it is read only once. */
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

/** Stores all chunks, with backpressure. On failure, nothing is stored. */
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
    // Does not wait for the disk if the client has disconnected.
    if (!(thrown instanceof ClientGone)) await discarded
    throw thrown
  }
}

/** Writes all chunks, with backpressure. */
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

/** Removes a transfer's content. The transfer's record still contains the size. */
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

// Split in two, so that virus scanners do not report this source file.
/** The EICAR test file: harmless, but reported by every scanner. */
export const malwareExample = utf8(`${'X5O!P%@AP[4\\PZX54(P^)7CC)7}'}${'$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'}`)
const testString = malwareExample
/** Maximum number of the test string's bytes that can be in an adjacent chunk. */
const reach = testString.length - 1

/**
 * Searches for the EICAR test string chunk by chunk, including across chunk boundaries. `before`: the state of an earlier search to resume.
 */
export function malwareSearch(before: SearchState = { found: false, tail: '' }) {
  let tail: Uint8Array = Uint8Array.from(before.tail, (sign) => sign.charCodeAt(0))
  let { found: isMalware } = before
  return {
    add(chunk: Uint8Array): void {
      if (isMalware) return
      isMalware = holds(joined(tail, chunk.subarray(0, reach))) || holds(chunk)
      tail = chunk.length < reach ? joined(tail, chunk).slice(-reach) : new Uint8Array(chunk.subarray(-reach))
    },
    found: () => isMalware,
    state: (): SearchState => ({ found: isMalware, tail: String.fromCharCode(...tail) }),
  }
}

/** Bytes to skip, indexed by the last byte in the window (Horspool): in most content, only every 68th byte is read. */
const steps = new Uint8Array(256).fill(testString.length)
testString.subarray(0, reach).forEach((byte, at) => {
  steps[byte] = reach - at
})

function holds(bytes: Uint8Array): boolean {
  for (let end = reach; end < bytes.length; end += steps[bytes[end] ?? 0] ?? 1) {
    let same = 0
    while (same < testString.length && bytes[end - same] === testString[reach - same]) same++
    if (same === testString.length) return true
  }
  return false
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(one.length + other.length)
  both.set(one)
  both.set(other, one.length)
  return both
}

/** The report contains a digest only for content up to this many bytes, because Web Crypto needs the whole content in memory. */
const mostDigested = 2 ** 20

/** Returns a hexadecimal digest. Empty if the content is too large. */
export async function sha256Of(content: AsyncIterable<Uint8Array>, size: number): Promise<string> {
  if (size > mostDigested) return ''
  let whole: Uint8Array<ArrayBuffer> = new Uint8Array()
  for await (const chunk of content) whole = joined(whole, chunk)
  return [...new Uint8Array(await crypto.subtle.digest('SHA-256', whole))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

type BadResult = Exclude<ScanResult, 'clean'>

const resultTypes = { infected: 'Malicious', error: 'Error' } as const
const malwareNames = { infected: ['Virus:DOS/EICAR_Test_File'], error: [] } as const

/** Returns the status text after a failed scan. */
export function malwareText(
  result: BadResult,
  { random, at, id, sha256 }: { random: Random; at: number; id: string; sha256: string },
): string {
  const type = resultTypes[result]
  const report = {
    CorrelationId: random.guid(),
    BlobUri: `https://storage.standin.example/brokerfiles/${id}`,
    ETag: `0x${random.hex(16).toUpperCase()}`,
    ScanFinishedTimeUtc: zulu(at),
    ScanResultType: type,
    ScanResultDetails: { MalwareNamesFound: malwareNames[result], Sha256: sha256, NotScannedReason: '' },
  }
  return `Malware scan failed: ${type}. Extra details: ${JSON.stringify(report)}`
}
