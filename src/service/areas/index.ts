/** The table of areas, in the order of the documentation. */
import { authentication } from './authentication/index.ts'
import { events } from './events/index.ts'
import { fileTransfer } from './file-transfer/index.ts'
import type { Job } from './job.ts'
import { notifications } from './notifications/index.ts'
import type { Operation } from './operation.ts'
import { resources } from './resources/index.ts'
import { resumableUpload } from './resumable-upload/index.ts'

const table = [notifications, fileTransfer, resources, events, resumableUpload, authentication] as const

type Row = (typeof table)[number]['rows'][number]
export type OperationId = Row['id']
export type OperationOf<Id extends OperationId> = Extract<Row, { id: Id }>
export type JobId = (typeof table)[number]['jobs'][number]['id']

/** All rows without the types of their requests and replies. */
export const operations = table.flatMap(({ rows }) => [...rows]) as unknown as readonly (Operation & { readonly id: OperationId })[]

export const operationsById: ReadonlyMap<string, Operation> = new Map(operations.map((operation) => [operation.id, operation]))

/** All jobs without the types of their data: the engine runs all jobs in the same way. */
export const jobs = table.flatMap((area) => [...area.jobs]) as unknown as readonly (Job & { readonly id: JobId })[]

export const jobsById: ReadonlyMap<string, Job> = new Map(jobs.map((job) => [job.id, job]))

/** Values for the texts of refusals, used without a request. */
export const refusalSamples = { ...resumableUpload.samples, ...authentication.samples }

/** Keyed by the name of the moving record. */
export const lifecycles = {
  ...notifications.lifecycles,
  ...fileTransfer.lifecycles,
  ...resources.lifecycles,
  ...events.lifecycles,
}
