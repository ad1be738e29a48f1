/** Spools a capsule alongside file contents, and joins segments into a single capsule. */
import { Misuse } from '../../service/wire/misuse.ts'
import type { Blob, Platform } from '../../service/world/platform.ts'
import type { CapsuleLine } from '../capsule-lines.ts'

/** Writes content that is too large for a line. */
export interface ContentWriter {
  write(chunk: Uint8Array): void
  /** `sha256`: the hash of all the bytes. */
  end(sha256: string): void
}

export interface CapsuleStore {
  /** Writes complete lines in UTF-8. The buffer is reused after the call. */
  write(lines: Uint8Array): void
  /** Stores the bytes of a body alongside the lines. If absent, bodies are written as lines. */
  readonly keep?: () => ContentWriter
  /** Resolves once everything is written. */
  end(): Promise<void>
  /** Reads the whole file. Call this after `end`. */
  read(): AsyncIterable<Uint8Array>
  /** The file's path; absent if the capsule is stored only in this process. */
  readonly file?: string
  remove?(): void
}

export function spooledStore({ openBlobs }: Platform): CapsuleStore {
  const blobs = openBlobs()
  const blob = blobs.create()
  const gzip = new CompressionStream('gzip')
  const input = gzip.writable.getWriter()
  let whole: Blob | undefined
  const copied = (async () => {
    for await (const chunk of gzip.readable) await blob.write(chunk)
    whole = await blob.finish()
  })()
  let failed: { readonly thrown: unknown } | undefined
  copied.catch((thrown) => {
    failed = { thrown }
  })
  /** Ignores a failed write, because awaiting `copied` reports the failure. */
  const nothing = () => {}
  return {
    write(lines) {
      if (failed) throw failed.thrown
      input.write(lines.slice() as Uint8Array<ArrayBuffer>).catch(nothing)
    },
    async end() {
      if (!failed) await input.close().catch(nothing)
      await copied
    },
    read() {
      if (!whole) throw new Misuse('The capsule was not stored.', undefined, 409)
      return blobs.read(whole.id, 0, whole.size)
    },
    remove: () => blobs.close(),
  }
}

/** Joins segments into the lines of a single capsule. `head`: the first line. World snapshots in later segments are left out. */
export async function* joinedSegments(head: string, segments: readonly (CapsuleStore | undefined)[]): AsyncGenerator<string> {
  const begun = new Set<number>()
  let nth = 0
  let last = 0
  for (const segment of segments) {
    if (!segment) continue
    const lines = await linesOf(segment)
    if (nth === 0) yield headOf(head, lines)
    // In the first segment, a world's snapshot describes the world's state at its `start` line.
    const waiting = new Set(nth === 0 ? lines.flatMap((line) => (line.event === 'start' ? line.world : [])) : [])
    for (const line of lines) {
      if (line.event === 'start') waiting.delete(line.world)
      if ('at' in line) last = Math.max(last, line.at)
      const wanted = isWanted(line, { isFirst: nth === 0, waiting, begun })
      if (wanted) yield JSON.stringify(wanted === true ? line : wanted)
    }
    nth++
  }
  yield JSON.stringify({ event: 'end', at: last })
}

/** Returns the capsule's first line, with the time of the earliest snapshot as the capsule's time. */
function headOf(head: string, lines: readonly CapsuleLine[]): string {
  const first = lines.flatMap((line) => (line.event === 'world' ? line.at : []))
  const { at, ...others } = JSON.parse(head) as { readonly at: number }
  return JSON.stringify({ ...others, at: first.length > 0 ? Math.min(...first) : at })
}

interface SegmentPlace {
  readonly isFirst: boolean
  /** Worlds without a `start` line so far. */
  readonly waiting: ReadonlySet<string>
  readonly begun: Set<number>
}

/**
 * Returns true if a line should be included, or the line to include instead. For a call that began before the capsule, only changes to a
 * world are included.
 */
function isWanted(line: CapsuleLine, { isFirst, waiting, begun }: SegmentPlace): boolean | CapsuleLine {
  switch (line.event) {
    case 'capsule':
    case 'start':
    case 'end':
      return false
    case 'world':
      return isFirst
    case 'call':
    case 'control':
      if (waiting.has(line.world)) return false
      begun.add(line.n)
      return true
    case 'wake':
    case 'jobs':
    case 'stranger':
      return !waiting.has(line.world)
    case 'outgoing':
      return waiting.size === 0
    case 'headers':
    case 'token':
    case 'trust':
    case 'piece':
      return true
    default:
      if (begun.has(line.n)) return true
      return 'commits' in line && waiting.size === 0 ? { event: 'stranger', world: 'default', at: line.at } : false
  }
}

async function linesOf(segment: CapsuleStore): Promise<CapsuleLine[]> {
  const chunks: Uint8Array<ArrayBuffer>[] = []
  for await (const chunk of segment.read()) chunks.push(chunk.slice())
  const text = await new Response(new Blob(chunks).stream().pipeThrough(new DecompressionStream('gzip'))).text()
  // Standin wrote these lines itself, so they are not validated.
  return text.split('\n').flatMap((line) => (line === '' ? [] : (JSON.parse(line) as CapsuleLine)))
}
