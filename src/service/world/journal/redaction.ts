/** Redacts calls for the journal: truncates strings, and replaces secrets with placeholders. */
import type { AnswerHeaders, CallHeaders } from '../../wire/call.ts'
import type { About } from '../../wire/row.ts'
import { copied, cut, valueLimit } from '../../wire/text.ts'
import { boundedCache, getOrCreate } from '../../wire/when-needed.ts'
import { createHiddenLines, nothing } from './known-secrets.ts'
import { bodyLimit, type Line, type LineCaller, type LineToken, outcomeText } from './line.ts'
import { needNoRedaction, type RedactedHeaders, redactHeaders } from './redacted-headers.ts'
import { hasSecretBodies, type Secrets } from './secrets.ts'

/** In characters. */
const whyLimit = 1_024
/** In characters. Enough for 16 values of maximum length. */
const queryLimit = 4_096
const recipientLimit = 20
/** Number of clients whose last headers are cached. Node reads at most 16 KiB of headers. */
const mostClients = 200
const scopeLimit = 50

interface Caller {
  readonly org?: string | undefined
  readonly orgNo?: string | undefined
  readonly clientId?: string | undefined
}

interface Bearer extends Caller {
  readonly iss?: string | undefined
  readonly vendor?: string | undefined
  readonly systemUser?: string | undefined
  readonly user?: string | undefined
  readonly scopes: readonly string[]
  readonly nbf: number
  readonly exp: number
}

interface Last {
  readonly named: CallHeaders
  readonly redacted: RedactedHeaders
}

export interface Redaction {
  caller(caller: Caller): LineCaller
  token(bearer: Bearer): LineToken
  header(name: string, value: string): string
  headers(named: CallHeaders): RedactedHeaders
  /** Returns a path as it appears in a redacted line. */
  path(path: string): string
  /** Returns a part of a URL. Secrets in it are replaced later, by {@link mark}. */
  part(text: string, address: string): string
  requestBody(line: Line, text: string): void
  /** Call after setting the line's status. */
  replyBody(line: Line, text: string): void
  replyHeaders(line: Line, named: AnswerHeaders): void
  /**
   * Replaces a line's secrets with placeholders. This happens when a line is first shown (ring.ts, journal.ts), because most lines are
   * never read. Text added later is redacted when it is added.
   */
  mark(line: Line): Line
  pair(name: string, value: string): string
  member(name: string, value: string): string
  text(text: string): string
  /** Truncates `why` and the values that rules considered. */
  rest(line: Line): void
}

/** Copies the names, because they are often slices of a URL. */
function shortAbout({ recipients, ...names }: About): About {
  const shorten = (text: string) => copied(cut(text, valueLimit))
  const texts = Object.entries(names).map(([what, name]) => [what, name === undefined ? name : shorten(name)])
  return { ...Object.fromEntries(texts), ...(recipients && { recipients: recipients.slice(0, recipientLimit).map(shorten) }) }
}

