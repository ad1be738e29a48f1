/** Does a booked job: the walk of what nobody called for. */
import { jobsById } from '../jobs/index.ts'
import type { Outcome } from '../jobs/job.ts'
import { type Booking, bookingId } from '../state/agenda.ts'
import { plainCircumstances } from '../state/circumstances.ts'
import type { Happening } from '../state/clock.ts'
import type { Line } from '../state/journal.ts'
import { randomOf, type World } from '../state/world.ts'
import type { MaybePromise } from '../wire/call.ts'
import { andThen, attempt } from '../wire/maybe.ts'
import { Refusal } from '../wire/refusals.ts'
import { choose } from './choose.ts'
import { actOf } from './context.ts'
import type { Equipment } from './equipment.ts'
import { activeScenarios, decided } from './rules.ts'

export function perform(equipment: Equipment, world: World, booking: Booking): MaybePromise<Happening> {
  const job = jobsById.get(booking.job)
  if (!job) throw new Error(`There is no job ${booking.job}.`)
  const environment = world.environments[booking.environment]
  const at = world.clock.now()
  const line = lineOf(booking, at)
  world.journal.jobs.add(line)
  const began = equipment.platform.tick()

  const builtIn = world.scenarios.active.length > 0 ? equipment.scenarios() : new Map()
  const ran = andThen(builtIn, (scenarios) => {
    const about = world.scenarios.active.length > 0 ? job.about(booking.data, world, environment) : {}
    const chosen = choose(
      world,
      activeScenarios(world, scenarios),
      { id: job.id, dependsOn: job.dependsOn, environment: environment.name, about },
      line,
    )
    if (chosen) Object.assign(line, { scenario: chosen.scenario.name, rule: chosen.rule })
    const circumstances = chosen ? decided(chosen.rule, plainCircumstances) : plainCircumstances
    const random = randomOf(world, booking.cause, booking.nth, booking.again ?? 0)
    return attempt<Outcome>(
      () => job.run(booking.data, actOf({ world, environment, circumstances, random, line }, booking)),
      (thrown) => putOff(world, booking, thrown),
    )
  })
  return andThen(ran, (outcome) => {
    line.ms = equipment.platform.tick() - began
    line.why = Object.entries(outcome)
      .map(([name, value]) => `${name} ${String(value)}`)
      .join(', ')
    world.journal.following.close(line)
    return { at, what: job.id, ...outcome }
  })
}

/** A service that the job could not reach, and that it does not know how to do without: the same again, later. */
function putOff(world: World, booking: Booking, thrown: unknown): Outcome {
  if (!(thrown instanceof Refusal) || thrown.key !== 'unreachable') throw thrown
  world.clock.book({ ...booking, at: world.pace.retry(world.clock.now()), again: (booking.again ?? 0) + 1 })
  return { putOff: `${thrown.values.service} cannot be reached` }
}

const lineOf = (booking: Booking, at: number): Line => ({
  id: booking.again ? `${bookingId(booking)}+${booking.again}` : bookingId(booking),
  at,
  environment: booking.environment,
  operation: booking.job,
  method: null,
  path: null,
  status: null,
  code: null,
  caller: null,
  ms: null,
  stage: 'handle',
  commits: 0,
  scenario: null,
  rule: null,
  why: null,
  times: [],
  closed: 0,
  rules: [],
  request: { headers: {}, body: JSON.stringify(booking.data) },
  reply: null,
})
