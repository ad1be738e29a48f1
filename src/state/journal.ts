/** What was asked and what was done: two rings of lines, one for calls, one for jobs. */
import type { Answer, Call } from '../wire/call.ts'
import type { EnvironmentName } from './agenda.ts'
import { createFollowing, type Following } from './following.ts'
import type { Considered, Rule } from './scenario.ts'

/** How much of a body a line keeps, in characters. */
export const bodyLimit = 16_384

export interface LineCaller {
  readonly org: string | null
  readonly orgNo: string | null
  readonly clientId: string | null
}

/** One call, from arrival to the end of the sending; or one job. */
export interface Line {
  readonly id: string
  /** World milliseconds since 1970. */
  readonly at: number
  readonly environment: EnvironmentName
  /** The row or the job. */
  operation: string | null
  readonly method: string | null
  readonly path: string | null
  status: number | null
  code: string | null
  caller: LineCaller | null
  /** Real milliseconds. */
  ms: number | null
  /** Where the walk ended. */
  stage: string
  /** How often the world was changed. */
  commits: number
  scenario: string | null
  /** The rule of it that was applied. */
  rule: Rule | null
  why: string | null
  /** When each stage was entered, in real milliseconds after arrival, in the order of the stages. */
  readonly times: number[]
  /** The how-manieth of its world that was closed; 0 while it is open. */
  closed: number
  /** The rules that were switched on, and what each came to; null where there were none. */
  considered: Considered | null
  /** As they were, written out only when asked for; `data` is a job's. */
  request: { headers: Call['headers']; query?: string; body?: string | undefined; bytes?: number; data?: unknown }
  reply: { headers: Answer['headers']; body?: string | undefined; bytes: number; cut: boolean } | null
}

export interface Ring {
  readonly size: number
  /** Lines that had to make room for newer ones. */
  readonly dropped: number
  add(line: Line): void
  /** Oldest first. */
  list(): Line[]
  find(id: string): Line | undefined
  clear(): void
}

export interface Journal {
  readonly calls: Ring
  readonly jobs: Ring
  readonly following: Following
}

export const createJournal = (limit: number, following: Following = createFollowing()): Journal => ({
  calls: createRing(limit),
  jobs: createRing(limit),
  following,
})

function createRing(limit: number): Ring {
  let lines: Line[] = []
  let oldest = 0
  let dropped = 0
  const list = () => [...lines.slice(oldest), ...lines.slice(0, oldest)]
  return {
    get size() {
      return lines.length
    },
    get dropped() {
      return dropped
    },
    add(line) {
      if (lines.length < limit) {
        lines.push(line)
        return
      }
      dropped++
      if (limit === 0) return
      lines[oldest] = line
      oldest = (oldest + 1) % limit
    },
    list,
    // From the newest on: it is the one that is asked for while calls are served.
    find(id) {
      for (let at = lines.length - 1; at >= 0; at--) {
        const line = lines[(oldest + at) % lines.length]
        if (line?.id === id) return line
      }
      return undefined
    },
    clear() {
      lines = []
      oldest = 0
      dropped = 0
    },
  }
}

/** A body as a line keeps it. A slice is copied, so that it does not keep the whole alive. */
export const excerpt = (text: string): string => (text.length <= bodyLimit ? text : structuredClone(text.slice(0, bodyLimit)))
