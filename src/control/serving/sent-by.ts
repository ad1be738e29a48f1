/** Makes additional calls on behalf of a call's sender. */
import type { Call, Carrier } from '../../service/wire/call.ts'
import { createFetchHandler } from '../../service/wire/fetch.ts'

/** `base`: the base URL that was called, which the additional calls use too. */
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
