/** Asks for the key of the gateway in front of the platform, where Standin is told to. Source: authentication §8. */
import { areaName } from '../wire/areas.ts'
import { type Call, header } from '../wire/http/call.ts'
import { Refusal } from '../wire/refusals.ts'
import type { Address } from './address.ts'

/** Maskinporten and the token generator have no such gateway, and the platform's keys are for everyone. */
const isBehind = (id: string) => areaName(id) !== 'authentication' || /\.(?:exchange|refresh)Token$/.test(id)

/** The key stands in a header, or in the query as `subscription-key`. Undefined where all is well. */
export function keyRefusal(call: Call, { query }: Pick<Address, 'query'>, id: string, demanded: string | undefined): Refusal | undefined {
  if (demanded === undefined || !isBehind(id)) return undefined
  const sent = header(call.headers, 'ocp-apim-subscription-key') ?? new URLSearchParams(query).get('subscription-key') ?? ''
  if (sent === '') return new Refusal('subscription-key-missing')
  return sent === demanded ? undefined : new Refusal('subscription-key-wrong')
}
