/** Whether there is some chance in the waits of a client. */
import { requestOf } from './judging/deed.ts'
import { recent } from './judging/recent.ts'
import { defineVerdict } from './judging/verdict.ts'

/** So many sequences of so many waits can be compared. */
const [sequences, waitsOfEach] = [3, 2]
/** Waits that differ by less are the same. Real milliseconds, and a part. */
const [exact, share] = [10, 0.02]
/** A busy machine makes waits longer by less than this. Real milliseconds. */
const clear = 100
/** Shorter waits say nothing. */
const shortest = 50

interface Sequence {
  readonly id: string
  readonly waits: readonly number[]
}

export const jitter = defineVerdict({
  id: 'jitter',
  sentence: 'The waits of a client have some chance in them.',
  severity: 'advice',
  source: 'Clients that wait the same time after an outage come back all at once.',
  guidance: 'Wait a random time between half and the whole of what you would wait.',
  exercise: ['outage-all', 'internal-error'],
  remember: () => recent<string, Sequence>(),
  look(deed, all) {
    const { id, attempts } = deed
    if (attempts.length !== waitsOfEach) return
    const request = requestOf(deed)
    const isAsked = attempts.some(({ retryAfter }) => retryAfter !== null)
    if (request === null || isAsked) return
    const waits = attempts.map(({ waitedReally }) => waitedReally)
    if (waits.every((wait) => wait >= shortest)) all.set(`${request} ${attempts[0]?.id}`, { id, waits })
  },
  conclude(all, tell) {
    const found = [...all.values()]
    if (found.length < sequences) return
    const [first] = found
    if (first && found.some(({ waits }) => waits.some((wait, nth) => Math.abs(wait - (first.waits[nth] ?? 0)) > clear))) tell.met()
    if (first && found.every(({ waits }) => waits.every((wait, nth) => isSame(wait, first.waits[nth] ?? 0))))
      tell.broken(...found.map(({ id }) => id))
  },
})

const isSame = (one: number, other: number) => Math.abs(one - other) <= Math.max(exact, share * other)
