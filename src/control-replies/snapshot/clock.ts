/** The clock of a world in a snapshot, with what is booked. */
import { z } from 'zod'
import { type JobId, jobs } from '../../areas/index.ts'
import { kept } from './kept.ts'
import { count, environmentName, time } from './values.ts'

/** By job. Made once, because a world has many bookings. */
const dataOf = new Map(jobs.map(({ id, data }) => [id, z.strictObject(data.shape)]))

/** Refuses data that a job does not carry. */
function fitsJob({ job, data }: { readonly job: JobId; readonly data: unknown }, context: z.RefinementCtx): void {
  const form = dataOf.get(job)
  if (!form?.safeParse(data).success)
    context.addIssue({
      code: 'custom',
      path: ['data'],
      message: `is not the data of ${job}`,
      params: { choices: Object.keys(form?.shape ?? {}) },
    })
}

const booked = { job: z.enum(jobs.map(({ id }) => id)), environment: environmentName, data: z.record(z.string(), z.unknown()) }

const booking = z
  .strictObject({
    at: time,
    cause: z.string().min(1),
    nth: count,
    ...booked,
    again: count.optional().describe('How often it was postponed.'),
  })
  .superRefine(fitsJob)

const defect = z.strictObject({ at: time, id: z.string(), ...booked, why: z.string(), times: count, next: time }).superRefine(fitsJob)

export const clock = z.strictObject({
  mode: z.enum(['real', 'frozen']),
  speed: z.number().positive().describe('World seconds for each real second.'),
  time: time.describe('What the clock shows.'),
  bookings: z.array(booking).describe('The jobs that are booked, in the order in which they come due.'),
  defects: z.array(defect).describe('Jobs that a defect of Standin broke.'),
})

/** In a folder that keeps worlds. */
export const keptClock = { booking: kept(booking), defect: kept(defect) }
