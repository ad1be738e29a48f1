/** Whether a client may have sent a call before it read an earlier reply: several calls at the same time are no repetitions. */
import { type Deed, requestOf } from './deed.ts'

/** Milliseconds that a call may need to arrive. */
const longest = 100

export interface Read {
  /** As {@link requestOf} says. */
  readonly request: string | null
}

/** The same request is a repetition. */
export const wasOnTheWay = (before: Read, deed: Deed, waited: number): boolean => waited < longest && before.request !== requestOf(deed)
