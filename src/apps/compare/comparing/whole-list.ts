/** Reads a list of the world whose pages end elsewhere at the real service. */
import { parseJson } from '../../../service/wire/json.ts'
import { utf8 } from '../../../service/wire/text.ts'
import type { Exchange } from '../exchange.ts'
import { largestPage, moreEvents } from './events.ts'
import { textIn } from './replies.ts'
import type { Circumstances, ComparedWorld, OurReply, Request } from './world.ts'

/** Maximum number of pages to read. */
const mostPages = 20

/** Undefined for a reply that is not a list. */
function listIn({ status, body }: OurReply): unknown[] | undefined {
  const value = status === 200 && body instanceof Uint8Array ? parseJson(textIn(body) ?? '') : undefined
  return Array.isArray(value) ? value : undefined
}

/** Returns all of the world's events, because the real service's pages end elsewhere. */
export async function carryWhole(
  world: ComparedWorld,
  exchange: Exchange,
  request: Request,
  circumstances: Circumstances,
): Promise<OurReply> {
  const first = await world.carry(request, circumstances)
  const entries = first.published > largestPage ? listIn(first) : undefined
  if (!entries) return first
  for (let [pages, page] = [1, entries]; page && pages < mostPages; pages++) {
    const url = moreEvents(exchange, request.url, page)
    if (url === undefined) break
    page = listIn(await world.carry({ ...request, url }, circumstances)) ?? []
    entries.push(...page)
  }
  return { ...first, body: utf8(JSON.stringify(entries)) }
}
