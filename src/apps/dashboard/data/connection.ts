/** The connection to the server: its state, the admin token, and journal restarts. */
import { signal } from '@preact/signals'

export const connected = signal(true)

/** True if a control row has requested the admin token or rejected the current one. */
export const tokenWanted = signal(false)

const storageKey = 'standin-admin-token'

/** Stored for this tab only. */
export const adminToken = signal(sessionStorage.getItem(storageKey) ?? undefined)

export function giveToken(token: string): void {
  sessionStorage.setItem(storageKey, token)
  adminToken.value = token
  tokenWanted.value = false
}

/** Calls the server and records whether it responded. Rejects when `fetch` does. */
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

/** Returns a request's `authorization` header, or `null` without a token. */
export const authorization = (): string | null => (adminToken.value ? `Bearer ${adminToken.value}` : null)

/** False for a request sent before the current token was entered, because its 401 says nothing about this token. */
const isOfNow = (request: Request): boolean => request.headers.get('authorization') === authorization()

/** A journal restart: earlier lines are gone, and the user is notified. */
interface Break {
  /** Time when the page noticed the restart, in milliseconds on this machine's clock. */
  readonly at: number
  /** Number of lines that the page had loaded by then. */
  readonly lines: number
  /** True if the server was unreachable in between. Otherwise, the world might have been removed and created again. */
  readonly wasAway: boolean
}

export const newJournal = signal<Break | undefined>(undefined)

/** True if the server has been unreachable since its last lines arrived. */
let wasAway = false
connected.subscribe((now) => {
  wasAway ||= !now
})

/** Records a journal restart. `lines`: number of lines lost. */
export function recordNewJournal(lines: number): void {
  newJournal.value = { at: Date.now(), lines, wasAway }
}

export function recordLines(): void {
  wasAway = false
}
