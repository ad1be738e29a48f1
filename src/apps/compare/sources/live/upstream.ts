/** Connects to the real service over HTTP/1.1, with the system's certificate authorities for TLS, and through a proxy if there is one. */
import { Agent, type ClientRequest, request as plainRequest, type RequestOptions } from 'node:http'
import { Agent as SecureAgent, request as secureRequest } from 'node:https'
import type { Socket } from 'node:net'
import { connect as connectTls, getCACertificates, rootCertificates } from 'node:tls'

export type Upstream = ReturnType<typeof openUpstream>

/** Milliseconds before an unused connection is closed. Servers usually wait longer, so a call rarely uses a connection that is closing. */
const idle = 4_000
/** Maximum size of a reply's headers in bytes. */
const mostHeader = 2 ** 16

/** `ca`: additional certificate authorities, in PEM. `proxy`: an HTTP proxy, such as `http://proxy.example.org:8080`. */
export function openUpstream({ ca, proxy }: { readonly ca?: string | undefined; readonly proxy?: URL | undefined }) {
  const agents = { 'http:': new Agent({ keepAlive: true, timeout: idle }), 'https:': new SecureAgent({ keepAlive: true, timeout: idle }) }
  const authorities = ca === undefined && !hasSystem ? undefined : [...systemAuthorities(), ...(ca === undefined ? [] : [ca])]
  if (proxy)
    agents['https:'].createConnection = (options, done) => {
      connectThrough(proxy, options as unknown as TunnelOptions)
        .then((socket) => connectTls({ ...(options as object), socket, ALPNProtocols: ['http/1.1'] }))
        .then(
          (socket) => done?.(null, socket),
          (error: Error) => done?.(error, undefined as never),
        )
      return undefined
    }
  return {
    request(url: URL, options: Pick<RequestOptions, 'method' | 'headers'>) {
      const isSecure = url.protocol === 'https:'
      const all = { ...options, agent: agents[isSecure ? 'https:' : 'http:'], maxHeaderSize: mostHeader }
      if (isSecure) return secureRequest(url, { ...all, ...(authorities && { ca: authorities }) })
      if (!proxy) return plainRequest({ ...all, host: nameOf(url), port: url.port || 80, path: url.pathname + url.search })
      const headers = { host: url.host, ...(options.headers as object), ...authorizationOf(proxy) }
      return plainRequest({ ...all, host: nameOf(proxy), port: proxy.port || 80, path: url.href, headers })
    },
    close() {
      for (const agent of Object.values(agents)) agent.destroy()
    },
  }
}

/** `getCACertificates` is available since Node.js 22.15. */
const hasSystem = typeof getCACertificates === 'function'

let loaded: readonly string[] | undefined

function systemAuthorities(): readonly string[] {
  loaded ??= hasSystem ? [...new Set([...getCACertificates('default'), ...getCACertificates('system')])] : rootCertificates
  return loaded
}

interface TunnelOptions {
  readonly host: string
  readonly port: number | string
}

/** Opens a tunnel. If the proxy refuses, rejects with an error that contains the proxy's status. */
function connectThrough(proxy: URL, { host, port }: TunnelOptions): Promise<Socket> {
  const path = `${host.includes(':') ? `[${host}]` : host}:${port}`
  return new Promise((resolve, reject) => {
    plainRequest({
      method: 'CONNECT',
      host: nameOf(proxy),
      port: proxy.port || 80,
      path,
      headers: { host: path, ...authorizationOf(proxy) },
      agent: false,
      timeout: connectTime,
    })
      .once('connect', (reply, socket) => {
        if (reply.statusCode === 200) resolve(socket as Socket)
        else {
          socket.destroy()
          reject(new Error(`the proxy ${proxy.host} returned ${reply.statusCode} for ${path}`))
        }
      })
      .once('timeout', function (this: ClientRequest) {
        this.destroy(new Error(`the proxy ${proxy.host} is not responding`))
      })
      .once('error', reject)
      .end()
  })
}

/** Connection timeout in milliseconds. */
export const connectTime = 10_000

const nameOf = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, '')

function authorizationOf({ username, password }: URL): Record<string, string> {
  if (username === '') return {}
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  return { 'proxy-authorization': `Basic ${Buffer.from(pair).toString('base64')}` }
}
