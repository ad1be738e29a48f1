/** The shape of a job: work that the service does at a booked time. */
import type { z } from 'zod'
import type { About } from '../wire/row.ts'
import type { Question, Service } from '../wire/vocabulary.ts'
import type { Bookable } from '../world/clock.ts'
import type { Environment } from '../world/records.ts'
import type { World } from '../world/world.ts'
import type { Act, BookingData, BookingId, StepKinds } from './act.ts'

/** A job's result, for the report about an advance. `id` is the record's id. */
export interface Outcome {
  readonly id?: string
  readonly [fact: string]: unknown
}

export interface JobDefinition<Id extends string, Data, S extends Service>
  extends Bookable<Id extends keyof StepKinds ? StepKinds[Id] : never> {
  readonly id: Id
  readonly summary: string
  readonly dependsOn: readonly S[]
  /** The circumstances that it reads and that a scenario can determine. */
  readonly asks?: readonly Question[]
  /** The schema for the data in its booking. */
  readonly data: z.ZodObject & z.ZodType<Data>
  about(data: Data, world: World, environment: Environment): About
  /** Must do nothing if the job is no longer needed. */
  run(data: Data, act: Act<S>): Outcome | Promise<Outcome>
}

/** A job in the table, without its data type. */
export type Job = Omit<JobDefinition<string, Readonly<Record<string, unknown>>, Service>, 'step'> & Bookable

export function defineJob<const Id extends BookingId, const S extends Service>(
  job: JobDefinition<Id, BookingData[Id], S>,
): JobDefinition<Id, BookingData[Id], S> {
  return job
}

/** When to try again after a service was unreachable. Source: decisions §8. */
export const nextTry = ({ settings, clock }: World): number => clock.now() + (settings.pace === 'real' ? 60_000 : 1_000)
