/** Forwards each call to the real implementation's URL for the call's area, and maps names in requests and replies. */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import { carriedHeaders, demandRecipients, type Headers, hasBody, wholeBody } from '../../../real/bodies.ts'
import type { HeadersThere } from '../../../real/commands.ts'
import type { EnvironmentFile } from '../../../real/environment-file.ts'
import { type Exchange, type Exchanger, exchangeBody, exchangeValue } from '../../../real/exchange.ts'
import { destinationsAt, locationHere, targetOf } from '../../../real/target.ts'
import { type CarryLimits, createCarry } from '../verifying/carry.ts'

/** Header that marks calls that set up a state. Never forwarded. */
export const ownHeader = 'x-standin-arranging'

/** The deadline in `limits` must be shorter than the verifier's timeout, because the verifier cannot explain why a call timed out. */
export function createGateway(
  file: EnvironmentFile,
  headersThere: HeadersThere,
  { there: outward, here: inward }: Exchange,
  limits: CarryLimits,
) {
  const carry = createCarry(limits)
  const destinationAt = destinationsAt(file, outward)
  return {
    /** Rejects with {@link Misuse} if the area has no URL, an order has a recipient that is not in the file, or no reply arrives. */
    async forward(request: IncomingMessage, response: ServerResponse, base: string) {
      const { method = 'GET' } = request
      const { area, url, mayOrder } = destinationAt(targetOf(request.url ?? '/'))
      const { url: service = '' } = file.addresses[area] ?? {}
      const { [ownHeader]: _, 'accept-encoding': __, ...carried } = carriedHeaders(request.headers)
      const headers = { ...exchangeHeaders(carried, outward), ...headersThere[area] }
      const body = await bodyOf(request, mayOrder, outward)
      // Bodies that might be orders are never streamed.
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

/** True for JSON and forms, in which names are mapped. Other bodies may be streamed. */
const isExchanged = (headers: IncomingHttpHeaders) => /json|multipart\/form-data/i.test(typeOf(headers))

async function bodyOf(request: IncomingMessage, mayOrder: boolean, outward: Exchanger): Promise<Buffer | Readable> {
  if (!hasBody(request)) return Buffer.alloc(0)
  if (!mayOrder && !isExchanged(request.headers)) return request
  // An order without a content type is parsed as JSON.
  return exchangeBody(await wholeBody(request, 'The verifier'), typeOf(request.headers) || 'application/json', outward)
}

/** Does not map `content-*` headers, which describe the body. */
const exchangeHeaders = (headers: Headers, exchange: Exchanger): Headers =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, name.startsWith('content-') ? value : exchangeValue(value, exchange)]),
  )
