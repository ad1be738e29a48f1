/** Whether a client gives up on a call that keeps failing. */
import { defineVerdict } from './judging/verdict.ts'

/** How many repetitions are too many. Each comes within five minutes of the one before. */
export const mostRepetitions = 10

export const retryEnd = defineVerdict({
  id: 'retry-end',
  sentence: 'A client gives up on a call that keeps failing.',
  severity: 'bad',
  source: 'spec §7',
  guidance: `Repeat a call a few times, fewer than ${mostRepetitions}. Then tell a person, or try again much later.`,
  exercise: ['outage-all', 'internal-error', 'gateway-timeout'],
  remember: () => undefined,
  look({ id, attempts }, _, tell) {
    if (attempts.length > 0) tell.met()
    if (attempts.length >= mostRepetitions) tell.broken(attempts[0]?.id ?? id, id)
  },
})
