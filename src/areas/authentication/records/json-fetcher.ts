/** Fetches JSON from addresses that the user of Standin gave, such as key sets. */

import { demandShallow } from '../../../wire/json/bounded.ts'
import type { Platform } from '../../../world/platform.ts'

/** Milliseconds for a reply, and bytes of it. */
const [timeout, limit] = [10_000, 1_048_576]

/** Rejects for anything but a 200 with JSON, and for more than a key set has. */
export const jsonFetcher =
  ({ call }: Pick<Platform, 'call'>) =>
  async (url: string): Promise<unknown> => {
    const { signal } = new AbortController()
    const { status, body } = await call({ method: 'GET', url, headers: { accept: 'application/json' }, timeout, limit, signal })
    if (status !== 200) throw new Error(`${url} answered ${status}.`)
    const text = new TextDecoder('utf-8', { fatal: true }).decode(body)
    demandShallow(text, url)
    return JSON.parse(text)
  }
