/** Says how far an exploration has come: one line that changes in a terminal, a line now and then elsewhere. */
import type { Progress } from '../../explore/search.ts'
import type { Io } from '../io.ts'

/** Real milliseconds between two lines where the output is not a terminal. */
const apart = 5_000

/** `time`: real milliseconds that the search may take; undefined: runs are counted. */
export function progressOn(stderr: Io['stderr'], time: number | undefined): (now: Progress) => void {
  let said = 0
  return (now) => {
    const isLast = now.runs === now.of
    if (!stderr.isTTY && !isLast && now.ms - said < apart) return
    said = now.ms
    const text = lineOf(now, time)
    stderr.write(stderr.isTTY ? `\r${text.padEnd(78)}${isLast ? '\n' : ''}` : `${text}\n`)
  }
}

/** `time`: real milliseconds that the search may take. */
export function secondsLeft({ runs, of, ms }: Progress, time: number | undefined): number {
  const left = Math.min((time ?? Number.POSITIVE_INFINITY) - ms, (ms / runs) * (of - runs))
  return Math.ceil(Math.max(0, left) / 1000)
}

function lineOf(now: Progress, time: number | undefined): string {
  const { runs, of, met, points, failed } = now
  const all = of === Number.MAX_SAFE_INTEGER ? '' : ` of ${of}`
  return `${runs}${all} runs, ${met} of ${points} points met, ${failed} failed, ${secondsLeft(now, time)} s left`
}
