/** Carries calls to a real implementation: to the address of their area, with our names exchanged for theirs, and replies back. */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import { carriedHeaders, type Headers, hasBody, wholeBody } from '../../../real/bodies.ts'
import type { EnvironmentFile } from '../../../real/environment-file.ts'
import { type Exchange, type Exchanger, exchangeBody, exchangeValue } from '../../../real/exchange.ts'
import { demandRecipients } from '../../../real/recipients.ts'
import type { HeadersThere } from '../../../real/secrets.ts'
import { destinationOf, locationHere } from '../../../real/target.ts'
import { type CarryLimits, createCarry } from '../verifying/carry.ts'

/** Marks calls that arrange a state. It is not sent on. */
export const ownHeader = 'x-standin-arranging'

export interface Gateway {
  /** Rejects with {@link Misuse} for an area that has no address, for an order to others, and where nothing answers. */
  forward(request: IncomingMessage, response: ServerResponse, base: string): Promise<void>
}

/** A verifier that gives up by itself cannot say why, so that the deadline of `limits` ends first. */
export function createGateway(
  file: EnvironmentFile,
  headersThere: HeadersThere,
  { there: outward, here: inward }: Exchange,
  limits: CarryLimits,
): Gateway {
  const carry = createCarry(limits)
  return {
    async forward(request, response, base) {
      const { method = 'GET' } = request
      const { area, url, mayOrder } = destinationOf(request.url ?? '/', file, outward)
      const { url: service = '' } = file.addresses[area] ?? {}
      const { [ownHeader]: _, 'accept-encoding': __, ...carried } = carriedHeaders(request.headers)
      const headers = { ...exchangeHeaders(carried, outward), ...headersThere[area] }
      const body = await bodyOf(request, mayOrder, outward)
      // A body is never streamed to where orders are placed.
      if (mayOrder) demandRecipients(body as Buffer, headers, file)
      await carry({ method, url, headers, body, service, here: base }, response, {
        reads: isExchanged,
        back({ headers: replied, body: bytes }) {
          const back = exchangeHeaders(replied, inward)
          if (typeof back.location === 'string') back.location = locationHere(back.location, service, base, area, inward)
          return { headers: back, body: bytes && exchangeBody(bytes, typeOf(replied), inward) }
        },
      })
    },
  }
}

const typeOf = (headers: Headers | IncomingHttpHeaders) => [headers['content-type'] ?? ''].flat().join()

/** JSON and forms are read and exchanged. Other bodies may be streamed. */
const isExchanged = (headers: IncomingHttpHeaders) => /json|multipart\/form-data/i.test(typeOf(headers))

async function bodyOf(request: IncomingMessage, mayOrder: boolean, outward: Exchanger): Promise<Buffer | Readable> {
  if (!hasBody(request)) return Buffer.alloc(0)
  if (!mayOrder && !isExchanged(request.headers)) return request
  // An order without a type is read as JSON.
  return exchangeBody(await wholeBody(request, 'The verifier'), typeOf(request.headers) || 'application/json', outward)
}

/** Those that say how the body is read stay. */
const exchangeHeaders = (headers: Headers, exchange: Exchanger): Headers =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, name.startsWith('content-') ? value : exchangeValue(value, exchange)]),
  )
