/** No client exceeds a limit while it only waits. */

import { nobody } from '../../../control/verdicts/judging/deed.ts'
import { windowSeconds } from '../../../service/wire/rate-limits.ts'
import type { Line } from '../../../service/world/journal-line.ts'
import type { Invariant } from './invariant.ts'

export const limitKept: Invariant = {
  id: 'limit-kept',
  demanded: 'always',
  find({ calls }) {
    const callers = Map.groupBy(calls, ({ environment, token }) => `${environment} ${token?.clientId ?? token?.orgNo ?? nobody}`)
    return [...callers.values()].flatMap((own) => {
      const refused = own.filter((line, at) => line.status === 429 && line.rule === null && isIdle(own.slice(0, at), line))
      const operations = [...new Set(refused.map(({ operation }) => operation ?? ''))]
      return operations.map((operation) => ({
        sentence: `exceeds its limit for ${operation} while it only waits`,
        records: refused.filter((line) => line.operation === operation).map(({ id }) => id),
      }))
    })
  },
}

/** Whether its calls within the window only looked, and no scenario used the limit up. */
const isIdle = (before: readonly Line[], { at }: Line): boolean =>
  before.every((line) => line.at <= at - windowSeconds * 1000 || (line.commits === 0 && line.rule?.effects.exhaust === undefined))
