/** Types for this implementation's calls and replies, and functions that read bodies and paths. */
import type { IncomingMessage } from 'node:http'
import type { Claims } from './tokens.ts'

export interface Reply {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  /** An object is sent as JSON. If absent, there is no body. */
  readonly body?: object | string | undefined
}

export interface Call {
  readonly request: IncomingMessage
  readonly url: URL
  /** Path parameters. */
  readonly params: Readonly<Record<string, string>>
  readonly claims: Claims
}

export interface Row {
  /** The operation's id in the OpenAPI document. */
  readonly id: string
  readonly method: string
  readonly path: string
  /** The token must contain at least one of these scopes. An empty list accepts any token. If absent, no token is required. */
  readonly scopes?: readonly string[]
  /** Calls per minute, if the row has a limit. */
  readonly limit?: number
  readonly takes?: RegExp
  /** True if the `Accept` header is checked. Source: file-transfer §0.2. */
  readonly saysJson?: boolean
  /** True if refusals about the caller have no body, as in events and resumable uploads. Source: decisions §1 */
  readonly isBare?: boolean
  answer(call: Call): Reply | Promise<Reply>
}

/** Thrown for a refused call. */
export class Refused extends Error {
  readonly reply: Reply
  constructor(reply: Reply) {
    super(`refused with ${reply.status}`)
    this.reply = reply
  }
}

export function refuse(reply: Reply): never {
  throw new Refused(reply)
}

/** Source: notifications §1.3 */
const mostBytes = 30_000_000

/** `tooLarge`: the reply if the body is larger than `most` bytes. */
export async function bytesOf(request: IncomingMessage, tooLarge: Reply, most = mostBytes): Promise<Buffer> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length
    if (size > most) refuse(tooLarge)
    parts.push(part)
  }
  return Buffer.concat(parts)
}

/** Returns a member of a value of unknown shape. */
export const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (Object.entries(value).find(([key]) => key === name)?.[1] ?? undefined) : undefined

export const textOf = (value: unknown, name: string): string | undefined => {
  const member = memberOf(value, name)
  return typeof member === 'string' ? member : undefined
}

/** Source: file-transfer §0, notifications §1.3 */
export const isGuid = (text: string) =>
  /^(?:[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|[\da-f]{32}|\{[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\})$/i.test(text)

/** Converts a GUID to the canonical format of ids. */
export function canonicalGuid(text: string): string {
  const digits = text.replace(/[{}-]/g, '').toLowerCase()
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
