/** Which recorded call a line of the journal belongs to: of the calls that wait. */
import { isStream } from '../wire/http/body.ts'
import type { Answer } from '../wire/http/call.ts'
import type { RecordedCall } from './scribe.ts'

export interface Arriving {
  add(line: object, call: RecordedCall): void
  of(line: object): RecordedCall | undefined
  /** `isLast`: nothing more happens to the call. */
  ended(line: object, isLast: boolean): void
}

export function createArriving(): Arriving {
  const open = new Map<object, RecordedCall>()
  /** Work may go on behind a reply. To put every call here costs 1 µs of CPU a call: bench/capsule.ts. */
  const late = new WeakMap<object, RecordedCall>()
  return {
    add: (line, call) => void open.set(line, call),
    of: (line) => open.get(line) ?? late.get(line),
    ended(line, isLast) {
      const call = open.get(line)
      if (!call) return
      open.delete(line)
      if (!isLast) late.set(line, call)
    },
  }
}

/** Whether a call may do more than be sent. */
export const goesOn = ({ body, cut }: Answer) => isStream(body) || cut !== undefined
