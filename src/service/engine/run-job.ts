/** Runs a booked job, from its booking to its journal line. */

import { type Circumstances, plainCircumstances } from '../areas/circumstances.ts'
import { jobsById } from '../areas/index.ts'
import { type Job, nextTry, type Outcome } from '../areas/operation.ts'
import { rulesetOf } from '../failures/active-rules.ts'
import { choose } from '../failures/choose.ts'
import { Refusal } from '../wire/refusal.ts'
import { zulu } from '../wire/timestamp.ts'
import { type Manner, mannerTexts } from '../wire/vocabulary.ts'
import type { Happening } from '../world/clock.ts'
import { type Booking, bookingId, type Defect, defects } from '../world/clock.ts'
import type { Line } from '../world/journal.ts'
import type { Environment, Table } from '../world/records.ts'
import { randomOf, type World } from '../world/world.ts'
import { actOf } from './context.ts'
import { closeLine, noteOutcome, noteRule, openJobLine } from './journal-line/line.ts'
import { decided } from './scenario-rules/apply-rules.ts'
import type { EngineDependencies } from './walk.ts'

export async function runJob(dependencies: EngineDependencies, world: World, booking: Booking): Promise<Happening> {
  const job = jobsById.get(booking.job)
  if (!job) throw new Error(`Unknown job: ${booking.job}.`)
  const { platform } = dependencies
  const environment = world.environments[booking.environment]
  const id = bookingId(booking)
  const line = openJobLine(world, booking, platform.tick())
  const { at } = line
  await world.observing.current?.began(line, world.name)
  const circumstances = await circumstancesOf(dependencies, world, { job, booking, environment, line })
  const random = randomOf(world, booking.cause, booking.nth, booking.again ?? 0)
  let outcome: Outcome
  try {
    const act = actOf({ world, environment, cause: id, circumstances, random, line }, booking)
    // The job sees the time at which its line was opened, because a running clock might have advanced while an observer delayed the job.
    outcome = await world.clock.showing(at, () => job.run(booking.data, act))
  } catch (thrown) {
    outcome = putOff(dependencies, world, booking, thrown)
  }
  noteOutcome(line, outcome, platform.tick())
  if (booking.again !== undefined && !('defect' in outcome)) endDefect(world.of(defects), id)
  closeLine(line, world)
  return { at, what: job.id, ...outcome }
}

interface Due {
  readonly job: Job
  readonly booking: Booking
  readonly environment: Environment
  readonly line: Line
}

async function circumstancesOf(
  dependencies: EngineDependencies,
  world: World,
  { job, booking, environment, line }: Due,
): Promise<Circumstances> {
  if (world.scenarios.active.length === 0) return plainCircumstances
  const covering = rulesetOf(world, await dependencies.scenarios()).of(job)
  const about = covering.needsAbout ? job.about(booking.data, world, environment) : {}
  const thing = covering.needsThing ? `${job.id} ${JSON.stringify(booking.data)}` : undefined
  const { chosen, considered } = choose(world, covering, { environment: environment.name, about, thing })
  noteRule(line, considered, chosen)
  return chosen ? decided(chosen, plainCircumstances) : plainCircumstances
}

/** Books the job again if a required service is unreachable or Standin has a bug. */
function putOff({ platform }: EngineDependencies, world: World, booking: Booking, thrown: unknown): Outcome {
  if (world.gone) return { nothing: 'the world has ended' }
  const { again = 0 } = booking
  const next = nextTry(world)
  if (thrown instanceof Refusal && thrown.key === 'unreachable') {
    world.clock.book({ ...booking, at: next, again: again + 1 })
    return { attempt: again + 1, putOff: `${thrown.values.service} ${mannerTexts[thrown.values.manner as Manner]}`, next: zulu(next) }
  }
  platform.alarm(thrown)
  const at = Math.max(next, world.clock.now() + Math.min(1000 * 2 ** again, longestWait))
  world.clock.book({ ...booking, at, again: again + 1 })
  const why = excerpt(thrown instanceof Error ? thrown.message : String(thrown))
  noteDefect(world.of(defects), { ...booking, why, at: world.clock.now(), next: at })
  return { attempt: again + 1, defect: why, next: zulu(at) }
}

/** Maximum retry delay in milliseconds for a job that fails because of a bug. Each delay is twice as long as the previous one. */
const longestWait = 86_400_000

const excerpt = (text: string) => text.slice(0, 256)

const mostDefects = 1_000

/** Stores a failed job and, beyond the limit, drops the oldest. */
function noteDefect(all: Table<Defect>, { again = 0, ...booking }: Booking & Pick<Defect, 'why' | 'next'>): void {
  const { at, job, environment, data, why, next } = booking
  const id = bookingId(booking)
  endDefect(all, id)
  all.insert({ at, id, job, environment, data, why, times: again + 1, next })
  const [oldest] = all.size > mostDefects ? all.values() : []
  if (oldest) all.remove(oldest)
}

/** Removes the entry for a job that has succeeded. `id`: the booking's id. */
function endDefect(all: Table<Defect>, id: string): void {
  const known = all.get(id)
  if (known) all.remove(known)
}
