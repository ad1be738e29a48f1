/** Reads an Express request as a call, and decides if it comes from this machine. Source: decisions §2. */
import type { IncomingMessage } from 'node:http'
import { BodyTooLarge, type Call, type CallBody, ClientGone, gatherBytes } from '../service/wire/call.ts'
import { demandBody } from './continuing.ts'

export const loopback = /^(?:127\.|::1$|::ffff:127\.)/
const localHost = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i

/** A request with the members that Express 5 adds about its sender. */
interface Sent extends IncomingMessage {
  readonly host: string | undefined
  /** The client and the proxies that the app trusts. Empty if it trusts none. */
  readonly ips: readonly string[]
  readonly app: { get(setting: string): unknown }
}

/**
 * True if a client on this machine sent the request to a local host name. Both are checked, because a web page can point its own host name
 * at the loopback address. A request that a proxy forwarded is local only if the app trusts the proxy and all forwarded addresses are local.
 */
function isNear(req: Sent): boolean {
  const { headers, socket, ips, host = '' } = req
  const near = loopback.test(socket.remoteAddress ?? '') && localHost.test(headers.host ?? '')
  if (!near || !isForwarded(headers)) return near
  const { clients, hosts } = forwarded(headers.forwarded)
  return (
    isTrusted(req) &&
    [...ips, ...clients].every((address) => loopback.test(address)) &&
    [host, ...hosts].every((name) => localHost.test(name))
  )
}

function isForwarded(headers: Sent['headers']): boolean {
  for (const name in headers) if (name === 'forwarded' || name.startsWith('x-forwarded-')) return true
  return false
}

/** True if the app trusts the sender's forwarding headers (`trust proxy` of Express). */
function isTrusted({ app, socket }: Sent): boolean {
  const trusts = app.get('trust proxy fn') as (address: string | undefined, hop: number) => boolean
  return trusts(socket.remoteAddress, 0)
}

/** Parses the addresses and host names of a Forwarded header. Source: RFC 7239, section 4. */
function forwarded(header = ''): { clients: string[]; hosts: string[] } {
  const pairs = header.split(/[;,]/).map((pair) => {
    const at = pair.indexOf('=')
    return [
      pair.slice(0, at).trim().toLowerCase(),
      pair
        .slice(at + 1)
        .trim()
        .replaceAll('"', ''),
    ] as const
  })
  const valuesOf = (wanted: string) => pairs.flatMap(([name, value]) => (name === wanted ? [value] : []))
  return { clients: valuesOf('for').map(withoutPort), hosts: valuesOf('host') }
}

/** Removes the port from `127.0.0.1:80` or `[::1]:80`. */
const withoutPort = (node: string) => (node.startsWith('[') ? node.slice(1, node.indexOf(']')) : (node.split(':', 1)[0] ?? ''))

/** A Node request with the members that Express 5 adds. */
export interface ExpressRequest extends Sent {
  /** The path under which the handler is mounted; `url` is relative to it. */
  readonly baseUrl: string
  readonly protocol: string
}

interface NodeCall extends Call {
  /** Aborts the call's signal. */
  leave(): void
}

export function readCall(req: ExpressRequest): NodeCall {
  const leaving = new AbortController()
  const trustsProxy = Boolean(req.app.get('trust proxy'))
  // Express determines the trusted proxies at each access, so it is asked only if there are any.
  const origin = trustsProxy
    ? `${req.protocol}://${req.host || 'localhost'}`
    : `${'encrypted' in req.socket ? 'https' : 'http'}://${req.headers.host || 'localhost'}`
  return {
    method: req.method ?? 'GET',
    url: req.url ?? '/',
    base: origin + req.baseUrl,
    headers: req.headers,
    body: hasBody(req) ? readBody(req) : undefined,
    signal: leaving.signal,
    // Only if one client uses the connection and sends its calls one by one: not through a proxy or by HTTP/2.
    connection: req.httpVersionMajor === 1 && !trustsProxy ? req.socket : undefined,
    // Lazy, because only control rows need it.
    isLocal: () => isNear(req),
    leave: () => leaving.abort(),
  }
}

export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] !== undefined && headers['content-length'] !== '0')
}

function readBody(req: IncomingMessage): CallBody {
  /** The bytes that `whole` has read from the request. */
  let taken: Uint8Array | undefined
  const hasAll = (limit: number) => req.complete && !req.destroyed && req.readableLength <= limit
  return {
    whole(limit) {
      if (taken === undefined && !req.readableDidRead && hasAll(limit)) taken = req.read() ?? new Uint8Array()
      return taken && taken.byteLength <= limit ? taken : undefined
    },
    async collect(limit, arrived) {
      if (taken && taken.byteLength > limit) throw new BodyTooLarge(limit)
      if (taken === undefined && !hasAll(limit)) return gather(req, limit, arrived)
      const whole: Uint8Array = taken ?? req.read() ?? new Uint8Array()
      arrived?.(whole.byteLength)
      return whole
    },
    async *chunks() {
      if (taken) {
        yield taken
        return
      }
      demandBody(req)
      try {
        // If reading stops early, the connection still has to carry the answer.
        for await (const chunk of req.iterator({ destroyOnReturn: false })) yield chunk as Uint8Array
      } catch {
        throw new ClientGone()
      }
      if (!req.complete) throw new ClientGone()
    },
  }
}

/** Uses events, because async iteration makes an order cost half as much CPU again. */
function gather(req: IncomingMessage, limit: number, arrived?: (bytes: number) => void): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    // A destroyed request emits no more events.
    if (req.destroyed) {
      reject(new ClientGone())
      return
    }
    if (Number(req.headers['content-length'] ?? 0) > limit) {
      reject(new BodyTooLarge(limit))
      return
    }
    demandBody(req)
    const gathered = gatherBytes(limit)
    function onData(chunk: Buffer): void {
      try {
        gathered.add(chunk)
        arrived?.(chunk.byteLength)
      } catch (thrown) {
        req.off('data', onData)
        reject(thrown)
      }
    }
    // A request also closes after its end, and after an error.
    function onClose(): void {
      if (!req.readableEnded) reject(new ClientGone())
    }
    req
      .on('data', onData)
      .on('end', () => resolve(gathered.whole()))
      .on('close', onClose)
  })
}
