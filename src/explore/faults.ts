/** The faults that fit a call or a job, as it was without faults. */
import { jobsById } from '../jobs/index.ts'
import { operationsById } from '../operations/index.ts'
import type { Fault } from './fault.ts'
import { faultsOfCall } from './faults-of-calls.ts'
import { faultsOfJob } from './faults-of-jobs.ts'
import type { Step } from './trace.ts'

/** `channels`: of the messages that the client caused. */
export function faultsFor(step: Step, channels: readonly string[]): Fault[] {
  const operation = operationsById.get(step.target)
  if (operation) return faultsOfCall(operation, step)
  const job = jobsById.get(step.target)
  return job ? faultsOfJob(job, step, channels) : []
}
