/** Walks a call from its arrival to its journal line: arrive, the stages, say. */

import { type Dialect, dialect } from '../areas/dialect.ts'
import { operations } from '../areas/index.ts'
import type { Operation } from '../areas/operation.ts'
import { loadPhoneNumbers } from '../wire/addresses.ts'
import { type Answer, type Call, type Carrier, header, type MaybePromise, type PendingAnswer } from '../wire/call.ts'
import { andThen, attempt } from '../wire/maybe.ts'
import { Misuse } from '../wire/misuse.ts'
import type { Refusal } from '../wire/refusal.ts'
import { getOrCreate } from '../wire/when-needed.ts'
import type { Booking } from '../world/agenda.ts'
import { unlessWorldGone, WorldGone } from '../world/in-flight.ts'
import type { Happening } from '../world/run-due-jobs.ts'
import type { World } from '../world/world.ts'
import { brokenToken, identify } from './access.ts'
import { type Address, readAddress } from './address.ts'
import { arrive } from './arrive.ts'
import { pathHeaders } from './hint.ts'
import { withRateLimit } from './limit.ts'
import { aboutOf, onItsWay } from './line-details.ts'
import { bugAnswer, goneAnswer, misuseAnswer } from './misuse-answer.ts'
import { isOfForeignPage } from './room.ts'
import { compileRoutes, type Router } from './route.ts'
import { runJob } from './run-job.ts'
import { checkAnswer, demandDeclared, refusalToAnswer, sayRefusal, shortened } from './say.ts'
import { stages } from './stages.ts'
import { type EngineDependencies, enter, type Next, type Walk } from './walk.ts'
import type { Worlds } from './worlds.ts'

export interface Walker {
  readonly carry: Carrier
  runJob(world: World, booking: Booking): MaybePromise<Happening>
  /** What the call or job of a journal line was about; a text when the line does not tell: it says why. */
  readonly about: typeof aboutOf
}

export function createWalker(dependencies: EngineDependencies, worlds: Worlds): Walker {
  const { platform, settings } = dependencies
  const routerOf = createRouters()
  const walkStages = stages.reduceRight<Next>(
    (next, [name, stage], at) =>
      (walk) => {
        const entered = enter(walk, name, at)
        return entered === undefined ? stage(walk, next) : andThen(entered, () => stage(walk, next))
      },
    () => {
      throw new Error('The last stage answers.')
    },
  )

  /** `isReached`: what keeps the worlds was asked for the world of the call. */
  function carry(call: Call, isReached = false): MaybePromise<PendingAnswer> {
    const began = platform.tick()
    let address: Address
    let entry: { readonly world: World; readonly end?: () => void }
    try {
      address = readAddress(call)
      const name = address.world
      const isHere = worlds.has(name)
      const makes = isHere || makesWorld(call, address.path)
      const coming = isHere || (isReached && !makes) ? undefined : dependencies.keeping?.reach(name, makes, call)
      if (coming !== undefined) return coming.then((answer) => answer ?? carry(call, true)).catch(refused)
      entry = makes ? { world: worlds.get(name) } : worlds.passing(name)
    } catch (thrown) {
      return refused(thrown)
    }
    const { world, end } = entry
    const waiting = world.clock.catchUp()
    if (waiting !== undefined) return waiting.then(() => enterLater(call, address, world, began))
    const answered = enterWorld(call, address, world, began)
    return end === undefined ? answered : andThen(answered, (pending) => endedWith(pending, end))
  }

  /** A path that no row has makes no world either. */
  const makesWorld = (call: Call, path: string): boolean =>
    !isOfForeignPage(call, settings.cors) && matchOf(routerOf(dialect(settings.dialect)), call, path) !== undefined

  const refused = (thrown: unknown) => onItsWay(dependencies, undefined, misuseOrBug(dependencies, undefined, thrown))

  /** A call that has waited until everything was done that was due. */
  function enterLater(call: Call, address: Address, world: World, began: number): MaybePromise<PendingAnswer> {
    if (world.gone) return { answer: goneAnswer(new WorldGone()), sent() {} }
    world.observing.current?.caughtUp()
    return enterWorld(call, address, world, began)
  }

  function enterWorld(call: Call, address: Address, world: World, began: number): MaybePromise<PendingAnswer> {
    let walk: Walk | undefined
    const answered = attempt(
      () => {
        const arrival = arrive(dependencies, world, call, address, matchOf(routerOf(world.dialect), call, address.path), began)
        walk = arrival.walk
        const { refusal } = arrival
        return refusal
          ? refuseOnArrival(arrival.walk, refusal)
          : andThen(
              refusalToAnswer(walk, () => andThen(loadPhoneNumbers(), () => walkStages(arrival.walk))),
              (answer) => andThen(withRateLimit(arrival.walk, answer), (limited) => checkAnswer(arrival.walk, limited)),
            )
      },
      (thrown) => (walk?.world.gone ? gone(walk) : misuseOrBug(dependencies, walk, thrown)),
    )
    return andThen(inItsWorld(walk, answered), (answer) => onItsWay(dependencies, walk, answer))
  }

  return { carry: (call) => carry(call), runJob: (world, booking) => runJob(dependencies, world, booking), about: aboutOf }
}

