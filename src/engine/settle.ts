/** Turns whatever ends a walk early into the answer it stands for. */
import { type Answer, ClientGone, type MaybePromise, SenderTooSlow } from '../wire/call.ts'
import { attempt } from '../wire/maybe.ts'
import { Refusal } from '../wire/refusals.ts'
import { sayRefusal } from './say.ts'
import type { Walk } from './walk.ts'

export const settle = (walk: Walk, run: () => MaybePromise<Answer>): MaybePromise<Answer> =>
  attempt(run, (thrown) => {
    if (thrown instanceof Refusal) return sayRefusal(walk, thrown)
    // Whoever is still there is dropped without a word.
    if (thrown instanceof SenderTooSlow)
      return { ...sayRefusal(walk, new Refusal('NOT-00002', { reason: thrown.message })), cut: { how: 'reset' } }
    if (thrown instanceof ClientGone) return sayRefusal(walk, new Refusal('NOT-00002'))
    throw thrown
  })
