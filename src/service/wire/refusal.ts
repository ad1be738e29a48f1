/** The refusals that code throws, and their wire format. */
import { cut } from './text.ts'

export interface RefusalForm {
  readonly status: number
  /** The code on the wire, if there is one. */
  readonly code?: string
  readonly type: string
  readonly title: string
  /** `<name>` is replaced with one of the refusal's values. */
  readonly detail: string
  /** `null` removes the area's own header of this name. */
  readonly headers?: Readonly<Record<string, string | readonly string[] | null>>
  /**
   * The kind of body, if it differs from the area's. `oauth`: `error` and `error_description` (RFC 6749). `textOrJson`: depends on the
   * Accept header.
   */
  readonly body?: 'empty' | 'gateway' | 'text' | 'textOrJson' | 'string' | 'oauth' | 'problem'
  /** The `error` member of an `oauth` body. */
  readonly error?: string
  /** The members of the problem details, if they differ from the area's. */
  readonly members?: readonly ProblemMember[]
  /** The content type of the problem details, if it differs from the area's. */
  readonly contentType?: string
  /** True if the framework refuses the call. The problem then has the same members as a validation problem. */
  readonly framework?: true
}

export type RefusalValues = Readonly<Record<string, string | number>>

export type ProblemMember = 'type' | 'title' | 'status' | 'detail' | 'code' | 'traceId' | 'errors' | 'statusDescription' | 'instance'

const rfc9110 = (section: string) => `https://tools.ietf.org/html/rfc9110#section-${section}`

/** Source: file-transfer §7.1. */
const statuses: Readonly<Record<number, { section: string; title: string }>> = {
  400: { section: '15.5.1', title: 'Bad Request' },
  401: { section: '15.5.2', title: 'Unauthorized' },
  403: { section: '15.5.4', title: 'Forbidden' },
  404: { section: '15.5.5', title: 'Not Found' },
  405: { section: '15.5.6', title: 'Method Not Allowed' },
  406: { section: '15.5.7', title: 'Not Acceptable' },
  408: { section: '15.5.9', title: 'Request Timeout' },
  409: { section: '15.5.10', title: 'Conflict' },
  410: { section: '15.5.11', title: 'Gone' },
  412: { section: '15.5.13', title: 'Precondition Failed' },
  413: { section: '15.5.14', title: 'Content Too Large' },
  415: { section: '15.5.16', title: 'Unsupported Media Type' },
  416: { section: '15.5.17', title: 'Range Not Satisfiable' },
  421: { section: '15.5.20', title: 'Misdirected Request' },
  422: { section: '15.5.21', title: 'Unprocessable Entity' },
  423: { section: '', title: 'Locked' },
  460: { section: '', title: 'Checksum Mismatch' },
  499: { section: '', title: 'Client Closed Request' },
  500: { section: '15.6.1', title: 'Internal Server Error' },
  503: { section: '15.6.4', title: 'Service Unavailable' },
}

/** Returns the reason phrase for a status. Undefined for a status that the service never sends. */
export const reasonPhrase = (status: number) => statuses[status]?.title

/** Returns the form of a refusal without a code. The type and title are derived from the status. */
export function plain(status: number, detail: string, more: Partial<RefusalForm> = {}): RefusalForm {
  const { section, title } = statuses[status] ?? { section: '', title: '' }
  return { status, type: rfc9110(section), title, detail, ...more }
}

/** Validation messages, keyed by the name of the invalid value. Source: notifications §4.1, file-transfer §7.3. */
export type Errors = Record<string, string[]>

/** Maximum length of a value, key or message in a refusal, in characters. These strings might contain text from the client. */
const mostText = 8_192

function cutValues(values: RefusalValues): RefusalValues {
  const isLong = (value: string | number) => typeof value === 'string' && value.length > mostText
  if (!Object.values(values).some(isLong)) return values
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? cut(value, mostText) : value]))
}

function cutErrors(errors: Errors): Errors {
  const isShort = ([key, messages]: [string, string[]]) => key.length <= mostText && messages.every((each) => each.length <= mostText)
  const entries = Object.entries(errors)
  if (entries.every(isShort)) return errors
  return Object.fromEntries(entries.map(([key, messages]) => [cut(key, mostText), messages.map((each) => cut(each, mostText))]))
}

/** A refusal by the service, identified by a key. Its form depends on the dialect and the row's area. */
export class Refusal extends Error {
  /** A key in the table of refusals. In checked mode, a key that the row does not declare is a bug. */
  readonly key: string
  readonly values: RefusalValues
  readonly errors: Errors | undefined

  constructor(key: string, values: RefusalValues = {}, errors?: Errors) {
    super(key)
    this.name = 'Refusal'
    this.key = key
    this.values = cutValues(values)
    this.errors = errors && cutErrors(errors)
  }
}

/** Strings to store, keyed by value name. `most`: the column's maximum length in characters, if it has one. */
export type Stored = Readonly<Record<string, readonly [text: string, most?: number]>>

/**
 * Throws the `unmappable` refusal for strings that the live databases do not accept, because they contain U+0000 or are longer than their
 * column. Source: file-transfer §7.4.
 */
export function demandStorable(stored: Stored): void {
  const errors: Errors = {}
  for (const [key, [text, most = Number.POSITIVE_INFINITY]] of Object.entries(stored)) {
    if (text.includes('\0')) errors[key] = ['The text contains U+0000.']
    else if (isLonger(text, most)) errors[key] = [`The text has more than ${most} characters.`]
  }
  if (Object.keys(errors).length > 0) throw new Refusal('unmappable', {}, errors)
}

/** Counts characters as PostgreSQL does: in code points, ignoring blanks beyond the end of the column. */
function isLonger(text: string, most: number): boolean {
  if (text.length <= most) return false
  let end = text.length
  while (text[end - 1] === ' ') end--
  return Array.from(text.slice(0, end)).length > most
}

/** Checks all strings in a JSON value as {@link demandStorable} does. Source: notifications §4.3. */
export function demandStorableTexts(value: unknown): void {
  if (!JSON.stringify(value).includes('\\u0000')) return
  const errors: Errors = {}
  const look = (within: unknown, path: string): void => {
    if (typeof within === 'string' && within.includes('\0')) errors[path] = ['The value must not contain U+0000.']
    if (typeof within === 'object' && within !== null)
      for (const [name, member] of Object.entries(within)) look(member, path === '' ? name : `${path}.${name}`)
  }
  look(value, '')
  if (Object.keys(errors).length > 0) throw new Refusal('unmappable', {}, errors)
}
