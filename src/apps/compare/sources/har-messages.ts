/** Reads replies, headers and bodies in an HTTP Archive, where a body can be text, form fields, or a file next to the archive. */
import type { CallHeaders } from '../../../service/wire/call.ts'
import { isObject } from '../../../service/wire/json.ts'
import type { Exchange, RealReply } from '../exchange.ts'

export type Members = Readonly<Record<string, unknown>>

/** Reads a file in an archive's folder. Returns undefined if it does not exist. */
export type ReadBeside = (name: string) => Uint8Array | undefined

export const membersOf = (value: unknown): Members => (isObject(value) ? value : {})

/** Returns a member as a string. */
export const textOf = (value: unknown, otherwise = '') =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : otherwise

/** True if the archive lacks all or part of a body, or stores the body in a separate file. */
export const isMissing = ({ _file, _missing, text, encoding }: Members) =>
  _file !== undefined ||
  (typeof _missing === 'number' && _missing > 0) ||
  (typeof text === 'string' && (shortened.test(text) || (encoding === 'base64' && !base64.test(text))))

/** Matches a secret body as shortened in Standin's journal. */
const shortened = /^…[0-9a-f]{8}$/

/** Returns undefined if the archive lacks the body. */
export function bodyOf(content: Members, beside: ReadBeside): Uint8Array | undefined {
  const { text, encoding, _file: file } = content
  if (typeof file === 'string' && isPlainName(file)) return beside(file)
  if (typeof text !== 'string' || isMissing(content)) return undefined
  return encoding === 'base64' ? Buffer.from(text, 'base64') : Buffer.from(text)
}

const base64 = /^[\w+/\s-]*(?:=\s*){0,2}$/

/** True for a file name without a folder. Other paths are not read, because archives are not trusted. */
const isPlainName = (name: string) => /^[\w-][\w.-]{0,200}$/.test(name)

/** Encodes a form's fields as a body, because some programs write the fields instead of the body. */
export function formOf({ params, mimeType, text }: Members): Uint8Array | undefined {
  if (text !== undefined || !Array.isArray(params) || params.length === 0 || !String(mimeType).includes('urlencoded')) return undefined
  const pairs = params.map(membersOf).map(({ name, value }): [string, string] => [textOf(name), textOf(value)])
  return Buffer.from(new URLSearchParams(pairs).toString())
}

/** Maximum number of headers in a message. */
const mostHeaders = 500

/** Returns the reply, or why there is none. For a call without a reply, browsers write status 0 or -1 and a reason. */
export function outcomeOf(
  { _error, _failureText }: Members,
  response: Members,
  isCut: boolean,
  beside: ReadBeside,
): Pick<Exchange, 'reply' | 'broken' | 'why'> {
  const reply = isCut ? undefined : replyOf(response, beside)
  const reason = [_error, _failureText, response._error, response._failureText].find(
    (each): each is string => typeof each === 'string' && each !== '',
  )
  if (reply) return { reply }
  return { reply, broken: reason === undefined || /abort|cancel/i.test(reason) ? 'client' : 'service', why: reason }
}

function replyOf(response: Members, beside: ReadBeside): RealReply | undefined {
  const { status } = response
  if (typeof status !== 'number' || !Number.isInteger(status) || status < 100 || status > 599) return undefined
  const content = membersOf(response.content)
  // Bodies in an archive are already decompressed.
  const { 'content-encoding': _, ...headers } = headersOf(response.headers)
  const body = bodyOf(content, beside)
  return { status, headers, body: body ?? (isEmpty(status, content, headers) ? new Uint8Array() : undefined) }
}

/** True if a reply has no body. Playwright writes size -1 for a body that the page did not read, which does not count as empty. */
const isEmpty = (status: number, content: Members, headers: CallHeaders) =>
  !isMissing(content) &&
  !(Number(headers['content-length']) > 0) &&
  (status === 204 || status === 304 || headers['content-length'] === '0' || content.size === 0 || content.size === undefined)

/** Omits the pseudo headers of HTTP/2. */
export function headersOf(list: unknown): CallHeaders {
  const headers = new Map<string, string[]>()
  for (const { name, value } of Array.isArray(list) ? list.slice(0, mostHeaders).map(membersOf) : []) {
    if (typeof name !== 'string' || typeof value !== 'string' || !/^[!#$%&'*+.^`|~\w-]+$/.test(name)) continue
    const lower = name.toLowerCase()
    headers.set(lower, [...(headers.get(lower) ?? []), ...(lower === 'set-cookie' ? value.split('\n') : [value])])
  }
  return Object.fromEntries([...headers].map(([name, values]) => [name, values.length === 1 ? values[0] : values]))
}