/** The answer, unless the world ends before it is there. */
function inItsWorld(walk: Walk | undefined, answered: MaybePromise<Answer>): MaybePromise<Answer> {
  if (!walk || !(answered instanceof Promise)) return answered
  walk.waited = true
  return unlessWorldGone(walk.world, answered).catch((thrown) => {
    if (thrown instanceof WorldGone) return gone(walk)
    throw thrown
  })
}

/** The world of a call ends with it. */
const endedWith = (pending: PendingAnswer, end: () => void): PendingAnswer => ({
  ...pending,
  sent(report) {
    pending.sent(report)
    end()
  },
})

function gone({ line }: Walk): Answer {
  const thrown = new WorldGone()
  line.code = null
  line.why = thrown.message
  return goneAnswer(thrown)
}

/** Refuses a call before its first stage. The call of a known row counts against its rate limit, so its caller is identified first. */
function refuseOnArrival(walk: Walk, refusal: Refusal): MaybePromise<Answer> {
  const broken = brokenToken(walk)
  if (broken) return sayRefusal(walk, broken)
  demandDeclared(walk, refusal)
  if (refusal.key === 'no-such-path' || refusal.key === 'method-not-allowed') {
    const answer = sayRefusal(walk, refusal)
    return { ...answer, headers: { ...answer.headers, ...pathHeaders(refusal, answer) } }
  }
  return andThen(
    identify(walk, () => sayRefusal(walk, refusal)),
    (answer) => andThen(withRateLimit(walk, answer), (limited) => checkAnswer(walk, limited)),
  )
}

function createRouters(): (dialect: Dialect) => Router<Operation> {
  const routers = new Map<Dialect, Router<Operation>>()
  return (dialect) => getOrCreate(routers, dialect, () => compileRoutes<Operation>(operations, dialect))
}

/** Some areas let a client send the method in a header, because the client can use few methods. */
function matchOf(find: Router<Operation>, { method, headers }: Call, path: string) {
  const override = header(headers, 'x-http-method-override')
  const meant = override === undefined ? undefined : find(override.toUpperCase(), path)
  return meant?.route.area.overridesMethod ? meant : find(method, path)
}

/** The answer to a mistake in using Standin, or to a defect of Standin. Refusals have become answers before. */
function misuseOrBug({ platform, checked, keeping }: EngineDependencies, walk: Walk | undefined, thrown: unknown): Answer {
  if (thrown instanceof Misuse) {
    if (walk) walk.line.why = shortened(thrown.message)
    return misuseAnswer(thrown)
  }
  const away = keeping?.answerTo(thrown)
  if (away) return away
  platform.alarm(thrown)
  if (checked) throw thrown
  return bugAnswer()
}
