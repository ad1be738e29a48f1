/** The proxy for clients that call the live services at their real URLs: it answers for the services' names and forwards nothing. */
import type { IncomingMessage, Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Server as TlsServer } from 'node:tls'
import { type Answer, nameOf } from '../../service/wire/call.ts'
import { misuseAnswer } from '../../service/wire/error-answers.ts'
import { Misuse } from '../../service/wire/misuse.ts'

/** A certificate and its key, in PEM format. */
export interface ServerCertificate {
  readonly cert: string
  readonly key: string
}

export interface ProxyOptions {
  readonly names: readonly string[]
  /** Returns a certificate for these names. Called once, for the first TLS connection. */
  readonly certificate: () => Promise<ServerCertificate>
  /** True if the server itself uses HTTPS. */
  readonly isSecured: boolean
  /** Called if no certificate can be issued. */
  readonly alarm: (defect: unknown) => void
}

export interface NameProxy {
  /** Returns the refusal for a call to an absolute URL that the proxy does not serve; `undefined` for any other call. */
  refusalOf(req: IncomingMessage): Answer | undefined
  /** Closes tunnels that have no call in flight. */
  close(): void
  /** Answers a CONNECT request. */
  tunnel(req: IncomingMessage, socket: Socket, early: Buffer): void
}

/** The first byte of a TLS handshake. */
const handshake = 22
/** Idle timeout for a new tunnel, in milliseconds of real time. */
const silence = 60_000

const localName = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

export function openProxy(server: Server, { names, certificate, isSecured, alarm }: ProxyOptions): NameProxy {
  const waiting = new Set<Socket>()
  let tls: Promise<TlsServer> | undefined

  /** HTTP and HTTPS servers differ only in this event. */
  const carry = (socket: Socket) => {
    server.emit(isSecured ? 'secureConnection' : 'connection', socket)
    socket.resume()
  }
  async function openTls(): Promise<TlsServer> {
    const { createServer } = await import('node:tls')
    return createServer({ ...(await certificate()), ALPNProtocols: ['http/1.1'] }, carry)
  }
  const unwrap = async (socket: Socket) => {
    tls ??= openTls()
    ;(await tls).emit('connection', socket)
  }
  const isOwn = (name: string, port: number) => localName.test(name) && port === (server.address() as AddressInfo).port
  const serves = (host: string, usual: number) => {
    const name = nameOf(host)
    return names.includes(name.replace(/^\[|\]$/g, '')) || isOwn(name, Number(/:(\d+)$/.exec(host)?.[1] ?? usual))
  }
  const refusal = (host: string) =>
    misuseAnswer(
      new Misuse(
        `Standin does not serve ${JSON.stringify(host.slice(0, 100))}, and its proxy forwards nothing to other hosts. Add the name with --serve-names, or exclude it from the proxy with NO_PROXY.`,
        names,
        403,
      ),
    )

  function tunnel({ url = '' }: IncomingMessage, socket: Socket, head: Buffer): void {
    socket.on('error', () => socket.destroy())
    if (!serves(url, 443)) {
      const name = url.replace(/[^a-z0-9.:[\]-]/gi, '?').slice(0, 100)
      socket.end(refusalText(refusal(url), `Standin does not serve ${name}`))
      return
    }
    socket.write('HTTP/1.1 200 Connection Established\r\n\r\n')
    if (head.length > 0) socket.unshift(head)
    waiting.add(socket)
    socket.setTimeout(silence, () => socket.destroy())
    socket.once('close', () => waiting.delete(socket))
    socket.once('data', (first) => {
      waiting.delete(socket)
      socket.setTimeout(0).pause().unshift(first)
      if (first[0] !== handshake) {
        carry(socket)
        return
      }
      unwrap(socket).catch((defect: unknown) => {
        alarm(defect)
        socket.destroy()
      })
    })
  }

  return {
    tunnel,
    refusalOf({ url = '' }) {
      const host = /^https?:\/\/([^/?#]+)/i.exec(url)?.[1]
      // An invalid URL is refused later, like a URL without a host.
      if (host === undefined || !URL.canParse(url)) return undefined
      return serves(host, 80) ? undefined : refusal(host)
    },
    close() {
      for (const socket of waiting) socket.destroy()
    },
  }
}

/** Formats the refusal of a CONNECT request. Clients show the reason phrase but not the body. */
export function refusalText({ status, headers, body }: Answer, reason: string): string {
  const text = typeof body === 'string' ? body : ''
  const fields = Object.entries({ ...headers, 'content-length': String(Buffer.byteLength(text)), connection: 'close' })
  return `HTTP/1.1 ${status} ${reason}\r\n${fields.map(([name, value]) => `${name}: ${String(value)}\r\n`).join('')}\r\n${text}`
}
