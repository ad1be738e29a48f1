/** What a line of the journal keeps of a call: excerpts, without secrets. */
import { copied, cut, valueLimit } from '../../wire/excerpt.ts'
import { boundedCache, getOrCreate } from '../../wire/get-or-create.ts'
import type { CallHeaders } from '../../wire/http/call.ts'
import type { About } from '../../wire/row.ts'
import type { Line, LineCaller, LineToken } from '../journal-line.ts'
import { hasSecretBodies, type Secrets } from './secrets.ts'

/** How many characters of a body a line keeps. */
export const bodyLimit = 16_384
/** How many characters of a reason; how many headers, and how many characters of all of them. */
const [whyLimit, headerLimit, headersLimit] = [1_024, 100, 2_048]
/** How many characters of a query: 16 values of full length. */
const queryLimit = 4_096
/** How many recipients. */
const recipientLimit = 20
/** How many clients have their last headers remembered. Node reads at most 16 KiB of headers. */
const mostClients = 200
/** How many scopes. */
const scopeLimit = 50

/** Who called, as its token says. */
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

type KeptHeaders = Record<string, string | string[]>

export interface Keeping {
  caller(caller: Caller): LineCaller
  token(bearer: Bearer): LineToken
  header(name: string, value: string): string
  headers(named: CallHeaders): KeptHeaders
  replyHeaders(named: CallHeaders): KeptHeaders
  /** `address`: what the path is cut from, or the whole of. */
  path(path: string, address?: string): string
  query(query: string): string
  /** The value of a name in a query. */
  pair(name: string, value: string): string
  /** The value of a member of a JSON body. */
  member(name: string, value: string): string
  /** `isRefusal`: refusals hold no secrets of an area. */
  body(text: string, operation: string | null, isRefusal?: boolean): string
  /** Cuts the reason of a line, and what its rules looked at. */
  rest(line: Line): void
}

/** Copies, because names of things are often slices of an address. */
function keptAbout({ recipients, ...names }: About): About {
  const kept = (text: string) => copied(cut(text, valueLimit))
  const texts = Object.entries(names).map(([what, name]) => [what, name === undefined ? name : kept(name)])
  return { ...Object.fromEntries(texts), ...(recipients && { recipients: recipients.slice(0, recipientLimit).map(kept) }) }
}

export function createKeeping(secrets: Secrets): Keeping {
  const value = (text: string) => cut(text, valueLimit)
  /** All calls with one token have the same caller object. */
  const callers = new WeakMap<Caller, LineCaller>()
  const tokens = new WeakMap<Bearer, LineToken>()
  const orNull = (text: string | undefined) => (text === undefined ? null : value(text))
  const header = (name: string, text: string) => value(secrets.header(name, cut(text, bodyLimit)))
  const replyHeader = (name: string, text: string) => value(secrets.replyHeader(name, cut(text, bodyLimit)))
  /** Clients mostly send the headers of their last call again. The lines of such calls share one copy. */
  const lasts = boundedCache<string, { readonly named: CallHeaders; readonly kept: KeptHeaders }>(mostClients)
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
      const end = tokenEnd(named)
      const last = lasts.get(end)
      if (last && areEqual(named, last.named)) return last.kept
      const kept = keepHeaders(named, header)
      lasts.set(end, { named, kept })
      return kept
    },
    replyHeaders: (named) => (areKeptWhole(named, replyHeader) ? named : keepHeaders(named, replyHeader)),
    // Slices of the address are copied.
    path(path, address) {
      const kept = value(secrets.text(cut(path, queryLimit)))
      return kept === address ? kept : copied(kept)
    },
    query: (query) => (query === '' ? query : copied(cut(secrets.query(cut(query, bodyLimit)), queryLimit))),
    pair: secrets.pair,
    member: secrets.member,
    body(text, operation, isRefusal = false) {
      const kept = cut(text, bodyLimit)
      return operation !== null && !isRefusal && hasSecretBodies(operation) ? secrets.mark(kept) : secrets.text(kept)
    },
    rest(line) {
      if (line.why !== null) line.why = copied(cut(secrets.text(cut(line.why, 4 * whyLimit)), whyLimit))
      const { considered } = line
      if (considered && Object.keys(considered.about).length > 0) line.considered = { ...considered, about: keptAbout(considered.about) }
    },
  }
}

/** The end of a token tells clients apart, and is cheap to hash. */
const tokenEnd = ({ authorization }: CallHeaders) => (typeof authorization === 'string' ? authorization.slice(-32) : '')

function areEqual(some: CallHeaders, others: CallHeaders): boolean {
  let more = 0
  for (const name in some) {
    if (some[name] !== others[name]) return false
    more++
  }
  for (const _ in others) more--
  return more === 0
}

function keepHeaders(named: CallHeaders, keep: (name: string, text: string) => string): KeptHeaders {
  const kept: KeptHeaders = {}
  let left = headerLimit
  let room = headersLimit
  for (const name in named) {
    const given = named[name]
    if (given === undefined) continue
    if (left-- === 0 || room <= 0) break
    const shown = typeof given === 'string' ? keep(name, given) : given.slice(0, headerLimit).map((one) => keep(name, one))
    kept[cut(name, valueLimit)] = shown
    room -= typeof shown === 'string' ? shown.length : shown.join().length
  }
  return kept
}

/** Whether headers are kept as they are: a few short texts without secrets. */
function areKeptWhole(named: CallHeaders, keep: (name: string, text: string) => string): named is KeptHeaders {
  let left = headerLimit
  let room = headersLimit
  for (const name in named) {
    const given = named[name]
    if (typeof given !== 'string' || keep(name, given) !== given) return false
    left--
    room -= name.length + given.length
  }
  return left >= 0 && room > 0
}
