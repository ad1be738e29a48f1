/** Whether a client may have sent a call before it read an earlier reply: several calls at the same time are no repetitions. */
import { type Deed, type Facts, requestOf } from './deed.ts'

/** Milliseconds that a call may need to arrive. */
const longest = 100

export interface Read extends Pick<Facts, 'connection' | 'ended'> {
  /** As {@link requestOf} says. */
  readonly request: string | null
}

export const readOf = (deed: Deed): Read => ({ request: requestOf(deed), connection: deed.connection, ended: deed.ended })

/**
 * On one connection of HTTP/1.1, a client reads a reply before it sends the next call. Calls of other connections may have been on their
 * way: nothing shows that they answer the reply, so they show nothing good.
 */
export function mayBeUnread(before: Pick<Read, 'connection' | 'ended'>, deed: Pick<Deed, 'connection' | 'began'>, waited: number): boolean {
  if (deed.began < before.ended) return true
  if (before.connection !== null && before.connection === deed.connection) return false
  return waited < longest
}

/** The same request is a repetition, also where it may have been on its way. */
export const wasOnTheWay = (before: Read, deed: Deed, waited: number): boolean =>
  mayBeUnread(before, deed, waited) && (deed.began < before.ended || before.request !== requestOf(deed))
