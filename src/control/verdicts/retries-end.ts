/** Checks that a client does not retry forever. */
import type { Line } from '../../service/world/journal.ts'
import { factsOf, requestOf } from './judging/deed.ts'
import { defineVerdict, mayPass } from './judging/verdict.ts'

/** Retrying counts as endless once a request has failed this many times in a row without succeeding later. */
const most = 20

export const retriesEnd = defineVerdict({
  id: 'retries-end',
  sentence: `A client gives up before a request has failed ${most} times in a row.`,
  severity: 'bad',
  source: 'spec §7',
  guidance: 'Retry a call a few times, then give up. An order with a new idempotencyId still counts as the same request.',
  exercise: ['outage-all', 'internal-error'],
  atEnd({ calls }) {
    const requests = Map.groupBy(calls, askedBy)
    return [...requests].flatMap(([request, lines]) => {
      const failures = request === undefined ? [] : lines.slice(lines.findLastIndex((line) => !mayPass(outcomeOf(line))) + 1)
      const [first] = failures
      return failures.length < most ? [] : `retries ${first?.operation ?? 'a call'} endlessly: ${most} or more failures in a row`
    })
  },
})

const outcomeOf = ({ status, cut }: Line) => ({ status, lost: cut || status === null })

/** Identifies the caller and the request. An order retried with a new idempotencyId counts as the same request. */
function askedBy(line: Line): string | undefined {
  const facts = factsOf(line, line.at)
  const request = facts.order ? `${line.operation} ${facts.order.content}` : requestOf(facts)
  return request === null ? undefined : `${line.environment} ${facts.caller} ${request}`
}
