/** Runs one booked job, from its booking to its journal line. */
import { jobsById } from '../areas/index.ts'
import { type Job, nextTry, type Outcome } from '../areas/job.ts'
import { rulesetOf } from '../failures/active-rules.ts'
import { choose } from '../failures/choose.ts'
import { loadPhoneNumbers } from '../wire/addresses.ts'
import type { MaybePromise } from '../wire/call.ts'
import { andThen, attempt } from '../wire/maybe.ts'
import { Refusal } from '../wire/refusal.ts'
import { type Manner, mannerTexts } from '../wire/services.ts'
import { zulu } from '../wire/timestamp.ts'
import { type Booking, bookingId } from '../world/agenda.ts'
import { defects, endDefect, noteDefect } from '../world/booked.ts'
import { type Circumstances, plainCircumstances } from '../world/circumstances.ts'
import type { Happening } from '../world/clock.ts'
import type { Environment } from '../world/environment.ts'
import type { Line } from '../world/journal-line.ts'
import { randomOf, type World } from '../world/world.ts'
import { actOf } from './context.ts'
import { newLine } from './new-line.ts'
import { decided } from './scenario-rules/apply-rules.ts'
import type { EngineDependencies } from './walk.ts'

export function runJob(dependencies: EngineDependencies, world: World, booking: Booking): MaybePromise<Happening> {
  const job = jobsById.get(booking.job)
  if (!job) throw new Error(`There is no job ${booking.job}.`)
  const environment = world.environments[booking.environment]
  const at = world.clock.now()
  const id = bookingId(booking)
  const line = lineOf(booking, id, at, dependencies.platform.tick())
  world.journal.jobs.add(line)

  const begun = world.observing.current?.began(line, world.name)
  // A running clock has gone on while the job was held.
  const atItsInstant = <T>(run: () => T): T => (begun instanceof Promise ? world.clock.showing(at, run) : run())
  const deciding = andThen(
    andThen(begun, () => loadPhoneNumbers()),
    () => circumstancesOf(dependencies, world, { job, booking, environment, line }),
  )
  const ran = andThen(deciding, (circumstances) => {
    const random = randomOf(world, booking.cause, booking.nth, booking.again ?? 0)
    return attempt<Outcome>(
      () => atItsInstant(() => job.run(booking.data, actOf({ world, environment, cause: id, circumstances, random, line }, booking))),
      (thrown) => putOff(dependencies, world, booking, thrown),
    )
  })
  return andThen(ran, (outcome) => {
    line.ms = dependencies.platform.tick() - line.began
    line.outcome = outcome
    if (booking.again !== undefined && !('defect' in outcome)) endDefect(world.of(defects), id)
    world.journal.close(line)
    world.changes.note()
    return { at, what: job.id, ...outcome }
  })
}

interface Due {
  readonly job: Job
  readonly booking: Booking
  readonly environment: Environment
  readonly line: Line
}

/** The circumstances that the active scenarios decide. */
function circumstancesOf(
  dependencies: EngineDependencies,
  world: World,
  { job, booking, environment, line }: Due,
): MaybePromise<Circumstances> {
  if (world.scenarios.active.length === 0) return plainCircumstances
  return andThen(dependencies.scenarios(), (catalogue) => {
    const covering = rulesetOf(world, catalogue).of(job)
    const about = covering.needsAbout ? job.about(booking.data, world, environment) : {}
    const thing = covering.needsThing ? `${job.id} ${JSON.stringify(booking.data)}` : undefined
    const { chosen, considered } = choose(world, covering, { environment: environment.name, about, thing })
    line.considered = considered
    if (!chosen) return plainCircumstances
    line.scenario = chosen.rule.scenario
    line.rule = chosen.rule.rule
    return decided(chosen, plainCircumstances)
  })
}

/** Books the job again, later, when a service that it needs cannot be reached, and after a defect of Standin. */
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

/** Milliseconds between two tries of a job that a defect breaks. Each wait is twice the one before. */
const longestWait = 86_400_000

const excerpt = (text: string) => text.slice(0, 256)

const noHeaders = {}

const lineOf = (booking: Booking, id: string, at: number, began: number): Line =>
  newLine({
    id: booking.again ? `${id}+${booking.again}` : id,
    at,
    environment: booking.environment,
    operation: booking.job,
    method: null,
    path: null,
    stage: 'handle',
    began,
    requestHeaders: noHeaders,
    query: '',
    data: booking.data,
  })
