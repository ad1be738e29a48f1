/** Carries calls to a real implementation: to the address of their area, with our names exchanged for theirs, and replies back. */
import { type IncomingMessage, request as plainRequest, type ServerResponse } from 'node:http'
import { request as secureRequest } from 'node:https'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Misuse } from '../../misuse.ts'
import { gatherChunks } from '../../wire/http/body.ts'
import { BodyTooLarge } from '../../wire/http/call.ts'
import { parseJson } from '../../wire/json/parse.ts'
import { messageOf } from '../read-json.ts'
import { recipientsIn } from './callers.ts'
import { type Exchange, type Exchanger, exchangeBody, exchangeTarget, exchangeValue } from './exchange.ts'
import type { AreaThere, EnvironmentFile } from './file.ts'

/** An area's address, with its headers as they are sent. */
export interface Reached {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

/** Marks calls that arrange a state. It is not sent on. */
export const ownHeader = 'x-standin-arranging'

/** Headers that belong to one connection, and those that the gateway sets itself. */
const ofConnection = new Set([
  'connection',
  'host',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'accept-encoding',
  ownHeader,
])

/** Bodies that are read to be exchanged. No call of a contract is as large. Bytes. */
const most = 2 ** 25

export interface Gateway {
  /** Rejects with {@link Misuse} for an area that has no address, and with an error where nothing answers there. */
  forward(request: IncomingMessage, response: ServerResponse, base: string): Promise<void>
}

/** `patience`: milliseconds without a byte from the real implementation. A verifier that gives up by itself cannot say why. */
export function createGateway(
  { name, recipients }: EnvironmentFile,
  reached: Readonly<Partial<Record<AreaThere, Reached>>>,
  { there: outward, here: inward }: Exchange,
  patience: number,
): Gateway {
  const allowed = new Set(Object.values(recipients))
  /** Throws {@link Misuse} for a message to anyone whom the file does not name. */
  function demandRecipients(body: Buffer): void {
    const other = recipientsIn(parseJson(body.toString())).find((each) => !allowed.has(each))
    if (other !== undefined)
      throw new Misuse(
        `No message is sent to ${JSON.stringify(other.slice(0, 100))}: recipients of ${name} do not have it.`,
        undefined,
        409,
      )
  }
  return {
    async forward(request, response, base) {
      const target = request.url ?? '/'
      const area = areaAt(target)
      const there = reached[area]
      if (!there) throw new Misuse(`${name} has no address of ${area}: add addresses.${area}.`, undefined, 502)
      const headers = { ...exchangeValue(carried(request.headers), outward), ...there.headers }
      const body = await exchanged(request, outward)
      if (area === 'notifications' && body instanceof Buffer) demandRecipients(body)
      const url = new URL(there.url + pathBelow(exchangeTarget(target, outward), area))
      const sent = (url.protocol === 'https:' ? secureRequest : plainRequest)(url, {
        method: request.method,
        headers: withLength(headers, body),
      })
      sent.setTimeout(patience, () => sent.destroy(new Error(`nothing arrived for ${patience / 1000} seconds`)))
      response.once('close', () => response.writableFinished || sent.destroy())
      const arriving = new Promise<IncomingMessage>((resolve, reject) => sent.once('response', resolve).once('error', reject))
      pipeline(body instanceof Readable ? body : Readable.from(body.length > 0 ? [body] : []), sent).catch((error: Error) =>
        sent.destroy(error),
      )
      const arrived = await arriving.catch((thrown: unknown) => {
        throw new Misuse(`Nothing answers at ${there.url}: ${messageOf(thrown)}.`, undefined, 502)
      })
      const reply = await exchanged(arrived, inward)
      const back = { ...exchangeValue(carried(arrived.headers), inward) }
      if (typeof back.location === 'string') back.location = locationHere(back.location, there.url, base, area, inward)
      response.writeHead(arrived.statusCode ?? 502, withLength(back, reply))
      if (reply instanceof Readable) await pipeline(reply, response)
      else response.end(reply)
    },
  }
}

type Headers = Record<string, string | string[]>

const carried = (headers: IncomingMessage['headers']): Headers =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (value === undefined || ofConnection.has(name) ? [] : [[name, value]])),
  )

/** A body that was read has a length; another one keeps that of its sender. */
const withLength = (headers: Headers, body: Buffer | Readable): Headers =>
  body instanceof Readable || (body.length === 0 && headers['content-length'] === undefined)
    ? headers
    : { ...headers, 'content-length': String(body.length) }

/** JSON and forms are read and exchanged. Other bodies are streamed. */
async function exchanged(message: IncomingMessage, exchange: Exchanger): Promise<Buffer | Readable> {
  const type = message.headers['content-type'] ?? ''
  if (!/json|multipart\/form-data/i.test(type)) return message
  const bytes = await gatherChunks(message, most).catch((thrown: unknown) => {
    throw thrown instanceof BodyTooLarge
      ? new Misuse(`A body has more than ${most} bytes, and cannot be exchanged.`, undefined, 502)
      : thrown
  })
  return exchangeBody(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), type, exchange)
}

/** The address of the real implementation leads to the gateway. */
function locationHere(location: string, there: string, base: string, area: AreaThere, inward: Exchanger): string {
  const { origin, pathname } = new URL(there)
  const below = location.startsWith(origin) ? location.slice(origin.length) : location
  const prefix = pathname === '/' ? '' : pathname
  if (!below.startsWith(`${prefix}/`)) return location
  const path = exchangeTarget(prefixes[area] + below.slice(prefix.length), inward)
  return location.startsWith(origin) ? base + path : path
}

/** What stands before the paths of an area here. Those of notifications may also stand alone. */
const prefixes: Readonly<Record<AreaThere, string>> = {
  notifications: '/notifications/api/v1',
  fileTransfer: '/broker/api/v1',
  events: '/events/api/v1',
  authentication: '/authentication/api/v1',
}
const areas = Object.keys(prefixes) as AreaThere[]

const isBelow = (target: string, area: AreaThere) =>
  target.toLowerCase().startsWith(prefixes[area]) && !/[\w-]/.test(target[prefixes[area].length] ?? '')

export const areaAt = (target: string): AreaThere => areas.find((area) => isBelow(target, area)) ?? 'notifications'

/** What follows the prefix. */
const pathBelow = (target: string, area: AreaThere): string => (isBelow(target, area) ? target.slice(prefixes[area].length) : target)
