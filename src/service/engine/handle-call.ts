/** Handles a call from arrival to journal line: arrive, identify, rules, access, limit, validate, handle, say. */

import { dialect, dialectOf } from '../areas/dialect.ts'
import { type Answer, type Call, isStream, type PendingAnswer } from '../wire/call.ts'
import { bugAnswer, goneAnswer, misuseAnswer } from '../wire/error-answers.ts'
import { Misuse } from '../wire/misuse.ts'
import type { Refusal } from '../wire/refusal.ts'
import { type StageName, stageNames } from '../world/journal.ts'
import { demandNotGone, WorldGone } from '../world/world.ts'
import { readAddress } from './address.ts'
import { contextOf } from './context.ts'
import { aboutOf } from './journal-line/about-line.ts'
import { closeLine, explain, noteAnswer, noteBody, noteSent, noteStage } from './journal-line/line.ts'
import { isOfForeignPage } from './lifetime.ts'
import { inputOf } from './reading/input.ts'
import { readRefusedBody } from './reading/minimum-upload-rate.ts'
import { runJob } from './run-job.ts'
import { applyRules } from './scenario-rules/apply-rules.ts'
import { brokenToken, checkAccess, identify } from './stages/access.ts'
import { arrive, findRow, misfitOf } from './stages/arrive.ts'
import { pathHeaders } from './stages/hint.ts'
import { checkLimit, withRateLimit } from './stages/limit.ts'
import { answerToThrown, checkAnswer, demandDeclared, sayRefusal, sayReply, shortened, withCallHeaders } from './stages/say.ts'
import { type EngineDependencies, signalOf, type Walk } from './walk.ts'
import type { Worlds } from './worlds.ts'

/**
 * Handles a call. The call gets its number and journal line before the first `await`, unless its world is on another server or is running
 * due jobs.
 */
export async function handleCall(dependencies: EngineDependencies, worlds: Worlds, call: Call): Promise<PendingAnswer> {
  const began = dependencies.platform.tick()
  let walk: Walk | undefined
  let endWorld: (() => void) | undefined
  let answer: Answer
  try {
    const address = readAddress(call)
    const { worldStore, settings } = dependencies
    /** A world is created only for paths with a row, and never for pages from other sites. */
    const makesWorld = () => !isOfForeignPage(call, settings.cors) && findRow(dialect(settings.dialect), call, address.path) !== undefined
    for (let isReached = false; worldStore && !worlds.has(address.world) && !(isReached && !makesWorld()); isReached = true) {
      const coming = worldStore.reach(address.world, makesWorld(), call)
      if (coming === undefined) break
      const elsewhere = await coming
      if (elsewhere) return elsewhere
    }
    const known = worlds.find(address.world)
    const passing = known || makesWorld() ? undefined : worlds.passing(address.world)
    const world = known ?? passing?.world ?? worlds.get(address.world)
    endWorld = passing?.end
    const catchingUp = world.clock.catchUp()
    if (catchingUp !== undefined) {
      await catchingUp
      if (world.gone) return unlined(goneAnswer(new WorldGone()))
      world.observing.current?.caughtUp()
    }
    const match = findRow(dialectOf(world), call, address.path)
    walk = arrive(dependencies, world, call, address, match, began)
    answer = await answerOf(walk, misfitOf(walk, match))
  } catch (thrown) {
    answer = walk?.world.gone ? gone(walk) : misuseOrBug(dependencies, walk, thrown)
  }
  return walk ? send(walk, answer, endWorld) : unlined(answer, endWorld)
}

