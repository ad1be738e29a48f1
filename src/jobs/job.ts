/** The shape of a job: what the service does by itself, when its hour has come. */
import type { z } from 'zod'
import type { Act, Bookable } from '../state/act.ts'
import type { Environment } from '../state/environment.ts'
import type { World } from '../state/world.ts'
import type { MaybePromise } from '../wire/call.ts'
import type { About } from '../wire/row.ts'
import type { Question, Service } from '../wire/services.ts'

/** What came of it, for the account of an advance; `id` is the record's. */
export interface Outcome {
  readonly id?: string
  readonly [fact: string]: unknown
}

export interface Job<D extends z.ZodObject = z.ZodObject, S extends Service = Service> extends Bookable<D> {
  readonly summary: string
  readonly dependsOn: readonly S[]
  /** What else it asks, where a scenario may answer. */
  readonly asks?: readonly Question[]
  about(data: z.output<D>, world: World, environment: Environment): About
  /** Looks first: does nothing when its moment has passed. */
  run(data: z.output<D>, act: Act<S>): MaybePromise<Outcome>
}

export function defineJob<D extends z.ZodObject, const S extends Service>(job: Job<D, S>): Job<D, S> {
  return job
}
