/** Reports an exploration's progress on the terminal and to servers whose dashboards show it. */

import { storeExploration } from '../../../control/app-reports.ts'
import type { Exploration } from '../../../control/client.ts'
import type { Simulator } from '../../../control/simulator.ts'
import type { Explored, Progress } from '../../explore/explore.ts'
import type { Io } from '../frame/io.ts'
import { remote } from '../frame/remote.ts'

export type Taker = (exploration: Exploration) => Promise<unknown>

export const takerIn =
  (simulator: Simulator): Taker =>
  async (exploration) =>
    storeExploration(simulator, exploration)

/** Rejects if the server is not responding. */
export const takerAt =
  (url: string, adminToken: string): Taker =>
  (body) =>
    remote({ url, adminToken }).call('control.reportExploration', { body })

/** Rejects if a server is not responding. `time`: the search's time limit in real milliseconds. */
export async function reporting(takers: readonly Taker[], command: string, time: number | undefined) {
  let newest: Exploration = { command, progress: null, report: null }
  const send = () => Promise.all(takers.map((take) => take(newest)))
  await send()
  let sending: Promise<unknown> | undefined
  return {
    // A slow server misses intermediate states.
    progress(now: Progress) {
      const { runs, of, met, points, failed, reducing } = now
      newest = {
        ...newest,
        progress: {
          runs,
          of: of === Number.MAX_SAFE_INTEGER ? null : of,
          met,
          points,
          failed,
          secondsLeft: reducing === undefined ? secondsLeft(now, time) : null,
          ...(reducing !== undefined && { reducing }),
        },
      }
      sending ??= send()
        .catch(() => {})
        .finally(() => {
          sending = undefined
        })
    },
    /** Rejects if a server does not accept the report. */
    async end(explored: Explored) {
      await sending
      newest = { ...newest, report: explored as Writable<Explored> }
      await send()
    },
  }
}

/** Removes `readonly` from a type, because the types of the row schemas have no readonly arrays. */
type Writable<T> = { -readonly [Name in keyof T]: Writable<T[Name]> }

/** Real milliseconds between lines if the output is not a terminal. */
const apart = 5_000

/** `time`: the search's time limit in real milliseconds. */
export function progressOn(stderr: Io['stderr'], time: number | undefined) {
  let said = 0
  let isOpen = false
  return {
    progress(now: Progress) {
      const isNews = now.runs === now.of && (now.reducing ?? 1) === 1
      if (!stderr.isTTY && !isNews && now.ms - said < apart) return
      said = now.ms
      isOpen = stderr.isTTY === true
      const text = lineOf(now, time)
      if (isOpen) stderr.sayAgain(text.padEnd(78))
      else stderr.say(text)
    },
    /** Ends the progress line, so later output starts on a new line. */
    end() {
      if (isOpen) stderr.say('')
    },
  }
}

/** Estimates how many real seconds are left until the last run with faults ends. `time`: the search's time limit in real milliseconds. */
export function secondsLeft({ runs, of, ms }: Progress, time: number | undefined): number {
  const left = Math.min((time ?? Number.POSITIVE_INFINITY) - ms, (ms / runs) * (of - runs))
  return Math.ceil(Math.max(0, left) / 1000)
}

function lineOf(now: Progress, time: number | undefined): string {
  const { runs, of, met, points, failed } = now
  const all = of === Number.MAX_SAFE_INTEGER ? '' : ` of ${of}`
  return `${runs}${all} runs, ${met} of ${points} points reached, ${failed} failed${restOf(now, time)}`
}

function restOf(now: Progress, time: number | undefined): string {
  if (now.reducing !== undefined) return `, minimizing the faults: run ${now.reducing}`
  if (now.runs === now.of) return ''
  const left = secondsLeft(now, time)
  return left === 0 ? ', finishing the last runs' : `, ${left} s left`
}
