/** Stores the results of calls, with the bodies that the report shows. */
import type { Content, Exchange, Outcome } from '../exchange.ts'
import { keyOf } from '../grouping/groups.ts'
import type { Handled } from './call.ts'

/** Maximum number of differences to report per reply. */
const mostReported = 20

/** Maximum bytes of a body to store with a difference, and with the first difference of a group, which is the report's example. */
const [mostStored, mostOfExample] = [2 ** 12, 2 ** 18]

const small = (content: Content | undefined, most: number) =>
  content instanceof Uint8Array && content.byteLength <= most ? content : undefined

/** Returns a copy of a call to store with its result. `most`: the maximum bytes of a body. */
export function briefly(exchange: Exchange, most: number): Exchange {
  const { body, reply } = exchange
  return { ...exchange, body: small(body, most), reply: reply && { ...reply, body: small(reply.body, most) } }
}

/** `onResult` is called with each new or changed result. */
export function createOutcomes(onResult: (outcome: Outcome) => void) {
  const outcomes: Outcome[] = []
  /** Groups that have an example. */
  const known = new Set<string>()
  return {
    outcomes,
    conclude(index: number, exchange: Exchange, operation: string, result: Outcome['result'], handled?: Handled): void {
      const differences = typeof result === 'string' ? [] : result.slice(0, mostReported)
      const keys = differences.map((each) => keyOf({ ...each, operation }))
      const most = keys.length === 0 ? 0 : keys.every((key) => known.has(key)) ? mostStored : mostOfExample
      for (const key of keys) known.add(key)
      const ours = handled && { ...handled.ours, body: small(handled.ours.body, most) }
      const outcome = {
        exchange: briefly(exchange, most),
        operation,
        result: typeof result === 'string' ? result : differences,
        ...(keys.length > 0 && ours && { ours }),
      }
      const before = outcomes[index]
      outcomes[index] = outcome
      if (!before || JSON.stringify(before.result) !== JSON.stringify(outcome.result)) onResult(outcome)
    },
  }
}
