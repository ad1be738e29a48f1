/** Calls client-supplied URLs, within limits and only on allowed hosts. Source: decisions §15. */

import { demandModest } from '../wire/json.ts'
import { type OutgoingReply, type OutgoingRequest, type Platform, ReplyTooLong } from './platform.ts'

/** The ways a call can end: the call is answered; the reply is lost, slow, or later than the timeout; or the call never arrives. */
export type Reception = 'reached' | 'lost-reply' | 'slow' | 'too-late' | 'unreachable'

export const outboundNames = ['loopback', 'all', 'off'] as const
export type Outbound = (typeof outboundNames)[number]

/** A call's result. No call is made if the URL is barred. */
export type Called =
  | ({ readonly kind: 'reply' } & OutgoingReply)
  | { readonly kind: 'barred'; readonly why: string }
  | {
      readonly kind: 'failed'
      readonly why: string
      /** The status of a reply that exceeds the size limit. */
      readonly tooLong?: number
    }

export interface OutgoingCall extends Pick<OutgoingRequest, 'method' | 'url' | 'headers' | 'body'> {
  readonly redirects: number
  /** Maximum reply size in bytes. Default: 64 KiB. */
  readonly limit?: number
  readonly signal?: AbortSignal | undefined
  /** Minimum delay before the reply, in real milliseconds. */
  readonly late?: number | undefined
  /** Called before the call is made or queued. */
  readonly goOutside?: (() => void) | undefined
}

export interface Outgoing {
  /** Returns why a URL must not be called, or `undefined` if it may be called. */
  barrier(url: string): string | undefined
  call(outgoingCall: OutgoingCall): Promise<Called>
  /** Aborts running calls and prevents new ones. */
  close(): void
  /** Returns an instance that shares the limit on concurrent calls but is closed separately. */
  branch(): Outgoing
}

/** Timeout per call including its redirects in milliseconds, maximum bytes per reply, and maximum concurrent calls. */
const [patience, most, atOnce] = [10_000, 65_536, 16]
/** Maximum time in the queue in milliseconds, during which the world's clock stops. */
const queueing = 60_000

/** A slow receiver's delay in real milliseconds: within the timeout or beyond it. */
const lateness: { readonly [Ends in Reception]?: number } = { slow: 5_000, 'too-late': patience + 1 }

/** Makes a call that ends in the given way. A call that never arrives is not made at all, so its URL is not checked. */
export async function callThat(ends: Reception, { barrier, call }: Outgoing, outgoingCall: OutgoingCall): Promise<Called> {
  if (ends === 'unreachable') return { kind: 'failed', why: 'the endpoint could not be reached' }
  const why = barrier(outgoingCall.url)
  if (why !== undefined) return { kind: 'barred', why }
  outgoingCall.goOutside?.()
  const called = await call({ ...outgoingCall, late: lateness[ends] })
  return ends === 'lost-reply' && called.kind === 'reply' ? { kind: 'failed', why: 'the reply was lost' } : called
}

export function createOutgoing(platform: Platform, outbound: Outbound): Outgoing {
  const waiting: (() => void)[] = []
  let busy = 0

  /** Returns immediately if there is a free slot, otherwise waits until another call ends. */
  const enter = (): Promise<void> | void => {
    if (busy < atOnce) busy++
    else return new Promise((resolve) => waiting.push(resolve))
  }
  const leave = () => {
    const next = waiting.shift()
    if (next) next()
    else busy--
  }
  const barrier = (url: string) => barrierOf(url, outbound)

  async function follow(outgoingCall: OutgoingCall, until: number, signal: AbortSignal): Promise<Called> {
    const { method, body, redirects, limit = most } = outgoingCall
    let { headers } = outgoingCall
    let url = withoutUser(outgoingCall.url)
    for (let hops = 0; ; hops++) {
      const why = barrier(url)
      if (why !== undefined) return { kind: 'barred', why }
      const timeout = Math.max(1, until - platform.tick())
      const sent = mayBeControl(url) ? { ...headers, [ownCallHeader]: 'true' } : headers
      const reply = await platform.call({ method, url, headers: sent, body, timeout, limit, signal })
      const target = redirectOf(reply, url)
      if (target === undefined || redirects === 0) return { kind: 'reply', ...reply }
      if (hops === redirects) return { kind: 'failed', why: `more than ${redirects} redirects` }
      if (!/^https?:/.test(target)) return { kind: 'failed', why: `a redirect to ${target.slice(0, 100)}` }
      // A token is meant only for the original host.
      if (new URL(target).origin !== new URL(url).origin) headers = without(headers, 'authorization')
      url = withoutUser(target)
    }
  }

  async function call(outgoingCall: OutgoingCall, signal: AbortSignal): Promise<Called> {
    const came = platform.tick()
    await enter()
    try {
      if (platform.tick() - came > queueing)
        return { kind: 'failed', why: `not started within ${queueing / 1000} s, because ${atOnce} other calls were running` }
      signal.throwIfAborted()
      const began = platform.tick()
      const called = await follow(outgoingCall, began + patience, signal)
      const { late = 0 } = outgoingCall
      if (late > 0) await platform.pause(Math.max(0, Math.min(late, patience) - (platform.tick() - began)), signal)
      return late > patience ? { kind: 'failed', why: `no reply within ${patience / 1000} s` } : called
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      return { kind: 'failed', why, ...(error instanceof ReplyTooLong && { tooLong: error.status }) }
    } finally {
      leave()
    }
  }

  function branch(): Outgoing {
    const ending = new AbortController()
    return {
      barrier,
      call: (outgoingCall) =>
        call(outgoingCall, outgoingCall.signal ? AbortSignal.any([ending.signal, outgoingCall.signal]) : ending.signal),
      close: () => ending.abort(),
      branch,
    }
  }
  return branch()
}

