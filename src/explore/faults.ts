/** The faults that fit a call or a job, as it was without faults. */

import { operationsById } from '../areas/index.ts'
import { jobsById } from '../areas/jobs.ts'
import type { DialectName } from '../wire/dialect.ts'
import type { Fault } from './fault.ts'
import { faultsOfCall } from './faults-of-calls.ts'
import { faultsOfJob } from './faults-of-jobs.ts'
import type { Step } from './trace.ts'

/** What the faults of a client depend on, beside the call or job. */
export interface Around {
  /** Of the messages that the client caused. */
  readonly channels: readonly string[]
  /** What its world speaks. */
  readonly dialect: DialectName
}

export function faultsFor(step: Step, { channels, dialect }: Around): Fault[] {
  const operation = operationsById.get(step.target)
  if (operation) return faultsOfCall(operation, step, dialect)
  const job = jobsById.get(step.target)
  return job ? faultsOfJob(job, step, channels) : []
}
