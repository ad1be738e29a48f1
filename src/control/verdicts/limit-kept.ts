/** Checks that a client does not exceed a rate limit merely by polling. */
import { windowSeconds } from '../../service/wire/vocabulary.ts'
import type { Line } from '../../service/world/journal.ts'
import { nobody } from './judging/deed.ts'
import { defineVerdict } from './judging/verdict.ts'

export const limitKept = defineVerdict({
  id: 'limit-kept',
  sentence: 'A client does not exceed a rate limit with calls that change nothing.',
  severity: 'bad',
  source: 'spec §8',
  guidance: 'Poll more slowly, or wait for an event. A limit that a scenario has used up does not count.',
  exercise: [],
  atEnd({ calls }) {
    const callers = Map.groupBy(calls, ({ environment, token }) => `${environment} ${token?.clientId ?? token?.orgNo ?? nobody}`)
    return [...callers.values()].flatMap((own) => {
      const refused = own.filter((line, at) => line.status === 429 && line.rule === null && isIdle(own.slice(0, at), line))
      const operations = new Set(refused.map(({ operation }) => operation ?? ''))
      return [...operations].map((operation) => `exceeds its limit for ${operation} while it is only polling`)
    })
  },
})

/** True if the calls within the window were only reads and no scenario used up the limit. */
const isIdle = (before: readonly Line[], { at }: Line): boolean =>
  before.every((line) => line.at <= at - windowSeconds * 1000 || (line.commits === 0 && line.rule?.effects.exhaust === undefined))
