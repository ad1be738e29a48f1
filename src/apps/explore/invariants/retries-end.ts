/** Nothing is retried for ever. */

import { factsOf, requestOf } from '../../../control/verdicts/judging/deed.ts'
import { mayPass } from '../../../control/verdicts/judging/verdict.ts'
import type { Line } from '../../../service/world/journal-line.ts'
import type { Invariant } from './invariant.ts'

/** So many failures of one request in a row, and no success after them, count as for ever. */
const most = 20

export const retriesEnd: Invariant = {
  id: 'retries-end',
  demanded: 'always',
  find({ calls }) {
    const requests = Map.groupBy(calls, askedBy)
    return [...requests].flatMap(([request, lines]) => {
      const failures = request === undefined ? [] : lines.slice(lines.findLastIndex((line) => !mayPass(outcomeOf(line))) + 1)
      if (failures.length < most) return []
      return [
        {
          sentence: `repeats ${failures[0]?.operation ?? 'a call'} without an end: ${most} failures in a row or more`,
          records: failures.map(({ id }) => id),
        },
      ]
    })
  },
}

const outcomeOf = ({ status, cut }: Line) => ({ status, lost: cut || status === null })

/** Which caller asks for what. An order that is asked for again with a new idempotencyId is the same. */
function askedBy(line: Line): string | undefined {
  const facts = factsOf(line, line.at)
  const request = facts.order ? `${line.operation} ${facts.order.content}` : requestOf(facts)
  return request === null ? undefined : `${line.environment} ${facts.caller} ${request}`
}
