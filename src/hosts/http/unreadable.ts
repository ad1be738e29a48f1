/** Answers requests that never reach a row: invalid HTTP, a missing Host, or an unknown host name. Source: decisions §1, §2. */
import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { TLSSocket } from 'node:tls'
import { placeOf } from '../../service/engine/address.ts'
import { type Answer, nameOf } from '../../service/wire/call.ts'
import { misuseAnswer } from '../../service/wire/error-answers.ts'
import { Misuse } from '../../service/wire/misuse.ts'
import { liveHosts } from '../../service/wire/vocabulary.ts'
import { loopback } from './local-client.ts'
import { tcpOf, writeAnswer } from './node-answer.ts'

/** Errors from Node's HTTP parser, keyed by code. */
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
const malformed: Problem = [
  400,
  'Bad Request',
  'The request is not readable as HTTP.',
  'https://tools.ietf.org/html/rfc9110#section-15.5.1',
]

export const malformedAnswer = (): Answer => problemAnswer(...malformed)

/** Closes the connection, as Kestrel does. Source: RFC 9112, section 3.2. */
function wrongHostAnswer(detail: string): Answer {
  const [status, title, , type] = malformed
  const answer = problemAnswer(status, title, detail, type)
  return { ...answer, headers: { ...answer.headers, connection: 'close' } }
}

export function refuseUnreadable(error: NodeJS.ErrnoException, socket: Duplex): void {
  // Bytes after a connection's last request are ignored, so that earlier replies are still sent. Source: RFC 9112, section 9.6.
  if (error.code === 'HPE_CLOSED_CONNECTION') return
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  refuse(socket, unreadable[error.code ?? ''] ?? malformed)
}

const unencrypted: Problem = [
  400,
  'Bad Request',
  'This port speaks HTTPS. Call it with https://, also as a proxy.',
  'https://tools.ietf.org/html/rfc9110#section-15.5.1',
]

/** Answers an HTTP call on an HTTPS port. Node ends the TLS connection but leaves the TCP connection open. */
export function refuseUnencrypted({ code = '' }: NodeJS.ErrnoException, socket: TLSSocket): void {
  const connection = tcpOf(socket)
  if (/^ERR_SSL_HTTPS?_(?:PROXY_)?REQUEST$/.test(code) && connection?.writable) refuse(connection, unencrypted)
}

function refuse(socket: Duplex, [status, title, detail, type]: Problem): void {
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

export function refuseExpectation(req: IncomingMessage, res: ServerResponse): void {
  const type = 'https://tools.ietf.org/html/rfc9110#section-15.5.18'
  const answer = problemAnswer(417, 'Expectation Failed', 'Expect: 100-continue is the only expectation that is met.', type)
  writeAnswer(req, res, { answer, sent() {} })
}

const ipAddress = /^(?:\d{1,3}(?:\.\d{1,3}){3}|\[[\da-f:.]+\])$/
/** Names that cannot be registered publicly: RFC 6761, and `.internal`, which ICANN has reserved. */
const reserved = /(?:^|\.)(?:localhost|internal|test)$/

/**
 * Returns a function that answers calls with an unknown host name. A web page can point its own name at a loopback address (DNS rebinding),
 * and the browser then sends that name. `names`: additional names for this server. Control rows have a stricter check of their own.
 */
export function demandKnownHost(names: readonly string[]): (req: IncomingMessage) => Answer | undefined {
  const own = new Set([...liveHosts.keys(), ...names.map(plainName)])
  const isOwn = (name: string) => ipAddress.test(name) || !name.includes('.') || reserved.test(name) || own.has(name)
  // Invalid hosts are left to the service, which refuses them. The URL parser is needed because it recognizes 127.1 as an address.
  const isKnown = (host: string) => {
    if (isOwn(plainName(host))) return true
    const url = URL.parse(`http://${host}`)
    return url === null || isOwn(plainName(url.hostname))
  }
  return (req) => {
    const { host } = req.headers
    if (host === undefined) return req.httpVersion === '1.1' ? wrongHostAnswer('The request has no Host header.') : undefined
    if (hasTwoHosts(req)) return wrongHostAnswer('The request has more than one Host header.')
    if (host === '' || isKnown(host) || !isOverLoopback(req) || demandsAdmin(req.url)) return undefined
    return misuseAnswer(strangeName(host))
  }
}

function hasTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  const isHost = (name: string, at: number) => at % 2 === 0 && name.length === 4 && name.toLowerCase() === 'host'
  return rawHeaders.findIndex(isHost) !== rawHeaders.findLastIndex(isHost)
}

/** Removes the trailing dot from a fully qualified name. */
const plainName = (host: string) => nameOf(host).replace(/\.$/, '')

/** True if a connection uses a loopback address. A closed connection, which has no address, counts as one. */
function isOverLoopback({ socket }: IncomingMessage): boolean {
  const address = tcpOf(socket as Socket)?.localAddress
  return address === undefined || loopback.test(address)
}

/** True for control rows, except hooks and conditions, which any sender may call. */
function demandsAdmin(url = '/'): boolean {
  const { path } = placeOf(url.split('?', 1)[0] ?? '')
  return path === '/_standin' || /^\/_standin\/(?!hooks\/|conditions\/)/.test(path)
}

function strangeName(host: string): Misuse {
  const name = plainName(host).slice(0, 100)
  return new Misuse(
    `${JSON.stringify(name)} is not a known name of this machine, so a web page may have pointed it here. If the name is yours, start Standin with --serve-names ${/^[\w.-]+$/.test(name) ? name : '<name>'}.`,
    undefined,
    421,
  )
}
