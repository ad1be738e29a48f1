/**
 * Sends orders to an unlisted recipient through `standin states serve`, in random formats and on random paths, and checks that none of them
 * reaches a lenient service.
 */
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync, brotliDecompressSync, deflateSync, gunzipSync, gzipSync, inflateSync } from 'node:zlib'
import { openEnvironment } from '../../src/apps/contracts/open-environment.ts'
import { environmentOf } from '../../src/real/environment-file.ts'
import type { Dice } from './dice.ts'
import { sendBytes } from './sockets.ts'

const [known, stranger] = ['known@example.org', 'stranger@example.org']
const paths = ['/notifications/api/v1/future/orders', '/notifications/api/v1/orders/email', '/future/orders/instant/email', '/orders']
const others = ['/broker/api/v1', '/events/api/v1', '/broker/api/v1/filetransfer/x']
const names = ['emailAddress', 'phoneNumber', 'mobileNumber', 'nationalIdentityNumber', 'externalIdentity']
const types = [
  'application/json',
  'application/json; charset=utf-8',
  'application/json; charset=utf-16',
  'application/problem+json',
  'text/json',
  'text/plain',
  'application/octet-stream',
  'multipart/form-data; boundary=x',
  '',
]
const joints = ['', '', '', ' ', ',', '{}', '/**/', '\uFEFF', '\u0000', '[', '"']
const packings = [gzipSync, deflateSync, brotliCompressSync]
const unpackings = [gunzipSync, inflateSync, brotliDecompressSync]

/** Sends orders. Throws if an order arrives. */
export async function orderRound(dice: Dice, count: number): Promise<void> {
  const arrived: string[] = []
  const service = createServer(({ url: path = '' }: IncomingMessage, response) => {
    const parts: Buffer[] = []
    response.req.on('data', (part: Buffer) => parts.push(part))
    response.req.on('end', () => {
      if (isOrder(path) && textsOf(Buffer.concat(parts)).some((text) => text.includes(stranger))) arrived.push(path)
      response.end()
    })
  })
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`
  const bare = dice.chance(0.3)
  const at = (path: string) => ({ url: url + (bare ? '' : path) })
  const document = {
    addresses: { notifications: at('/notifications/api/v1'), fileTransfer: at('/broker/api/v1'), events: at('/events/api/v1') },
    recipients: { 'someone@example.org': known },
  }
  const gateway = await openEnvironment(environmentOf(document, 'fuzz', '.'), { stateTimeout: 10_000, whole: dice.chance(0.5) })
  try {
    for (let nth = 0; nth < count; nth++) {
      const call = callOf(dice)
      const statuses = await sendBytes(Number(new URL(gateway.url).port), call, 10_000, false)
      if (arrived.length > 0) throw new Error(`An order to an unlisted recipient arrived at ${arrived.join()}: ${JSON.stringify(call)}`)
      if (statuses.length === 0) throw new Error(`No reply to ${JSON.stringify(call)}.`)
    }
  } finally {
    await gateway.close()
    service.closeAllConnections()
    service.close()
  }
}

function callOf(dice: Dice): string {
  const body = bodyOf(dice)
  const isChunked = dice.chance(0.2)
  const type = dice.one(types)
  const head = [
    `${dice.one(['POST', 'POST', 'POST', 'PUT', 'GET', 'DELETE', 'PATCH'])} ${targetOf(dice)} HTTP/1.1`,
    'Host: here',
    'Connection: close',
    ...(type === '' && dice.chance(0.5) ? [] : [`Content-Type: ${type}`]),
    ...(dice.chance(0.1) ? [`Content-Encoding: ${dice.one(['gzip', 'identity', 'deflate', 'br'])}`] : []),
    ...(dice.chance(0.1) ? [`Content-Type: ${dice.one(types)}`] : []),
    ...(dice.chance(0.1) ? [`X-Original-URL: ${dice.one(paths)}`] : []),
    isChunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${body.length}`,
  ]
  const text = body.toString('latin1')
  return `${head.join('\r\n')}\r\n\r\n${isChunked ? `${body.length.toString(16)}\r\n${text}\r\n0\r\n\r\n` : text}`
}

function targetOf(dice: Dice): string {
  const up = Array.from({ length: dice.below(6) }, () => dice.one(['/..', '/..', '/.', '//', '/%2e%2e', '/..;a']))
  const path = dice.chance(0.5) ? dice.one(paths) : dice.one(others) + up.join('') + dice.one(paths)
  const odd = dice.one([0, 0, 0.05, 0.3])
  const letters = Array.from(path, (letter) => (dice.chance(odd) ? oddLetter(dice, letter) : letter))
  return (dice.chance(0.1) ? 'http://here' : '') + letters.join('')
}

function oddLetter(dice: Dice, letter: string): string {
  const hex = letter.charCodeAt(0).toString(16)
  const more = letter === '/' ? ['//', '\\', '%5c', '/./', ';x/'] : letter === '.' ? ['%c0%ae', '%ef%bc%8e'] : [letter.toUpperCase()]
  return dice.one([...more, `%${hex}`, `%25${hex}`, `%2525${hex}`])
}

function bodyOf(dice: Dice): Buffer {
  const spelt = (name: string) =>
    Array.from(name, (letter) =>
      dice.chance(0.1) ? `\\u00${letter.charCodeAt(0).toString(16)}` : dice.chance(0.1) ? letter.toUpperCase() : letter,
    )
  const member = (address: string) =>
    `"${spelt(dice.one(names)).join('')}":${dice.one([`"${address}"`, `["${address}"]`, `{"a":"${address}"}`])}`
  const members = dice.one([[stranger], [stranger, known], [known, stranger], [known, stranger, known]]).map(member)
  const value = dice.one([`{${members.join()}}`, `{"recipient":{${members.join()}}}`, `{"recipients":[{${members.join()}}]}`])
  const text = dice.one(joints) + value + dice.one(joints)
  const bytes = Buffer.from(text, dice.one(['utf8', 'utf8', 'utf8', 'utf16le', 'latin1']))
  return dice.chance(0.1) ? dice.one(packings)(bytes) : bytes
}

/** Interprets a path as the most lenient server would. */
function isOrder(target: string): boolean {
  let path = target.split('?')[0] ?? ''
  for (let pass = 0; pass < 6; pass++)
    path = path.replace(/%c0%ae/gi, '.').replace(/%([0-7][\da-f])/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
  const resolved: string[] = []
  for (const segment of path
    .replaceAll('\\', '/')
    .normalize('NFKC')
    .split('/')
    .map((each) => each.split(';')[0] ?? '')) {
    if (segment === '..') resolved.pop()
    else if (segment !== '.' && segment !== '') resolved.push(segment.toLowerCase())
  }
  return resolved[0] === 'notifications' || resolved[0] === 'future' || resolved[0] === 'orders'
}

/** Decodes a body in every way that a service might. */
function textsOf(body: Buffer): string[] {
  const unpacked = unpackings.flatMap((unpack) => {
    try {
      return [unpack(body)]
    } catch {
      return []
    }
  })
  return [body, ...unpacked].flatMap((bytes) => [bytes.toString('utf8'), bytes.toString('utf16le'), bytes.toString('latin1')])
}
