/** Watches a world for verdicts: derives facts from each closed line and folds them. */
import { deliveries, subscriptions } from '../../../service/areas/events/records.ts'
import { fileTransfers } from '../../../service/areas/file-transfer/records.ts'
import { derivedClientId } from '../../../service/tokens/issue.ts'
import type { Follower, Line } from '../../../service/world/journal.ts'
import type { World } from '../../../service/world/world.ts'
import { type Before, type Facts, factsOf, namedIn } from './deed.ts'
import { createFold, type Fold } from './fold.ts'
import { membersOf } from './line-facts.ts'
import { type Recent, recent, type Verdict } from './verdict.ts'

/**
 * Returns facts about a delivery, or undefined for any other job, for an endpoint that was not called, or if a scenario dropped the call or
 * its reply. The caller is the subscription's creator, if known.
 */
function deliveryFacts(
  line: Line,
  world: World,
  until: number,
  subscriberOf: (subscription: number) => string | undefined,
): (Facts & Before) | undefined {
  if (!delivers(line)) return undefined
  if (line.rule?.effects.receiver !== undefined) return undefined
  const { deliveryId } = line.data as { readonly deliveryId: string }
  const { of } = world.environments[line.environment]
  const delivery = of(deliveries).get(deliveryId)
  const attempt = delivery?.attempts.at(-1)
  if (!delivery || !attempt || line.commits === 0 || delivery.status === 'held' || attempt.resent) return undefined
  const orgNo = of(subscriptions).records.get(delivery.subscription)?.orgNo
  return {
    ...factsOf(line, until),
    commits: 0,
    // The client did not make this call, so it cannot be a retry.
    request: null,
    caller: subscriberOf(delivery.subscription) ?? (orgNo === undefined ? delivery.consumer : derivedClientId(orgNo)),
    orgNo: orgNo ?? null,
    delivery: { status: attempt.status, why: attempt.why, validates: delivery.event === null, held: isHeld(line, world) },
  }
}

const delivers = ({ operation }: Line) => operation === 'events.deliver' || operation === 'events.deliverAgain'

/** Milliseconds of real time. A faster result was not held; a held result ends at most this long after the result that held it. */
const moment = 100

/**
 * Results are stored in the order in which the events were sent, so a fast endpoint's result might have to wait for a slow endpoint that
 * was called first.
 */
function isHeld(line: Line, { journal }: World): boolean {
  const took = line.ms ?? 0
  if (took < moment) return false
  const end = line.began + took - moment
  return journal.jobs
    .list()
    .some((other) => other !== line && delivers(other) && other.ms !== null && other.began <= line.began && other.began + other.ms >= end)
}

export type ActiveScenarios = World['scenarios']['active']

export interface Watch extends Follower {
  readonly fold: Fold
  /** Maps the name of an active scenario to true if it affected a call or job. */
  readonly faults: ReadonlyMap<string, boolean>
  /** Call this after each change to the world. */
  noteChange(): void
  /** Records that these scenarios were active. */
  noteActive(scenarios: ActiveScenarios): void
}

/** `current`: the world with the same name, even after a reset. */
export function createWatch(verdicts: readonly Verdict[], first: World, current: () => World | undefined): Watch {
  const fold = createFold(verdicts)
  const faults = new Map<string, boolean>()
  const subscribers = recent<string, string>()
  let world = first
  let active: ActiveScenarios | undefined

  function noteChange(): void {
    const now = current() ?? world
    if (now !== world) fold.forget()
    world = now
    noteActive(world.scenarios.active)
  }
  function noteActive(now: ActiveScenarios): void {
    if (now === active) return
    active = now
    for (const { name } of now) if (!faults.has(name)) faults.set(name, false)
  }
  return {
    fold,
    faults,
    noteChange,
    noteActive,
    wantsDetails: true,
    takesUnmarked: true,
    stays: true,
    line(line) {
      if (line.scenario !== null) faults.set(line.scenario, true)
      lookAt({ fold, subscribers, world, marked: false }, line, world.clock.now())
    },
    end() {},
  }
}

/** Judges the lines in the journal of a world that was not being watched, in the order in which they were closed. */
export function foldOf(verdicts: readonly Verdict[], world: World): Fold {
  const fold = createFold(verdicts)
  const subscribers = recent<string, string>()
  const { calls, jobs } = world.journal
  const lines = [...calls.list(), ...jobs.list()].filter(({ closed }) => closed > 0).sort((one, other) => one.closed - other.closed)
  const speed = world.clock.mode === 'frozen' ? 0 : world.clock.speed
  for (const line of lines) lookAt({ fold, subscribers, world, marked: true }, line, line.at + (line.ms ?? 0) * speed)
  return fold
}

interface Looking {
  readonly fold: Fold
  readonly world: World
  /** Maps each subscription to the caller that created it. */
  readonly subscribers: Recent<string, string>
  /** True if secrets in strings are replaced with placeholders. Strings with and without placeholders cannot be compared. */
  readonly marked: boolean
}

function lookAt({ fold, world, subscribers, marked }: Looking, line: Line, until: number): void {
  if (line.method !== null && !line.sender?.own) {
    const known = line.operation === 'fileTransfer.download' ? downloadFacts(line, world, until) : factsOf(line, until)
    // The line was read while it was open, so its placeholders differ.
    const facts = line.marked === marked ? known : { ...known, body: null, order: null }
    if (facts.operation === 'events.createSubscription' && facts.status === 201) {
      const { id } = membersOf(facts.replyBody) ?? {}
      if (typeof id === 'number') subscribers.set(`${facts.environment} ${id}`, facts.caller)
    }
    fold.look(facts)
    return
  }
  fold.changed(line.commits)
  const delivery = deliveryFacts(line, world, until, (id) => subscribers.get(`${line.environment} ${id}`))
  if (delivery) fold.look(delivery)
}

function downloadFacts(line: Line, { environments }: World, until: number) {
  const content = environments[line.environment].of(fileTransfers).get(namedIn(line.path ?? ''))?.content
  return { ...factsOf(line, until), fileSize: content?.size ?? null }
}
