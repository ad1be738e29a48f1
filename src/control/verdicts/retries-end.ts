/** Whether a client retries something for ever. */
import type { Line } from '../../service/world/journal-line.ts'
import { factsOf, requestOf } from './judging/deed.ts'
import { defineVerdict, mayPass } from './judging/verdict.ts'

/** So many failures of one request in a row, and no success after them, count as for ever. */
const most = 20

export const retriesEnd = defineVerdict({
  id: 'retries-end',
  sentence: `No request of a client fails ${most} times in a row to the end.`,
  severity: 'bad',
  source: 'spec §7',
  guidance: 'Repeat a call a few times, then give up. An order with a new idempotencyId is the same request.',
  exercise: ['outage-all', 'internal-error'],
  atEnd({ calls }) {
    const requests = Map.groupBy(calls, askedBy)
    return [...requests].flatMap(([request, lines]) => {
      const failures = request === undefined ? [] : lines.slice(lines.findLastIndex((line) => !mayPass(outcomeOf(line))) + 1)
      const [first] = failures
      return failures.length < most ? [] : `repeats ${first?.operation ?? 'a call'} without an end: ${most} failures in a row or more`
    })
  },
})

const outcomeOf = ({ status, cut }: Line) => ({ status, lost: cut || status === null })

/** Which caller asks for what. An order that is asked for again with a new idempotencyId is the same. */
function askedBy(line: Line): string | undefined {
  const facts = factsOf(line, line.at)
  const request = facts.order ? `${line.operation} ${facts.order.content}` : requestOf(facts)
  return request === null ? undefined : `${line.environment} ${facts.caller} ${request}`
}
