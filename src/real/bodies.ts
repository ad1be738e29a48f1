/** Reads messages from an untrusted service: drops hop-by-hop headers and limits the size of bodies. */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { promisify } from 'node:util'
import { type BrotliOptions, brotliDecompress, gunzip, inflate, type ZlibOptions } from 'node:zlib'
import { BodyTooLarge, gatherChunks } from '../service/wire/call.ts'
import { Misuse } from '../service/wire/misuse.ts'

/** Maximum size of a body in memory, in bytes. */
export const mostBody = 2 ** 25

/** Hop-by-hop headers, and headers that override the call's path. */
const notCarried = new Set([
  'connection',
  'expect',
  'host',
  'http2-settings',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'x-forwarded-path',
  'x-forwarded-prefix',
  'x-forwarded-uri',
  'x-original-uri',
  'x-original-url',
  'x-rewrite-url',
])

export type Headers = Record<string, string | string[]>

export function carriedHeaders(headers: IncomingHttpHeaders): Headers {
  const carried: Headers = {}
  for (const name in headers) {
    const value = headers[name]
    if (value !== undefined && !notCarried.has(name)) carried[name] = value
  }
  return carried
}

/** True if a message has a body, even an empty body. */
export const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** Returns all of a message's bytes. Throws {@link Misuse} beyond {@link mostBody}. */
export async function wholeBody(message: AsyncIterable<Uint8Array>, sender: string): Promise<Buffer> {
  const bytes = await gatherChunks(message, mostBody).catch((thrown: unknown) => {
    throw thrown instanceof BodyTooLarge ? new Misuse(`${sender} sends a body of more than ${mostBody} bytes.`, undefined, 502) : thrown
  })
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

const unpackings = new Map([
  ['gzip', promisify<Buffer, ZlibOptions, Buffer>(gunzip)],
  ['x-gzip', promisify<Buffer, ZlibOptions, Buffer>(gunzip)],
  ['deflate', promisify<Buffer, ZlibOptions, Buffer>(inflate)],
  ['br', promisify<Buffer, BrotliOptions, Buffer>(brotliDecompress)],
])

/** Decompresses a body; undefined if it cannot be decoded. `most`: maximum size of the result in bytes. */
export async function unpack(bytes: Buffer, encoding = 'identity', most: number): Promise<Buffer | 'too large' | undefined> {
  let unpacked = bytes
  for (const each of encoding.toLowerCase().split(',').toReversed()) {
    if (each.trim() === 'identity' || unpacked.length === 0) continue
    const next = await unpackings
      .get(each.trim())?.(unpacked, { maxOutputLength: most })
      .catch((thrown: unknown) => (Object(thrown).code === 'ERR_BUFFER_TOO_LARGE' ? 'too large' : undefined))
    if (!next || typeof next === 'string') return next === undefined ? undefined : 'too large'
    unpacked = next
  }
  return unpacked
}

/**
 * Fetches a response whose body fails beyond {@link mostBody}. Does not follow redirects, which could send the call and its body anywhere.
 */
export async function fetchBounded(call: Request | string, init: RequestInit & { readonly signal: AbortSignal }): Promise<Response> {
  const reply = await fetch(call, { ...init, redirect: 'manual' })
  let left = mostBody
  const bounded = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      left -= chunk.byteLength
      if (left < 0) throw new Error(`the reply has more than ${mostBody} bytes`)
      controller.enqueue(chunk)
    },
  })
  return new Response(reply.body?.pipeThrough(bounded), reply)
}

/** An error's message, with its cause's message. */
export function messageOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown)
  return thrown.cause instanceof Error ? `${thrown.message}: ${thrown.cause.message}` : thrown.message
}
