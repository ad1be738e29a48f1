/** Serves a simulator over HTTP or HTTPS, with its own server and Express app. */

import { createServer, IncomingMessage, type Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import express, { type Express } from 'express'
import type { Answer, Carrier } from '../../service/wire/call.ts'
import { bugAnswer } from '../../service/wire/error-answers.ts'
import { shownDefect } from '../../service/wire/text.ts'
import { expressHost } from '../express/host.ts'
import type { AcceptOptions, Acceptor } from '../forwarding/accept.ts'
import { letWait } from './continuing.ts'
import { writeAnswer } from './node-answer.ts'
import { type NameProxy, openProxy, type ProxyOptions, type ServerCertificate } from './proxy.ts'
import { demandKnownHost, malformedAnswer, refuseExpectation, refuseUnencrypted, refuseUnreadable } from './unreadable.ts'

export interface ServerOptions {
  readonly carrier: Carrier
  /** 0 picks a free port. */
  readonly port: number
  readonly host: string
  /**
   * Trusts the `Forwarded` and `X-Forwarded-*` headers from a proxy in front of the server. If false (the default), forwarded calls count
   * as calls from another machine, and links begin with this server's URL.
   */
  readonly trustProxy?: boolean
  /**
   * Origins of web pages that may call the server, such as `http://localhost:5173`; `*` opens the service, but not control rows, to all
   * origins. Default: none.
   */
  readonly cors?: readonly string[] | undefined
  /**
   * Additional host names that clients on this machine may use. Always allowed: names that cannot be registered publicly, the live
   * services' names, the names in `proxy`, and `host`.
   */
  readonly names?: readonly string[] | undefined
  /** Serves HTTPS with this certificate. Default: HTTP. */
  readonly tls?: ServerCertificate | undefined
  /** Also makes the server a proxy for these names. Default: no proxy. */
  readonly proxy?: Omit<ProxyOptions, 'alarm' | 'isSecured'>
  /** Lets other servers forward calls to this server. Default: not allowed. */
  readonly forwarded?: Omit<AcceptOptions, 'alarm'> | undefined
  /** Milliseconds of real time that calls in flight get when the server closes. Default: 5,000. */
  readonly grace?: number
  /** Called first when the server closes, to end endless streams. */
  readonly closing?: () => void
  /** Called with an internal error that prevented an answer. Default: prints it to the console. */
  readonly alarm?: (defect: unknown) => void
}

export interface RunningServer {
  readonly url: string
  readonly port: number
  /** Refuses new calls, and finishes calls in flight within `grace`. */
  close(): Promise<void>
}

/** Rejects if the port is in use. */
export async function startServer({
  carrier,
  port,
  host,
  trustProxy = false,
  cors = [],
  names = [],
  tls,
  proxy: proxied,
  forwarded,
  grace = 5_000,
  closing = () => {},
  alarm = (defect) => console.error('A bug in Standin:', shownDefect(defect)),
}: ServerOptions): Promise<RunningServer> {
  const app = express()
  app.disable('x-powered-by').set('trust proxy', trustProxy)
  const handler = expressHost(carrier)
  app.use(cors.length === 0 ? handler : (await import('../express/cors.ts')).openTo(cors, handler))
  // No time limit for whole requests, because a large file can take hours over a slow connection. The limit for headers remains.
  const options = {
    requestTimeout: 0,
    headersTimeout: 60_000,
    keepAliveTimeout: 65_000,
    requireHostHeader: false,
    // Saves about a sixth of the CPU time per call without a body (`npm run bench`, read an overview).
    optimizeEmptyRequests: true,
    ...messagesOf(app),
  }
  const server: Server = tls ? (await import('node:https')).createServer({ ...options, ...tls }) : createServer(options)
  const proxy = proxied && openProxy(server, { ...proxied, isSecured: tls !== undefined, alarm })
  const acceptor = forwarded && (await import('../forwarding/accept.ts')).acceptForwarded({ ...forwarded, alarm })
  if (proxy || acceptor) server.on('connect', connecting(proxy, acceptor))
  const unknownHost = demandKnownHost([host, ...(proxied?.names ?? []), ...names])
  // Only a proxy receives absolute URLs.
  const answer = answeringAll(app, alarm, (req) => (req.url?.startsWith('/') ? undefined : proxy?.refusalOf(req)) ?? unknownHost(req))
  server.on('request', answer).on('checkContinue', (req: IncomingMessage, res: ServerResponse) => {
    letWait(req, res)
    answer(req, res)
  })
  server.on('clientError', refuseUnreadable).on('tlsClientError', refuseUnencrypted).on('checkExpectation', refuseExpectation)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen({ port, host }, resolve)
  })
  const address = server.address()
  const actual = typeof address === 'object' && address ? address.port : port
  const close = () => {
    closing()
    proxy?.close()
    acceptor?.close(grace)
    return shut(server, grace)
  }
  return { url: `${tls ? 'https' : 'http'}://${host.includes(':') ? `[${host}]` : host}:${actual}`, port: actual, close }
}

/** Without a proxy, closes connections that request a tunnel, as Node does if there is no listener. */
const connecting =
  (proxy: NameProxy | undefined, acceptor: Acceptor | undefined) =>
  (req: IncomingMessage, stream: Duplex, early: Buffer): void => {
    const socket = stream as Socket
    if (acceptor?.takes(req, socket, early)) return
    if (proxy) proxy.tunnel(req, socket, early)
    else socket.destroy()
  }

type Handler = (req: IncomingMessage, res: ServerResponse, next: (defect?: unknown) => void) => void

/**
 * Answers requests that Express would leave unanswered: Express waits for the end of the request, which Node does not emit for a request
 * without a body.
 */
function answeringAll(
  app: Express,
  alarm: (defect: unknown) => void,
  refusalOf: (req: IncomingMessage) => Answer | undefined,
): (req: IncomingMessage, res: ServerResponse) => void {
  const handle = app as unknown as Handler
  return (req, res) => {
    const refusal = refusalOf(req)
    if (refusal) {
      writeAnswer(req, res, { answer: refusal, sent() {} })
      return
    }
    handle(req, res, (defect) => {
      if (defect !== undefined) alarm(defect)
      if (res.headersSent) req.destroy()
      // If Express reports no error, the URL contains no path.
      else writeAnswer(req, res, { answer: defect === undefined ? malformedAnswer() : bugAnswer(), sent() {} })
    })
  }
}

/**
 * Express changes the prototypes of requests and responses, which makes the objects slow. Creating the objects with Express's prototypes
 * saves about a sixth of the CPU time per call (`npm run bench`, read an overview).
 */
const messagesOf = ({ request, response }: Express) => ({
  IncomingMessage: heirOf(IncomingMessage, request),
  ServerResponse: heirOf(ServerResponse, response),
})

function heirOf<Parent extends new (...given: never[]) => object>(parent: Parent, prototype: object): Parent {
  function Heir(...given: unknown[]): object {
    return Reflect.construct(parent, given, Heir)
  }
  Heir.prototype = prototype
  return Heir as unknown as Parent
}

async function shut(server: Server, grace: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  // Runs repeatedly, because a keep-alive connection only becomes idle after its call.
  const sweep = setInterval(() => server.closeIdleConnections(), 20)
  const deadline = setTimeout(() => server.closeAllConnections(), grace)
  await closed
  clearInterval(sweep)
  clearTimeout(deadline)
}