export function createRedaction(secrets: Secrets): Redaction {
  const value = (text: string) => cut(text, valueLimit)
  const shortWhy = (text: string) => copied(cut(secrets.text(cut(text, 4 * whyLimit)), whyLimit))
  /** Calls with the same token share a caller object. */
  const callers = new WeakMap<Caller, LineCaller>()
  const tokens = new WeakMap<Bearer, LineToken>()
  const orNull = (text: string | undefined) => (text === undefined ? null : value(text))
  const header = (name: string, text: string) => value(secrets.header(name, cut(text, bodyLimit)))
  const replyHeader = (name: string, text: string) => value(secrets.replyHeader(name, cut(text, bodyLimit)))
  /** A client often sends the same headers as in its previous call of the same kind, so lines for such calls share a copy. */
  const lasts = boundedCache<string, Last>(mostClients)
  let newest: Last = { named: {}, redacted: {} }
  const { hideOf, redactRequest, hideQuery } = createHiddenLines(secrets, header)
  const path = (text: string, hide = nothing) => value(hide(secrets.text(cut(text, queryLimit))))
  const shortQuery = (query: string, hide: typeof nothing) =>
    query === '' ? query : copied(cut(hide(secrets.query(query), encodeURI), queryLimit))
  /** Refusals do not contain the area's secrets. */
  const body = (text: string, line: Line, isRefusal: boolean) =>
    line.operation !== null && !isRefusal && hasSecretBodies(line.operation) ? secrets.mark(text) : hideOf(line)(secrets.text(text))
  const requestBody = (text: string, line: Line) => body(text, line, false)
  const replyBody = (text: string, line: Line) => body(text, line, isRefusal(line.status))
  function replyHeaders(named: CallHeaders, line: Line): RedactedHeaders {
    const hide = hideOf(line)
    const redact =
      hide === nothing ? replyHeader : (name: string, text: string) => value(hide(secrets.replyHeader(name, cut(text, bodyLimit))))
    return needNoRedaction(named, redact) ? named : redactHeaders(named, redact)
  }
  return {
    caller: (caller) =>
      getOrCreate(callers, caller, () => ({ org: orNull(caller.org), orgNo: orNull(caller.orgNo), clientId: orNull(caller.clientId) })),
    token: (bearer) =>
      getOrCreate(tokens, bearer, () => {
        const { iss, org, orgNo, clientId, vendor, systemUser, user, scopes, nbf, exp } = bearer
        const [ours, numbers] = [
          { iss: orNull(iss), org: orNull(org), orgNo: orNull(orgNo), clientId: orNull(clientId) },
          { nbf, exp },
        ]
        const others = { vendor: orNull(vendor), systemUser: orNull(systemUser), user: orNull(user) }
        return { ...ours, ...others, scopes: scopes.slice(0, scopeLimit).map(value), ...numbers }
      }),
    header,
    headers(named) {
      if (areEqual(named, newest.named)) return newest.redacted
      const sender = senderOf(named)
      const last = lasts.get(sender)
      newest = last && areEqual(named, last.named) ? last : { named, redacted: redactRequest(named) }
      if (newest !== last) lasts.set(sender, newest)
      return newest.redacted
    },
    path: (text) => path(text),
    // Copied, because a slice of a long URL would keep the entire URL in memory.
    part: (text, address) => (address.length > queryLimit ? copied(cut(text, bodyLimit)) : text),
    requestBody(line, text) {
      const beginning = cut(text, bodyLimit)
      line.requestMissing = text.length - beginning.length
      line.requestBody = line.marked ? requestBody(beginning, line) : beginning
    },
    replyBody(line, text) {
      const beginning = cut(text, bodyLimit)
      line.replyMissing = text.length - beginning.length
      line.replyBody = line.marked ? replyBody(beginning, line) : beginning
    },
    replyHeaders(line, named) {
      line.replyHeaders = line.marked ? replyHeaders(named, line) : named
    },
    mark(line) {
      if (line.marked) return line
      line.marked = true
      if (line.query !== '') hideQuery(line)
      const hide = hideOf(line)
      if (line.path !== null) line.path = path(line.path, hide)
      line.query = shortQuery(line.query, hide)
      // The outcome is formatted only now, because most jobs are never shown.
      if (line.outcome !== null) line.why ??= shortWhy(outcomeText(line.outcome))
      if (hide !== nothing && line.why !== null) line.why = hide(line.why)
      if (line.requestBody !== null) line.requestBody = requestBody(line.requestBody, line)
      if (line.replyBody !== null) line.replyBody = replyBody(line.replyBody, line)
      if (line.replyHeaders !== null) line.replyHeaders = replyHeaders(line.replyHeaders, line)
      return line
    },
    text: (text) => secrets.text(cut(text, bodyLimit)),
    pair: secrets.pair,
    member: secrets.member,
    rest(line) {
      if (line.why !== null) line.why = shortWhy(line.why)
      const { considered } = line
      if (considered && Object.keys(considered.about).length > 0) line.considered = { ...considered, about: shortAbout(considered.about) }
    },
  }
}

/** Status 499 does not count as a refusal, because a token might have been sent before the client disconnected. */
const isRefusal = (status: number | null) => status !== null && status >= 400 && status !== 499

/**
 * Returns a cache key that distinguishes clients, and calls with a body from calls without a body. Contains only the end of the token,
 * because a short string is cheap to hash.
 */
const senderOf = ({ authorization, 'content-length': length }: CallHeaders) =>
  `${length === undefined ? '' : 'b'}${typeof authorization === 'string' ? authorization.slice(-32) : ''}`

function areEqual(some: CallHeaders, others: CallHeaders): boolean {
  const names = Object.keys(some)
  if (names.length !== Object.keys(others).length) return false
  for (const name of names) if (some[name] !== others[name]) return false
  return true
}
