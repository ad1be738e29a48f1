/** Records bodies while they are read. */
import { encodeBase64 } from '../../persistence/snapshot-contents.ts'
import { type AnswerBody, BodyTooLarge, type CallBody, ClientGone, isStream } from '../../service/wire/call.ts'
import { utf8 } from '../../service/wire/text.ts'
import type { Hashing } from '../../service/world/platform.ts'
import type { Content, LineOf } from '../capsule-lines.ts'
import type { CapsuleStore, ContentWriter } from './store.ts'

export type Read = Omit<LineOf<'body'>, 'event' | 'n' | 'at'>

/** Maximum size in bytes of a body that is stored within a line. */
const mostInside = 65_536
/** Maximum length in characters of a reply that is stored as text. For longer replies, comparing hashes is enough. */
const mostText = 1_048_576

export interface BodyTools {
  sha256(): Hashing
  readonly keep: NonNullable<CapsuleStore['keep']>
  kept(text: string): string
}

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function textOf(bytes: Uint8Array): string | undefined {
  try {
    return strict.decode(bytes)
  } catch {
    return undefined
  }
}

function hashOf(bytes: Uint8Array, sha256: () => Hashing): string {
  const hashing = sha256()
  hashing.update(bytes)
  return hashing.end()
}

/** `isText`: true to remove secrets. File bytes are left unchanged. */
export function contentOf(bytes: Uint8Array, isText: boolean, { sha256, keep, kept }: BodyTools): Content {
  const text = isText && bytes.length <= 16 * mostInside ? textOf(bytes) : undefined
  if (text !== undefined) return { text: kept(text) }
  if (bytes.length <= mostInside) return { base64: encodeBase64([bytes]) }
  const hash = hashOf(bytes, sha256)
  const content = keep()
  content.write(bytes)
  content.end(hash)
  return { sha256: hash, size: bytes.length }
}

type ReplyContent = Content & { streamed?: true }

export function replyContent(body: AnswerBody | undefined, { sha256, kept }: Pick<BodyTools, 'sha256' | 'kept'>): ReplyContent {
  if (body === undefined) return {}
  if (isStream(body)) return { streamed: true }
  const text = typeof body === 'string' ? body : textOf(body)
  if (text !== undefined && text.length <= mostText) return { text: kept(text) }
  const bytes = typeof body === 'string' ? utf8(body) : body
  return { sha256: hashOf(bytes, sha256), size: bytes.length }
}

/** `read` returns the recorded body. `waiting`: the number of bytes that stay in memory until `read` is called. */
type Done = (read: () => Read, waiting: number) => void

export function watchedBody(body: CallBody, isText: boolean, tools: BodyTools, done: Done): CallBody {
  const failed = (thrown: unknown, received: number): void => {
    if (thrown instanceof ClientGone) done(() => ({ ended: 'gone', received }), 0)
    if (thrown instanceof BodyTooLarge) done(() => ({ ended: 'too-large', received }), 0)
  }
  return {
    async collect(limit, arrived) {
      let received = 0
      const note = (bytes: number) => {
        received += bytes
        arrived?.(bytes)
      }
      try {
        const bytes = await body.collect(limit, note)
        const isLarge = bytes.length > mostInside
        const content = isLarge ? contentOf(bytes, isText, tools) : undefined
        done(() => content ?? contentOf(bytes, isText, tools), bytes.length)
        return bytes
      } catch (thrown) {
        failed(thrown, received)
        throw thrown
      }
    },
    chunks: () => watchedChunks(body.chunks(), tools, done),
  }
}

async function* watchedChunks(chunks: AsyncIterable<Uint8Array>, { sha256, keep }: BodyTools, done: Done): AsyncIterable<Uint8Array> {
  const hashing = sha256()
  const sizes: number[] = []
  let buffered: Uint8Array[] | undefined = []
  let size = 0
  let beside: ContentWriter | undefined
  let ended: Read['ended'] = 'unread'
  try {
    for await (const chunk of chunks) {
      size += chunk.byteLength
      sizes.push(chunk.byteLength)
      hashing.update(chunk)
      buffered?.push(chunk.slice())
      if (buffered && size > mostInside) {
        beside = keep()
        for (const each of buffered) beside.write(each)
        buffered = undefined
      } else beside?.write(chunk.slice())
      yield chunk
    }
    ended = undefined
  } catch (thrown) {
    if (thrown instanceof ClientGone) ended = 'gone'
    throw thrown
  } finally {
    const hash = hashing.end()
    beside?.end(hash)
    const content = buffered ? { base64: encodeBase64(buffered) } : { sha256: hash, size }
    const read = { ...content, ...(sizes.length > 1 && sizes.length <= mostSizes && { chunks: sizes }), ...(ended && { ended }) }
    done(() => read, size)
  }
}

/** Maximum number of chunk sizes to record. Beyond that, the replay chooses its own chunks. */
const mostSizes = 1_000
