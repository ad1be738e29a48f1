/** Checks messages to and from a real implementation: drops hop-by-hop headers, limits body sizes, and allows only known recipients. */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { promisify } from 'node:util'
import { type BrotliOptions, brotliDecompress, gunzip, inflate, type ZlibOptions } from 'node:zlib'
import { BodyTooLarge, gatherChunks } from '../service/wire/call.ts'
import { excessIn, parseJson, scan } from '../service/wire/json.ts'
import { Misuse } from '../service/wire/misuse.ts'
import type { EnvironmentFile } from './environment-file.ts'

/** Maximum size in bytes of a body in memory. */
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

/** True if a message has a body. A chunked body can be empty. */
export const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** Reads a message's whole body. Rejects with {@link Misuse} if the body exceeds {@link mostBody}. */
export async function wholeBody(message: AsyncIterable<Uint8Array>, sender: string): Promise<Buffer> {
  const bytes = await gatherChunks(message, mostBody).catch((thrown: unknown) => {
    throw thrown instanceof BodyTooLarge ? new Misuse(`${sender} sent a body larger than ${mostBody} bytes.`, undefined, 502) : thrown
  })
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

const unpackings = new Map([
  ['gzip', promisify<Buffer, ZlibOptions, Buffer>(gunzip)],
  ['x-gzip', promisify<Buffer, ZlibOptions, Buffer>(gunzip)],
  ['deflate', promisify<Buffer, ZlibOptions, Buffer>(inflate)],
  ['br', promisify<Buffer, BrotliOptions, Buffer>(brotliDecompress)],
])

/** Decompresses a body. Resolves to `undefined` if the body cannot be decompressed. `most`: maximum size of the result in bytes. */
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
 * Fetches a response. Reading its body fails after {@link mostBody} bytes. Does not follow redirects, which could send the call and its
 * body anywhere.
 */
export async function fetchBounded(call: Request | string, init: RequestInit & { readonly signal: AbortSignal }): Promise<Response> {
  const reply = await fetch(call, { ...init, redirect: 'manual' })
  let left = mostBody
  const bounded = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      left -= chunk.byteLength
      if (left < 0) throw new Error(`the reply is larger than ${mostBody} bytes`)
      controller.enqueue(chunk)
    },
  })
  return new Response(reply.body?.pipeThrough(bounded), reply)
}

/** Returns an error's message, followed by the message of its cause. */
export function messageOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown)
  return thrown.cause instanceof Error ? `${thrown.message}: ${thrown.cause.message}` : thrown.message
}

/** Order members that name a recipient, in lowercase. Source: notifications §3, §14.2. */
const members = new Set([
  'emailaddress',
  'phonenumber',
  'mobilenumber',
  'nationalidentitynumber',
  'orgnumber',
  'organizationnumber',
  'externalidentity',
])

/** Ignores case, as the live services do. Uppercasing first also folds letters such as the Kelvin sign. */
const isRecipient = (name: string | number) => typeof name === 'string' && members.has(name.toUpperCase().toLowerCase())

/**
 * False for deliberately invalid values, which no message can reach. Numbers can contain spaces, and digits from any script. Source:
 * notifications §4.6.
 */
function isReachable(value: string): boolean {
  const plain = value.normalize('NFKC')
  return /[@:%+]|^\s*00/.test(plain) || (plain.match(/\p{Nd}/gu)?.length ?? 0) >= 5
}

/** Returns the recipients in a parsed body. `isNamed`: the value belongs to a member that names a recipient. */
export function recipientsIn(value: unknown, isNamed = false): string[] {
  if (typeof value !== 'object' || value === null) return isNamed && isReachable(String(value)) ? [String(value)] : []
  return Object.entries(value).flatMap(([name, each]) => recipientsIn(each, isNamed || (!Array.isArray(value) && isRecipient(name))))
}

/**
 * Throws {@link Misuse} if a body might send a message to a recipient who is not in the file, or if the body is not a single valid JSON
 * value, which the service might interpret differently.
 */
export function demandRecipients(body: Buffer, headers: IncomingHttpHeaders, { name, recipients }: EnvironmentFile): void {
  if (body.length === 0) return
  const named: string[] = []
  const why = whyNotType(headers) ?? whyNotJson(body, named)
  if (why !== undefined)
    throw new Misuse(`The call is not sent to ${name}, because its recipients cannot be determined reliably: ${why}.`, undefined, 409)
  const allowed = new Set(Object.values(recipients))
  const other = named.find((each) => !allowed.has(each))
  if (other === undefined) return
  throw new Misuse(
    `No message is sent to ${JSON.stringify(other.slice(0, 100))}: it is not among the recipients in ${name}.`,
    undefined,
    409,
  )
}

const json = /^(?:application\/json|text\/json|application\/[\w!#$&^.-]+\+json)$/i

function whyNotType(headers: IncomingHttpHeaders): string | undefined {
  if (headers['content-encoding'] !== undefined) return 'the body has a content encoding'
  const type = headers['content-type']
  if (type === undefined) return undefined
  const [media = '', ...parameters] = type.split(';').map((part) => part.trim())
  if (!json.test(media)) return `the content type is ${JSON.stringify(media.slice(0, 100))}, not application/json`
  const charset = parameters.find((each) => /^charset/i.test(each) && !/^charset="?utf-8"?$/i.test(each))
  return charset === undefined ? undefined : `the content type has ${JSON.stringify(charset.slice(0, 100))}, not charset=utf-8`
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Adds each recipient to `named`, including those in duplicate members. If the body is not JSON, returns why. */
function whyNotJson(body: Buffer, named: string[]): string | undefined {
  const text = decode(body)
  if (text === undefined) return 'the body is not UTF-8'
  if (text.startsWith('\uFEFF')) return 'the body begins with a byte order mark'
  const excess = excessIn(text, body.length)
  if (excess !== undefined) return `the body ${excess}`
  const broken = scan(text, (path, end, _, start) => {
    if (text[start] !== '{' && text[start] !== '[' && path.some(isRecipient))
      named.push(...recipientsIn(JSON.parse(text.slice(start, end)), true))
  })
  return broken || parseJson(text) === undefined ? 'the body is not a single JSON value' : undefined
}

function decode(body: Buffer): string | undefined {
  try {
    return utf8.decode(body)
  } catch {
    return undefined
  }
}
