/** Serves a simulator over HTTP, on a server and an Express app of its own. */
import { randomBytes } from 'node:crypto'
import { createServer, IncomingMessage, type Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import express, { type Express } from 'express'
import { bugAnswer } from '../engine/misuse-answer.ts'
import type { Answer, Carrier } from '../wire/http/call.ts'
import { expressHost } from './express.ts'
import { writeAnswer } from './node-answer.ts'

export interface ServerOptions {
  readonly carrier: Carrier
  /** 0 takes a free port. */
  readonly port: number
  readonly host: string
  /**
   * Whether a proxy is in front whose headers (`Forwarded`, `X-Forwarded-*`) are true. Default false: no call that a proxy forwarded is of
   * this machine, and links begin with the address of this server.
   */
  readonly trustProxy?: boolean
  /** Milliseconds of real time that the calls in flight get when the server closes. Default 5,000. */
  readonly grace?: number
  /** Called first when the server closes, to end streams that do not end by themselves. */
  readonly closing?: () => void
  /** Called with a defect that kept a call from its answer. Default: the console. */
  readonly alarm?: (defect: unknown) => void
}

export interface RunningServer {
  readonly url: string
  readonly port: number
  /** Refuses new calls and finishes those in flight, within the grace. */
  close(): Promise<void>
}

/** Rejects if the port is taken. */
export async function startServer({
  carrier,
  port,
  host,
  trustProxy = false,
  grace = 5_000,
  closing = () => {},
  alarm = console.error,
}: ServerOptions): Promise<RunningServer> {
  const app = express()
  app.disable('x-powered-by').set('trust proxy', trustProxy)
  app.use(expressHost(carrier))
  // A large file over a slow line takes longer than any limit on whole requests. The limit on headers remains.
  const server = createServer(
    {
      requestTimeout: 0,
      headersTimeout: 60_000,
      keepAliveTimeout: 65_000,
      requireHostHeader: false,
      // Saves about a sixth of the CPU of a call without a body (`npm run bench`, read an overview).
      optimizeEmptyRequests: true,
      ...messagesOf(app),
    },
    answeringAll(app, alarm),
  )
  server.on('clientError', refuseUnreadable).on('checkExpectation', refuseExpectation)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen({ port, host }, resolve)
  })
  const address = server.address()
  const actual = typeof address === 'object' && address ? address.port : port
  const close = () => {
    closing()
    return shut(server, grace)
  }
  return { url: `http://${host.includes(':') ? `[${host}]` : host}:${actual}`, port: actual, close }
}

type Handler = (req: IncomingMessage, res: ServerResponse, next: (defect?: unknown) => void) => void

/** Express answers what its app leaves over only at the end of the request. Node does not announce that end for a request without a body. */
function answeringAll(app: Express, alarm: (defect: unknown) => void): (req: IncomingMessage, res: ServerResponse) => void {
  const handle = app as unknown as Handler
  return (req, res) =>
    handle(req, res, (defect) => {
      if (defect !== undefined) alarm(defect)
      if (res.headersSent) req.destroy()
      // Without a defect, Express has found no path in the address.
      else writeAnswer(req, res, { answer: defect === undefined ? problemAnswer(...malformed) : bugAnswer(), sent() {} })
    })
}

/**
 * Express changes the prototypes of requests and responses, which makes these objects slow. Objects that are made with its prototypes
 * save about a sixth of the CPU of a call (`npm run bench`, read an overview).
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

/** What Node's HTTP parser refuses. */
const unreadable: Readonly<Record<string, Problem>> = {
  HPE_HEADER_OVERFLOW: [
    431,
    'Request Header Fields Too Large',
    'The header exceeds 16384 bytes.',
    'https://tools.ietf.org/html/rfc6585#section-5',
  ],
  ERR_HTTP_REQUEST_TIMEOUT: [
    408,
    'Request Timeout',
    'The header took more than a minute.',
    'https://tools.ietf.org/html/rfc9110#section-15.5.9',
  ],
}
const malformed = [
  400,
  'Bad Request',
  'The request is not readable as HTTP.',
  'https://tools.ietf.org/html/rfc9110#section-15.5.1',
] as const

/** Answers in the form of every refusal. Source: decisions §1. */
function refuseUnreadable(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const [status, title, detail, type] = unreadable[error.code ?? ''] ?? malformed
  const body = problemText(status, title, detail, type)
  socket.end(
    `HTTP/1.1 ${status} ${title}\r\nContent-Type: ${problemType}\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
  )
}

const problemType = 'application/problem+json; charset=utf-8'

type Problem = readonly [status: number, title: string, detail: string, type: string]

const problemText = (...[status, title, detail, type]: Problem) =>
  JSON.stringify({ type, title, status, detail, traceId: `00-${randomBytes(16).toString('hex')}-${randomBytes(8).toString('hex')}-00` })

const problemAnswer = (...problem: Problem): Answer => ({
  status: problem[0],
  headers: { 'content-type': problemType },
  body: problemText(...problem),
})

function refuseExpectation(req: IncomingMessage, res: ServerResponse): void {
  const type = 'https://tools.ietf.org/html/rfc9110#section-15.5.18'
  const answer = problemAnswer(417, 'Expectation Failed', 'Expect: 100-continue is the only expectation that is met.', type)
  writeAnswer(req, res, { answer, sent() {} })
}

async function shut(server: Server, grace: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  // A kept connection falls idle only after its call, so one look is not enough.
  const sweep = setInterval(() => server.closeIdleConnections(), 20)
  const deadline = setTimeout(() => server.closeAllConnections(), grace)
  await closed
  clearInterval(sweep)
  clearTimeout(deadline)
}