function barrierOf(text: string, outbound: Outbound): string | undefined {
  if (outbound === 'off') return 'outgoing calls are off (--outbound)'
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol)) return 'only http and https URLs are called'
  if (isControl(url.pathname)) return 'control rows are not called'
  return outbound === 'all' || isLoopback(url.hostname)
    ? undefined
    : `only calls to this machine are allowed (--outbound loopback), but the host is ${url.hostname}`
}

/** Returns the `traceparent` for the nth call about a record. `id`: the record's GUID. */
export const traceParent = (id: string, nth: number): string => `00-${id.replaceAll('-', '')}-${nth.toString(16).padStart(16, '0')}-00`

export const isLoopback = (host: string) => /^(?:127\.\d+\.\d+\.\d+|\[::1\]|localhost)$/.test(host) || host.endsWith('.localhost')

/** Header for calls that might reach a control row. Tells the row that the sender has no administrator rights. */
export const ownCallHeader = 'x-standin-own-call'

/** Matches the last path segment as the control row router reads it: a percent-encoded slash is part of a name. */
const openRow = /^(.*?)\/_standin\/(?:conditions|hooks)\/[\w.-]+\/?$/

/** True for the path of a control row other than conditions and hooks. Clients must not be able to make Standin call such a row. */
function isControl(path: string): boolean {
  return mayBeControl(openRow.exec(path)?.[1] ?? path)
}

/** Decodes the path repeatedly, because a proxy in front of a server might also decode it. */
function mayBeControl(path: string): boolean {
  let plain = path
  for (let nth = 0; nth < mostEncodings && plain.includes('%'); nth++)
    plain = plain.replace(/%([\da-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
  return /_standin/i.test(plain)
}
const mostEncodings = 5

function redirectOf({ status, headers }: OutgoingReply, from: string): string | undefined {
  const { location } = headers
  if (![301, 302, 303, 307, 308].includes(status) || location === undefined) return undefined
  return URL.canParse(location, from) ? new URL(location, from).href : location
}

function withoutUser(text: string): string {
  if (!URL.canParse(text)) return text
  const url = new URL(text)
  url.username = ''
  url.password = ''
  return url.href
}

const without = (headers: OutgoingCall['headers'], name: string) =>
  Object.fromEntries(Object.entries(headers).filter(([key]) => key !== name))

const [timeout, limit] = [10_000, 1_048_576]

/**
 * Fetches JSON, such as a key set, from a URL that the Standin user configured. Rejects unless the reply has status 200 and contains JSON
 * within the limit.
 */
export const jsonFetcher =
  ({ call }: Pick<Platform, 'call'>) =>
  async (url: string): Promise<unknown> => {
    const { signal } = new AbortController()
    const { status, body } = await call({ method: 'GET', url, headers: { accept: 'application/json' }, timeout, limit, signal })
    if (status !== 200) throw new Error(`${url} returned ${status}.`)
    const text = new TextDecoder('utf-8', { fatal: true }).decode(body)
    demandModest(text, { most: limit, place: url })
    return JSON.parse(text)
  }
