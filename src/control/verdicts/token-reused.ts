/** Checks that a client uses a token for more than one call. */
import { defineVerdict, recent } from './judging/verdict.ts'

/** Number of calls needed to tell how a client gets its tokens. */
const enough = 5

interface Tokens {
  readonly seen: ReturnType<typeof recent<string, true>>
  readonly first: string[]
  calls: number
  reused: number
  fresh: number
}

export const tokenReused = defineVerdict({
  id: 'token-reused',
  sentence: 'A client uses a token until shortly before it expires.',
  severity: 'advice',
  source: 'authentication §9',
  guidance:
    'Cache each token until shortly before it expires. A new token for every call doubles the number of calls and reaches limits sooner.',
  exercise: [],
  remember: (): Tokens => ({ seen: recent(), first: [], calls: 0, reused: 0, fresh: 0 }),
  look({ id, token, expires }, tokens) {
    if (token === null || expires === null) return
    tokens.calls++
    if (tokens.seen.get(token)) {
      tokens.reused++
      return
    }
    tokens.seen.set(token, true)
    tokens.fresh++
    if (tokens.first.length < enough) tokens.first.push(id)
  },
  conclude({ calls, reused, fresh, first }, tell) {
    if (calls < enough) return
    // A client that reuses some tokens but often gets new ones counts as neither good nor bad.
    if (reused > fresh) tell.met()
    else if (reused === 0) tell.broken(...first)
  },
})
