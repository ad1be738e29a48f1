/** Fetches JSON from addresses that the user of Standin gave, such as key sets. */
import type { Platform } from '../platform.ts'

/** Milliseconds for a reply, and bytes of it. */
const [timeout, limit] = [10_000, 1_048_576]

/** Rejects for anything but a 200 with JSON. */
export const jsonFetcher =
  ({ call }: Pick<Platform, 'call'>) =>
  async (url: string): Promise<unknown> => {
    const { signal } = new AbortController()
    const { status, body } = await call({ method: 'GET', url, headers: { accept: 'application/json' }, timeout, limit, signal })
    if (status !== 200) throw new Error(`${url} answered ${status}.`)
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  }
