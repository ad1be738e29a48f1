/** The steps in a recipe run, for the reply and the curl script. */
import type { Identity } from '../../service/areas/client.ts'

export interface CallStep {
  readonly kind: 'call' | 'control'
  /** A row id. */
  readonly operation: string
  readonly method: string
  /** The path below the world's base URL, including the query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
  /** Null for a call without a token. */
  readonly as: Identity | null
  /** If the client disconnected, the status in the journal. Null if there was no reply. */
  readonly status: number | null
  readonly reply: string
  /** The id of the call's journal line; null if there is none. */
  readonly line: string | null
  readonly why: string | null
  /** True if the client disconnected before the reply. */
  readonly isLeft: boolean
}

/** Elapsed time, in milliseconds of world time. */
export interface TimeStep {
  readonly kind: 'time'
  /** True if the clock was moved. Otherwise the run waited. */
  readonly isMoved: boolean
  readonly milliseconds: number
}

export type Step = CallStep | TimeStep

/** Adds a step. A repeated read replaces the previous one, and consecutive waits are merged. */
export function addStep(steps: Step[], step: Step): void {
  const before = steps.findLastIndex(({ kind }) => kind !== 'time')
  const looked = steps[before]
  const isRepeated = before < steps.length - 1
  if (isRepeated && step.kind !== 'time' && looked && looked.kind !== 'time' && isLook(step) && lookOf(looked) === lookOf(step))
    steps.splice(before, 1)
  steps.push(step)
  for (let at = steps.length - 1; at > 0; at--) {
    const [one, other] = [steps[at - 1], steps[at]]
    if (one?.kind === 'time' && other?.kind === 'time' && one.isMoved === other.isMoved)
      steps.splice(at - 1, 2, { ...one, milliseconds: one.milliseconds + other.milliseconds })
  }
}

const isLook = ({ method }: CallStep) => method === 'GET'
const lookOf = ({ method, path, headers, status }: CallStep) => JSON.stringify([method, path, headers, status])
