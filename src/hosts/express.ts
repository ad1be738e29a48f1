/** Serves a simulator over HTTP: Express mounts one function, and everything else is ours. */
import { createServer, type Server } from 'node:http'
import type { Duplex } from 'node:stream'
import express, { type RequestHandler } from 'express'
import type { Carrier } from '../wire/call.ts'
import { writeAnswer } from './node-answer.ts'
import { readCall } from './node-call.ts'

export interface ServerOptions {
  readonly carrier: Carrier
  /** 0 means any free one. */
  readonly port: number
  readonly host: string
  /** Real milliseconds that calls in flight get when the server closes. */
  readonly grace?: number
}

export interface RunningServer {
  readonly url: string
  readonly port: number
  /** No new calls; what is in flight is finished, within the grace. */
  close(): Promise<void>
}

/** Answers whatever it is asked: nothing is left to Express. */
export function expressHost(carrier: Carrier): RequestHandler {
  return (req, res, next) => {
    const call = readCall(req)
    res.once('close', () => {
      if (!res.writableFinished) call.leave()
    })
    try {
      const delivery = carrier(call)
      if (delivery instanceof Promise) delivery.then((made) => writeAnswer(req, res, made)).catch(next)
      else writeAnswer(req, res, delivery)
    } catch (defect) {
      next(defect)
    }
  }
}

/** Rejects when the port is taken. */
export async function startServer({ carrier, port, host, grace = 5_000 }: ServerOptions): Promise<RunningServer> {
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.disable('query parser')
  app.use(expressHost(carrier))
  // A large file over a slow line takes longer than any limit on whole requests; heads keep theirs.
  const server = createServer({ requestTimeout: 0, keepAliveTimeout: 65_000, requireHostHeader: false, noDelay: true }, app)
  server.on('clientError', refuseUnreadable)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen({ port, host, backlog: 1024 }, resolve)
  })
  const address = server.address()
  const actual = typeof address === 'object' && address ? address.port : port
  return { url: `http://${host.includes(':') ? `[${host}]` : host}:${actual}`, port: actual, close: () => shut(server, grace) }
}

/** What cannot be read as HTTP gets the form that every refusal has. Source: decisions §1. */
function refuseUnreadable(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const tooLarge = error.code === 'HPE_HEADER_OVERFLOW'
  const [status, title, detail] = tooLarge
    ? [431, 'Request Header Fields Too Large', 'The header exceeds 16384 bytes.']
    : [400, 'Bad Request', 'The request is not readable as HTTP.']
  const type = tooLarge ? 'https://tools.ietf.org/html/rfc6585#section-5' : 'https://tools.ietf.org/html/rfc9110#section-15.5.1'
  const body = JSON.stringify({ type, title, status, detail })
  socket.end(
    `HTTP/1.1 ${status} ${title}\r\nContent-Type: application/problem+json; charset=utf-8\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
  )
}

async function shut(server: Server, grace: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  // A connection that is kept alive falls idle only after the call that it carries.
  const sweep = setInterval(() => server.closeIdleConnections(), 20)
  const deadline = setTimeout(() => server.closeAllConnections(), grace)
  await closed
  clearInterval(sweep)
  clearTimeout(deadline)
}
