/** Reports an exploration while it runs: on the terminal, and to servers, whose dashboards show it. */

import type { Exploration } from '../../../control/client.ts'
import { storeExploration } from '../../../control/exploration.ts'
import type { Simulator } from '../../../index.ts'
import type { Explored } from '../../explore/report.ts'
import type { Progress } from '../../explore/search.ts'
import type { Io } from '../frame/io.ts'
import { remote } from '../frame/remote.ts'

export interface Reporting {
  progress(now: Progress): void
  /** Rejects where a server does not take the report. */
  end(explored: Explored): Promise<void>
}

/** A server takes what an exploration reports. */
export type Taker = (exploration: Exploration) => Promise<unknown>

export const takerIn =
  (simulator: Simulator): Taker =>
  async (exploration) =>
    storeExploration(simulator, exploration)

/** Rejects where the server does not answer. */
export const takerAt =
  (url: string, adminToken: string): Taker =>
  (body) =>
    remote({ url, adminToken }).call('control.reportExploration', { body })

/** Rejects where a taker does not answer. `time`: real milliseconds that the search may take. */
export async function reporting(takers: readonly Taker[], command: string, time: number | undefined): Promise<Reporting> {
  let newest: Exploration = { command, progress: null, report: null }
  const send = () => Promise.all(takers.map((take) => take(newest)))
  await send()
  let sending: Promise<unknown> | undefined
  return {
    // A server that is slow gets what is newest then.
    progress(now) {
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
    async end(explored) {
      await sending
      newest = { ...newest, report: explored as Writable<Explored> }
      await send()
    },
  }
}

/** The schema of a row has no lists that are only read. */
type Writable<T> = { -readonly [Name in keyof T]: Writable<T[Name]> }

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