/** Runs a call's stages. `misfit`: the refusal if the call does not match its row. */
async function answerOf(walk: Walk, misfit: Refusal | undefined): Promise<Answer> {
  if (misfit) {
    const broken = brokenToken(walk)
    if (broken) return sayRefusal(walk, broken)
    demandDeclared(walk, misfit)
    if (misfit.key === 'no-such-path' || misfit.key === 'method-not-allowed') {
      const answer = sayRefusal(walk, misfit)
      return { ...answer, headers: { ...answer.headers, ...pathHeaders(misfit, answer) } }
    }
  }
  let answer: Answer
  try {
    if (!misfit) await enter(walk, 'identify')
    await identify(walk)
    // The refusal is thrown only now, so that the call counts against the caller's rate limit.
    if (misfit) throw misfit
    await enter(walk, 'rules')
    answer = await applyRules(walk, serve)
  } catch (thrown) {
    answer = await answerToThrown(walk, thrown)
  }
  await walk.world.observing.current?.reached(walk.line, 'answer')
  return checkAnswer(walk, withRateLimit(walk, answer))
}

/** Runs the stages that effects wrap. */
async function serve(walk: Walk): Promise<Answer> {
  await enter(walk, 'access')
  checkAccess(walk)
  await enter(walk, 'limit')
  checkLimit(walk)
  await enter(walk, 'validate')
  const input = await inputOf(walk)
  await enter(walk, 'handle')
  const { row } = walk.route
  // The handler checks the other services itself.
  if (row.dependsOn.includes('database')) walk.circumstances.reach('database')
  return sayReply(walk, await row.handle(input, contextOf(walk)))
}

/** Enters a stage. The stage starts when the result resolves. Throws {@link WorldGone}. */
function enter(walk: Walk, stage: StageName): Promise<void> | undefined {
  demandNotGone(walk.world)
  const { line, world, dependencies } = walk
  noteStage(line, stage, stageNames.indexOf(stage), dependencies.platform.tick())
  return world.observing.current?.reached(line, stage)
}

/** Passes the answer to the host. The line is closed when the host reports that the answer has been sent. */
function send(walk: Walk, said: Answer, endWorld?: () => void): PendingAnswer {
  const { dependencies, line, cleanups, world } = walk
  const { platform, settings } = dependencies
  const answer = settings.callHeaders ? withCallHeaders(said, walk) : said
  noteAnswer(line, world, answer, walk.note)
  const isRestWanted = world.journal.following.wantsDetails && settings.journalBodies
  const rest = isRestWanted ? readRefusedBody(walk) : undefined
  return {
    answer,
    line,
    signal: isStream(answer.body) ? signalOf(walk) : undefined,
    sent(report) {
      noteSent(line, report, !answer.cut && !world.gone, platform.tick())
      for (const tidy of cleanups) tidy().catch(platform.alarm)
      if (rest === undefined) closeLine(line, world)
      else void rest.then((bytes) => closeWith(walk, bytes))
      endWorld?.()
    },
  }
}

function closeWith({ line, world }: Walk, rest: Uint8Array | undefined): void {
  if (rest) noteBody(line, world, rest, rest.byteLength > 0 ? utf8.decode(rest) : undefined)
  closeLine(line, world)
}

const utf8 = new TextDecoder()

const unlined = (answer: Answer, endWorld = () => {}): PendingAnswer => ({ answer, sent: endWorld })

function gone({ line }: Walk): Answer {
  const thrown = new WorldGone()
  explain(line, thrown.message, null)
  return goneAnswer(thrown)
}

/** Returns the answer to misuse of Standin or a bug in it. Refusals have already been answered. */
function misuseOrBug({ platform, checked, worldStore }: EngineDependencies, walk: Walk | undefined, thrown: unknown): Answer {
  if (thrown instanceof Misuse) {
    if (walk) explain(walk.line, shortened(thrown.message))
    return misuseAnswer(thrown)
  }
  const away = worldStore?.answerTo(thrown)
  if (away) return away
  platform.alarm(thrown)
  if (checked) throw thrown
  return bugAnswer()
}

/** The code that a simulator loads on its first call or job. */
export const handling = { handleCall, runJob, aboutOf }
export type Handling = typeof handling
