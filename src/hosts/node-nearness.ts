/** Judges whether a request comes from this machine, and whether proxies on the way are believed. Source: decisions §2. */
import type { IncomingMessage } from 'node:http'

const loopback = /^(?:127\.|::1$|::ffff:127\.)/
const localHost = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i

/** A request with what Express 5 adds about its sender. */
export interface Sent extends IncomingMessage {
  readonly host: string | undefined
  /** The client and the proxies that the app trusts. Empty if it trusts none. */
  readonly ips: readonly string[]
  readonly app: { get(setting: string): unknown }
}

/**
 * Whether a client of this machine sent the request, by one of its own names: a web page can point a host name of its own at the loopback
 * address. Behind a proxy everybody has the address of the proxy, so a request that a proxy forwarded is near only if the app trusts the
 * proxy and every forwarded address is near, too.
 */
export function isNear(req: Sent): boolean {
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

/** Whether the app believes what the sender of the request says about those behind it (`trust proxy` of Express). */
function isTrusted({ app, socket }: Sent): boolean {
  const trusts = app.get('trust proxy fn') as (address: string | undefined, hop: number) => boolean
  return trusts(socket.remoteAddress, 0)
}

/** The addresses and host names of a Forwarded header. Source: RFC 7239, section 4. */
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

/** The address of `127.0.0.1:80` and `[::1]:80`. */
const withoutPort = (node: string) => (node.startsWith('[') ? node.slice(1, node.indexOf(']')) : (node.split(':', 1)[0] ?? ''))
