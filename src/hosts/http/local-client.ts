/** Decides whether a request comes from this machine. Source: decisions §2. */
import type { IncomingMessage } from 'node:http'

export const loopback = /^(?:127\.|::1$|::ffff:127\.)/
const localHost = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i

/** A request with the properties that Express 5 adds about the sender. */
export interface SentRequest extends IncomingMessage {
  readonly host: string | undefined
  /** Addresses of the client and the trusted proxies. Empty if the app trusts no proxy. */
  readonly ips: readonly string[]
  readonly app: { get(setting: string): unknown }
}

/**
 * True if a client on this machine sent the request to a local host name. The name is checked too, because a web page can point its own
 * host name at the loopback address. A request forwarded by a proxy is local only if the app trusts the proxy and all forwarded addresses
 * are local.
 */
export function isNear(req: SentRequest): boolean {
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

function isForwarded(headers: SentRequest['headers']): boolean {
  for (const name in headers) if (name === 'forwarded' || name.startsWith('x-forwarded-')) return true
  return false
}

/** True if the app trusts the sender's forwarding headers (Express's `trust proxy` setting). */
function isTrusted({ app, socket }: SentRequest): boolean {
  const trusts = app.get('trust proxy fn') as (address: string | undefined, hop: number) => boolean
  return trusts(socket.remoteAddress, 0)
}

/** Parses the addresses and host names in a Forwarded header. Source: RFC 7239, section 4. */
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

const withoutPort = (node: string) => (node.startsWith('[') ? node.slice(1, node.indexOf(']')) : (node.split(':', 1)[0] ?? ''))
