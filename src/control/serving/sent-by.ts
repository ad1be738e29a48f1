/** Sends further calls on behalf of the caller of a call. */
import type { Call, Carrier } from '../../service/wire/call.ts'
import { createFetchHandler } from '../../service/wire/fetch.ts'

/** `base`: the address at which the call arrived, and the base of the further calls. */
export function sentBy({ headers, isLocal }: Call, base: string, carrier: Carrier): ReturnType<typeof createFetchHandler> {
  const { authorization } = headers
  return createFetchHandler((call) =>
    carrier({
      ...call,
      base,
      url: call.url.slice(base.length),
      headers: { ...call.headers, ...(authorization && { authorization }) },
      isLocal,
    }),
  )
}
