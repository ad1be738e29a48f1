/** Turns a refusal, or a client that has gone, into an answer. */
import { type Answer, ClientGone, type MaybePromise } from '../wire/http/call.ts'
import { attempt } from '../wire/maybe.ts'
import { Refusal } from '../wire/refusals/refusal.ts'
import { demandDeclared } from './checked-mode/declared-refusals.ts'
import { waitForOutage } from './reasons/outage.ts'
import { sayRefusal } from './say.ts'
import { demandWorld, type Walk } from './walk.ts'

export const refusalToAnswer = (walk: Walk, run: () => MaybePromise<Answer>): MaybePromise<Answer> =>
  attempt(run, (thrown) => {
    demandWorld(walk)
    if (thrown instanceof Refusal) {
      demandDeclared(walk, thrown)
      const waiting = waitForOutage(walk, thrown)
      return waiting !== undefined ? sayAfter(walk, waiting, thrown) : sayRefusal(walk, thrown)
    }
    if (thrown instanceof ClientGone) return sayGone(walk, thrown)
    throw thrown
  })

/** A client that Standin drops gets no answer: its connection is reset. */
function sayGone(walk: Walk, { reason }: ClientGone): Answer {
  if (reason === undefined) return sayRefusal(walk, new Refusal('NOT-00002'))
  return { ...sayRefusal(walk, new Refusal('NOT-00002', { reason })), cut: { how: 'reset' } }
}

async function sayAfter(walk: Walk, waiting: Promise<void>, refusal: Refusal): Promise<Answer> {
  try {
    await waiting
  } catch (thrown) {
    demandWorld(walk)
    if (thrown instanceof ClientGone) return sayGone(walk, thrown)
    throw thrown
  }
  return sayRefusal(walk, refusal)
}
