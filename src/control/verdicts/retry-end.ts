/** Checks that a client gives up on a call that keeps failing. */
import { requestOf } from './judging/deed.ts'
import { defineVerdict, mayPass, recent } from './judging/verdict.ts'

/** This many retries are too many if each comes within five minutes of the previous one. */
export const mostRepetitions = 10

export const retryEnd = defineVerdict({
  id: 'retry-end',
  sentence: 'A client gives up on a call that keeps failing.',
  severity: 'bad',
  source: 'spec §7',
  guidance: `Retry a call a few times, fewer than ${mostRepetitions}. Then report the failure, or try again much later.`,
  exercise: ['outage-all', 'internal-error', 'gateway-timeout'],
  /** Requests whose last retry failed. */
  remember: () => recent<string, true>(),
  look(deed, failing, tell) {
    const { id, attempts } = deed
    if (attempts.length === 0) return
    const request = requestOf(deed)
    if (request !== null && mayPass(deed)) failing.set(request, true)
    else if (request !== null) failing.delete(request)
    if (attempts.length >= mostRepetitions) tell.broken(attempts[0]?.id ?? id, id)
  },
  conclude(failing, tell) {
    if (failing.size > 0) tell.met()
  },
})
