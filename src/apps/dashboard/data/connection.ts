/** Whether the server answers, whether it asks for the admin token, and whether another journal began under the page. */
import { signal } from '@preact/signals'

/** False while the server does not answer. */
export const connected = signal(true)

/** True when a control row has asked for the admin token, or has refused the one that was given. */
export const tokenWanted = signal(false)

const storageKey = 'standin-admin-token'

/** Kept for this tab only. */
export const adminToken = signal(sessionStorage.getItem(storageKey) ?? undefined)

export function giveToken(token: string): void {
  sessionStorage.setItem(storageKey, token)
  adminToken.value = token
  tokenWanted.value = false
}

/** Calls the server and notes whether it answered. Rejects as `fetch` does. */
export async function reach(request: Request): Promise<Response> {
  try {
    const response = await fetch(request)
    connected.value = true
    if (response.status === 401 && response.headers.has('x-standin-misuse') && isOfNow(request)) tokenWanted.value = true
    return response
  } catch (error) {
    if (!request.signal.aborted) connected.value = false
    throw error
  }
}

/** The header of a request; null: no token was given. */
export const authorization = (): string | null => (adminToken.value ? `Bearer ${adminToken.value}` : null)

/** A request that left before the admin token was given says nothing about that token. */
const isOfNow = (request: Request): boolean => request.headers.get('authorization') === authorization()

/** The lines of the journal before are gone, which the user must know. */
interface Break {
  /** When the page noticed, in milliseconds of this machine. */
  readonly at: number
  /** How many lines the page had. */
  readonly lines: number
  /** Whether the server did not answer meanwhile. Otherwise the world may have been dropped and made again. */
  readonly wasAway: boolean
}

/** The last one, until the user has read it. */
export const begunAnew = signal<Break | undefined>(undefined)

/** Whether the server did not answer since its last lines came. */
let wasAway = false
connected.subscribe((now) => {
  wasAway ||= !now
})

/** Another journal than before: `lines` went. */
export function noteBreak(lines: number): void {
  begunAnew.value = { at: Date.now(), lines, wasAway }
}

/** The server answers. */
export function noteLines(): void {
  wasAway = false
}
