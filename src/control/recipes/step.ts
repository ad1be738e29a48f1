/** What a run of a recipe did, step by step: for the reply, and for the same as curl. */
import type { Identity } from '../../service/areas/client.ts'

/** A call of the service, or of a control row. */
export interface CallStep {
  readonly kind: 'call' | 'control'
  /** The id of its row. */
  readonly operation: string
  readonly method: string
  /** Below the address of the world, with its query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  /** Null: it has none. */
  readonly body: string | null
  /** Null: it carries no token. */
  readonly as: Identity | null
  /** Of a call that its client left: the status in the journal. Null: there was no reply. */
  readonly status: number | null
  readonly reply: string
  /** The id of its line in the journal. Null: it has none. */
  readonly line: string | null
  readonly why: string | null
  /** Whether the client left before the reply. */
  readonly isLeft: boolean
}

/** Time that passed. Milliseconds of the world. */
export interface TimeStep {
  readonly kind: 'time'
  /** Whether the clock was moved. Otherwise the run waited. */
  readonly isMoved: boolean
  readonly milliseconds: number
}

export type Step = CallStep | TimeStep

/** Adds a step. A look at the same thing after some time takes the place of the one before, and time that goes on is one step. */
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
