/** The table of areas, in documentation order. */
import { errorsOf } from '../wire/json-errors.ts'
import type { Area } from '../wire/vocabulary.ts'
import type { BodyReader } from './areas.ts'
import { authentication } from './authentication/index.ts'
import { events } from './events/index.ts'
import { fileTransfer } from './file-transfer/index.ts'
import { notifications } from './notifications/index.ts'
import type { Job, Operation } from './operation.ts'
import { resources } from './resources/index.ts'
import { resumableUpload } from './resumable-upload/index.ts'

const table = [notifications, fileTransfer, resources, events, resumableUpload, authentication] as const

type Row = (typeof table)[number]['rows'][number]
export type OperationId = Row['id']
export type OperationOf<Id extends OperationId> = Extract<Row, { id: Id }>
export type JobId = (typeof table)[number]['jobs'][number]['id']

/** All rows, without their request and reply types. */
export const operations = table.flatMap(({ rows }) => [...rows]) as unknown as readonly (Operation & { readonly id: OperationId })[]

export const operationsById: ReadonlyMap<string, Operation> = new Map(operations.map((operation) => [operation.id, operation]))

/** All jobs, without their data types, because the engine runs all jobs the same way. */
export const jobs = table.flatMap((area) => [...area.jobs]) as unknown as readonly (Job & { readonly id: JobId })[]

export const jobsById: ReadonlyMap<string, Job> = new Map(jobs.map((job) => [job.id, job]))

/** Example values for refusal texts, used when there is no request. */
export const refusalSamples = { ...resumableUpload.samples, ...authentication.samples }

/** Keyed by the name of the record whose status changes. */
export const lifecycles = {
  ...notifications.lifecycles,
  ...fileTransfer.lifecycles,
  ...resources.lifecycles,
  ...events.lifecycles,
}

/** Body readers, keyed by name. */
export const readers: Readonly<Record<Area['reader'], BodyReader>> = {
  notifications: notifications.bodyReader,
  fileTransfer: fileTransfer.bodyReader,
  events: {
    ...notifications.bodyReader,
    accepts: { enums: false, numbersAsText: false },
  },
  plain: {
    misread: () => undefined,
    errors: (issues) => errorsOf(issues),
    malformed: (_, reason) => ({ $: [reason] }),
    empty: () => ({ $: ['A JSON body is required.'] }),
  },
}
