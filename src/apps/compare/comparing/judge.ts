/** Handles calls in the world one at a time, and determines how the replies differ, or why they cannot be compared. */
import type { AddedHeader, Compared, ComparisonOptions, Exchange, Outcome, Reason } from '../exchange.ts'
import type { Prepared } from './call.ts'
import { createFates, type Step } from './fates.ts'
import { createHandling, type Handling, isSafe } from './handling.ts'
import { handleWithResources } from './missing-resources.ts'
import { createNoise } from './noise.ts'
import { operationOr } from './operation.ts'
import { briefly, createOutcomes, noteAdded, noteWords, type Poll, settleLate, settleUnknown } from './outcomes.ts'
import { createPairs } from './pairing.ts'
import { createReasons, earlyReason } from './reasons.ts'
import { authorizationOf, isLarge, prepared, textOf } from './request.ts'
import { aheadIn, isOnItsWay } from './statuses.ts'
import { type ComparedWorld, createComparedWorld } from './world.ts'

type JudgeOptions = Omit<ComparisonOptions, 'onResult'> & { readonly onResult: (outcome: Outcome) => void }

export function createJudge(options: JudgeOptions) {
  const { as, isStripped = false, isWhole = false, lacks = new Set(), settle, began, onResult } = options
  const [pairs, polls] = [createPairs(), new Map<string, Poll>()]
  const { outcomes, conclude } = createOutcomes(onResult)
  const reasons = createReasons(pairs)
  const noise = createNoise()
  const added = new Map<string, AddedHeader>()
  const words = new Map<string, number>()
  let parts: { readonly world: ComparedWorld; readonly handling: Handling; readonly fates: ReturnType<typeof createFates> } | undefined
  /** Call index → ids in its URL that no earlier reply contained. */
  const unknowns = new Map<number, readonly string[]>()
  /** Milliseconds by which the real service's clock is ahead. */
  let ahead = 0
  let isClosed = false

  async function open(at: number) {
    if (parts) return parts
    const world = await createComparedWorld(Math.floor(began ?? at))
    if (isClosed) world.close()
    const handling = createHandling(world, pairs, lacks)
    function isDiffering(step: Step): boolean {
      const result = reasons.resultOf(step, true)
      return typeof result !== 'string' && result.length > 0
    }
    parts = { world, handling, fates: createFates({ world, run, isDiffering }) }
    return parts
  }

  /** Handles a call in the world's current state. */
  async function run(call: Prepared): Promise<Step> {
    const { exchange } = call
    const { world, handling } = await open(exchange.at)
    const [mark, undo] = [world.mark(), pairs.checkpoint()]
    pairs.during(exchange)
    if (call.sent !== undefined) pairs.chosen(call.sent)
    const unknown = pairs.unconfirmedIn(exchange.url)
    await world.reach(Math.floor(exchange.at))
    const handled = await handleWithResources(call, { world, handling, pairs })
    return { call, mark, undo, handled, unknown }
  }

  function leaveNow(index: number, exchange: Exchange, operation: string, ids: readonly string[], reason: Reason): void {
    // The real service may have handled the call, so the state of its records is unknown.
    if (!isSafe(exchange) && (reason === 'too-late' || reason === 'cut')) reasons.doubtIds(ids, reason)
    reasons.leave(ids, reason)
    conclude(index, exchange, operation, reason)
  }

  async function take(given: Exchange): Promise<void> {
    const operation = operationOr(given.method, given.url.split('?', 1)[0] ?? '')
    const before = await prepared(given, operation)
    ahead = Math.max(ahead, aheadIn(before.told, given.ended))
    const exchange = { ...given, at: given.at + ahead, ended: given.ended + ahead }
    const [index, { reply }, call] = [outcomes.length, exchange, { ...before, exchange }]
    noteWords(words, call.told)
    const isTooLate = () => reasons.isTooLate(pairs.keysIn(`${exchange.url} ${call.sent ?? ''}`))
    const reason = earlyReason(exchange, operation, reasons) ?? (isTooLate() ? 'too-late' : undefined)
    if (reason !== undefined && reason !== 'aborted') return leaveNow(index, exchange, operation, pairs.keysIn(call.told), reason)
    const authorization = authorizationOf(exchange, operation, { as, isStripped, isWhole })
    if (authorization === 'cut') return leaveNow(index, exchange, operation, pairs.keysIn(call.told), 'cut')
    const whole = { ...call, authorization, isRace: reasons.isRace(exchange, call.sent) }
    const { world, fates, handling } = await open(exchange.at)
    if (!reply) {
      const { broken, why } = exchange
      const there = why === undefined ? 'no reply' : `no reply: ${why}`
      conclude(
        index,
        exchange,
        operation,
        broken === 'service' ? [{ kind: 'connection', where: 'reply', there, here: 'a reply' }] : 'aborted',
      )
      if (isSafe(exchange)) return undefined
      noise.change(index, handling.familiesOf(whole))
      fates.doubt(whole)
      return reasons.doubt(whole, 'aborted')
    }
    const steps = await fates.settle({ ...(await run(whole)), index })
    for (const each of steps) await learn(each, each === steps.at(-1))
    await world.forget(isLarge(exchange))
  }

  /** Stores a call's result and its consequences for later calls. */
  async function learn(step: Step, isLast: boolean): Promise<void> {
    const { index, call, handled, mark, undo } = step
    if (index === undefined || !call.reply || !parts) return
    const { exchange, operation, reply } = call
    const { world, fates, handling } = parts
    const result = reasons.resultOf(step)
    reasons.learn(step)
    if (step.unknown.length > 0) unknowns.set(index, step.unknown)
    const poll = exchange.method === 'GET' ? `${exchange.url} ${call.authorization ?? ''}` : undefined
    const isOwn = typeof result !== 'string' && result.length > 0
    if (poll !== undefined) {
      const since = polls.get(poll)?.way?.since ?? Math.min(exchange.at, handling.changedAt(call) ?? exchange.at)
      const way = isOnItsWay(handled.differences) ? { since, differences: handled.differences } : undefined
      polls.set(poll, { index, call, way })
    }
    noise.note(index, step, handling.familiesOf(call))
    if (!isSafe(exchange)) pairs.changed(exchange.url, exchange)
    conclude(index, exchange, operation, result, handled)
    for (const name of typeof result === 'string' ? [] : handled.added) noteAdded(added, name, outcomes[index])
    if (!isOwn || isSafe(exchange) || reply.status === handled.ours.status) return
    // The real service probably refused the call. If only its reply was changed, `fates` can still assume that the call succeeded.
    const isOursAlone = reply.status >= 400 && handled.ours.status < 400 && !handled.isPaired
    if (isOursAlone && isLast && (await world.rewind(mark))) {
      undo()
      fates.doubt(call)
    }
    reasons.doubt(call, 'unpaired')
  }

  const compared = (complete: boolean): Compared => ({ ...noise.of(outcomes), added: [...added.values()], words, complete })

  return {
    take,
    /** Returns a function that counts the call as left out, to be called when its turn comes. The call's bodies may be discarded earlier. */
    leave(exchange: Exchange, reason: Reason) {
      const operation = operationOr(exchange.method, exchange.url.split('?', 1)[0] ?? '')
      const [ids, brief] = [pairs.keysIn(textOf(exchange)), briefly(exchange, 0)]
      return () => leaveNow(outcomes.length, brief, operation, ids, reason)
    },
    /** The results so far. Later calls may change them. */
    soFar: () => compared(false),
    async finish({ isStopped }: { readonly isStopped: boolean }) {
      const { isChangedAfter } = noise
      if (!isStopped && parts) await settleLate(polls.values(), { handling: parts.handling, outcomes, settle, isChangedAfter, conclude })
      settleUnknown(unknowns, { outcomes, existThere: reasons.existThere, conclude })
      return compared(!isStopped)
    },
    close() {
      isClosed = true
      parts?.world.close()
    },
  }
}
