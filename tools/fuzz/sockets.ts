/** Sends invalid or almost valid HTTP: the server must answer or close the connection, and keep running. */
import { once } from 'node:events'
import { connect } from 'node:net'
import type { Dice } from './dice.ts'

const beginnings = [
  'GET / HTTP/1.1\r\n',
  'POST /future/orders HTTP/1.1\r\n',
  'GET /_standin/health HTTP/1.0\r\n',
  'GET /worlds/fuzz/favicon HTTP/1.1\r\n',
  'FOO',
  '\x16\x03\x01',
  '',
  'GET  /\r\n',
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
]
const lines = [
  'Host: a\r\n',
  'Host: \r\n',
  'Host: evil.example\r\n',
  'Host: evil.example:80\r\nHost: localhost\r\n',
  'Host: localhost:x@evil.example\r\n',
  `Host: ${'a.'.repeat(5_000)}\r\n`,
  'Sec-Fetch-Site: cross-site\r\n',
  'Content-Length: 5\r\n',
  'Content-Length: -1\r\n',
  'Content-Length: 5\r\nContent-Length: 6\r\n',
  'Transfer-Encoding: chunked\r\n',
  'Transfer-Encoding: chunked, gzip\r\n',
  'Expect: 100-continue\r\n',
  'Expect: nonsense\r\n',
  `X: ${'y'.repeat(20_000)}\r\n`,
  'Upgrade: websocket\r\nConnection: Upgrade\r\n',
  'Connection: close\r\n',
  'Authorization: Bearer a.b.c\r\n',
  'Content-Type: application/json\r\n',
  ': no name\r\n',
  'A B: space\r\n',
  '\u0000: zero\r\n',
]
const ends = ['\r\n', '\r\nhello', '\r\n5\r\nhello\r\n0\r\n\r\n', '\r\nFFFFFFFFFFFFFFFF\r\n', '', '\n\n']

/** Returns the bytes that a broken client might send. */
export const brokenRequest = (dice: Dice): string =>
  dice.one(beginnings) + Array.from({ length: dice.below(5) }, () => dice.one(lines)).join('') + dice.one(ends)

/**
 * Resolves to the received statuses, once the connection has ended or the time is up. `isHalfClosed`: this side ends the connection after
 * the last byte; for a Node.js server, that also ends the call.
 */
export async function sendBytes(port: number, text: string, patience: number, isHalfClosed = true): Promise<number[]> {
  const socket = connect(port, '127.0.0.1')
  const parts: Buffer[] = []
  socket.on('data', (part) => parts.push(part)).on('error', () => {})
  await once(socket, 'connect')
  if (isHalfClosed) socket.end(text, 'latin1')
  else socket.write(text, 'latin1')
  const timer = setTimeout(() => socket.destroy(), patience)
  await once(socket, 'close')
  clearTimeout(timer)
  const said = Buffer.concat(parts).toString('latin1')
  return [...said.matchAll(/^HTTP\/1\.[01] (\d{3})/gm)].map(([, status]) => Number(status))
}
