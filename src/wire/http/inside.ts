/** Calls within this process as Fetch requests: for a client that does not know that it talks to no network. */
import type { Call, Carrier } from './call.ts'
import { createFetchHandler } from './fetch.ts'

/** A Fetch request needs a whole address. */
export const inside = 'http://standin.test'

/** Carries requests to addresses that begin with {@link inside}. `more`: what each call has besides. */
export const fetchInside = (carry: Carrier, more: Partial<Call> = {}): ((request: Request) => Promise<Response>) =>
  createFetchHandler((call) => carry({ ...call, url: call.url.slice(inside.length), ...more }))
