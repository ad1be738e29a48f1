/** Contents of calls and replies: in memory, in a file, or only their size and hash. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate, inflateRaw } from 'node:zlib'
import { type CallHeaders, header } from '../../../service/wire/call.ts'
import type { Content, Digest } from '../exchange.ts'

export const contentSize = (content: Content): number => (content instanceof Uint8Array ? content.byteLength : content.size)

/** Maximum size in bytes of content that is compared member by member. For larger content, only the size and hash are compared. */
export const mostInMemory = 16 * 2 ** 20

/** Returns undefined if the content is absent or too large. */
export async function bytesOf(content: Content | undefined): Promise<Uint8Array | undefined> {
  if (content === undefined || content instanceof Uint8Array) return content
  return 'file' in content && content.size <= mostInMemory ? readFile(content.file) : undefined
}

/** Returns the first 64 KiB of the content as text; an empty string if only its hash is known. */
export async function beginningOf(content: Content | undefined): Promise<string> {
  if (content === undefined || !(content instanceof Uint8Array || 'file' in content)) return ''
  for await (const chunk of chunksOf(content)) return Buffer.from(chunk.subarray(0, mostAtOnce)).toString('utf8')
  return ''
}

const mostAtOnce = 2 ** 16

/** Yields zeros if only the content's size is known. */
export async function* chunksOf(content: Content): AsyncIterable<Uint8Array> {
  if (content instanceof Uint8Array) {
    yield content
    return
  }
  if ('file' in content) {
    yield* createReadStream(content.file) as AsyncIterable<Uint8Array>
    return
  }
  const zeros = new Uint8Array(2 ** 16)
  for (let left = content.size; left > 0; left -= zeros.byteLength) yield left < zeros.byteLength ? zeros.subarray(0, left) : zeros
}

export async function digestOf(content: Content): Promise<Digest> {
  const { size } = content instanceof Uint8Array ? { size: content.byteLength } : content
  if (!(content instanceof Uint8Array) && content.sha256 !== undefined) return { size, sha256: content.sha256 }
  const hash = createHash('sha256')
  for await (const chunk of chunksOf(content)) hash.update(chunk)
  return { size, sha256: hash.digest('hex') }
}

const decoders = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  // Some servers omit the zlib header.
  deflate: async (bytes: Uint8Array, options: { maxOutputLength: number }) =>
    promisify(inflate)(bytes, options).catch(() => promisify(inflateRaw)(bytes, options)),
  br: promisify(brotliDecompress),
} as const

/** Returns the decompressed bytes, or undefined if they are too large or do not match the `Content-Encoding` header. */
export async function unpacked(bytes: Uint8Array, headers: CallHeaders): Promise<Uint8Array | undefined> {
  const encodings = (header(headers, 'content-encoding') ?? '')
    .toLowerCase()
    .split(',')
    .map((each) => each.trim())
  let left: Uint8Array | undefined = bytes
  for (const encoding of encodings.toReversed()) {
    if (encoding === '' || encoding === 'identity' || left === undefined || left.byteLength === 0) continue
    if (!isDecoder(encoding)) return undefined
    left = await decoders[encoding](left, { maxOutputLength: mostInMemory }).catch(() => undefined)
  }
  return left
}

const isDecoder = (name: string): name is keyof typeof decoders => Object.hasOwn(decoders, name)

/** Returns the bytes, or a digest if there are too many. */
export async function gathered(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array | Digest> {
  const [hash, parts] = [createHash('sha256'), [] as Uint8Array[]]
  let size = 0
  for await (const chunk of chunks) {
    size += chunk.byteLength
    hash.update(chunk)
    if (size <= mostInMemory) parts.push(chunk)
    else parts.length = 0
  }
  return size <= mostInMemory ? Buffer.concat(parts) : { size, sha256: hash.digest('hex') }
}

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Returns undefined for bytes that are not UTF-8, or not in memory. */
export function textIn(bytes: Uint8Array | Digest | undefined): string | undefined {
  if (!(bytes instanceof Uint8Array)) return undefined
  try {
    return strict.decode(bytes)
  } catch {
    return undefined
  }
}
