/** Shows the progress of an exploration: one line that changes in a terminal, a line now and then elsewhere. */
import type { Progress } from '../../explore/search.ts'
import type { Io } from '../io.ts'

/** Real milliseconds between two lines where the output is not a terminal. */
const apart = 5_000

export interface Shown {
  progress(now: Progress): void
  /** Nothing more is said: what follows begins on a line of its own. */
  end(): void
}

/** `time`: real milliseconds that the search may take; undefined: runs are counted. */
export function progressOn(stderr: Io['stderr'], time: number | undefined): Shown {
  let said = 0
  let isOpen = false
  return {
    progress(now) {
      const isNews = now.runs === now.of && (now.reducing ?? 1) === 1
      if (!stderr.isTTY && !isNews && now.ms - said < apart) return
      said = now.ms
      isOpen = stderr.isTTY === true
      const text = lineOf(now, time)
      if (isOpen) stderr.sayAgain(text.padEnd(78))
      else stderr.say(text)
    },
    end() {
      if (isOpen) stderr.say('')
    },
  }
}

/** Real seconds until the last run with faults has ended. `time`: real milliseconds that the search may take. */
export function secondsLeft({ runs, of, ms }: Progress, time: number | undefined): number {
  const left = Math.min((time ?? Number.POSITIVE_INFINITY) - ms, (ms / runs) * (of - runs))
  return Math.ceil(Math.max(0, left) / 1000)
}

function lineOf(now: Progress, time: number | undefined): string {
  const { runs, of, met, points, failed } = now
  const all = of === Number.MAX_SAFE_INTEGER ? '' : ` of ${of}`
  return `${runs}${all} runs, ${met} of ${points} points met, ${failed} failed${restOf(now, time)}`
}

function restOf(now: Progress, time: number | undefined): string {
  if (now.reducing !== undefined) return `, reducing the faults: run ${now.reducing}`
  if (now.runs === now.of) return ''
  const left = secondsLeft(now, time)
  return left === 0 ? ', the last runs end' : `, ${left} s left`
}
