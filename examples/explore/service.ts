/** Calls the service with a token and a timeout, and retries calls that may succeed later. */
import { setTimeout as pause } from 'node:timers/promises'

export interface Habits {
  /** Returns the delay before the next attempt, in milliseconds. `asked`: the reply's Retry-After, in seconds. */
  wait(attempt: number, asked: number | null): number
  /** True if the same call may succeed later. */
  mayPass(status: number): boolean
}

/** The habits of a correct client: exponential backoff with jitter. */
export const careful: Habits = {
  wait: (attempt, asked) => Math.max((asked ?? 0) * 1000, 100 * 2 ** attempt * (1 + Math.random() / 2)),
  // 499: the service believes that the client has disconnected. Retrying with the same idempotencyId is safe.
  mayPass: (status) => [408, 425, 429, 499].includes(status) || status >= 500,
}

export interface Answer {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: each caller knows what it asked for.
  readonly body: any
}

export interface Sending {
  readonly json?: object
  readonly bytes?: Uint8Array<ArrayBuffer>
}

const [mostAttempts, timeLimit] = [6, 5_000]
const service = process.env.STANDIN_URL ?? 'http://127.0.0.1:4300'

/** Creates a client for one organization. */
export function createService(scopes: string, habits: Habits = careful) {
  const generator = `/api/GetEnterpriseToken?env=tt02&org=ttd&orgNo=991825827&scopes=${encodeURIComponent(scopes)}`
  let token: Promise<string> | undefined
  /** After a 429, no call is made before this time. */
  let quietUntil = 0

  /** Makes one attempt. Returns undefined if the reply is lost or unreadable. */
  async function attempt(path: string, init: RequestInit): Promise<(Answer & { readonly asked: number | null }) | undefined> {
    try {
      const response = await fetch(`${service}${path}`, { ...init, signal: AbortSignal.timeout(timeLimit) })
      const text = await response.text()
      const isText = path === generator || text === ''
      return { status: response.status, body: isText ? text : JSON.parse(text), asked: secondsIn(response.headers) }
    } catch {
      return undefined
    }
  }
  async function repeat(once: () => Promise<Awaited<ReturnType<typeof attempt>>>): Promise<Answer> {
    for (let nth = 0; ; nth++) {
      while (quietUntil > Date.now()) await pause(quietUntil - Date.now())
      const answer = await once()
      if (answer && !habits.mayPass(answer.status)) return answer
      if (nth + 1 === mostAttempts) throw new Error(answer ? `The service answers ${answer.status}.` : 'No answer arrives.')
      const wait = habits.wait(nth, answer?.asked ?? null)
      if (answer?.status === 429) quietUntil = Math.max(quietUntil, Date.now() + wait)
      await pause(wait)
    }
  }
  const newToken = async () => (await repeat(() => attempt(generator, {}))).body as string

  /** Calls `sendingOf` before each attempt. Throws if the service does not answer for too long. */
  return async function call(method: string, path: string, sendingOf: () => Sending = () => ({})): Promise<Answer> {
    const once = async () => {
      token ??= newToken()
      const { json, bytes } = sendingOf()
      const type = json ? { 'content-type': 'application/json' } : bytes ? { 'content-type': 'application/octet-stream' } : undefined
      const headers = { authorization: `Bearer ${await token}`, ...type }
      return attempt(path, { method, headers, body: json ? JSON.stringify(json) : (bytes ?? null) })
    }
    const answer = await repeat(once)
    if (answer.status !== 401) return answer
    // The token has expired. If a new one is refused, the reason is a different one.
    token = undefined
    return repeat(once)
  }
}

/** Parses Retry-After, which is in seconds or a date. A date is relative to the reply's Date header. */
function secondsIn(headers: Headers): number | null {
  const text = headers.get('retry-after')
  if (text === null) return null
  return /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - Date.parse(headers.get('date') ?? '')) / 1000
}

export { pause }
