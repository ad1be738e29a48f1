/** Watches a world for verdicts: makes the facts of each line when it is closed, and folds them. */
import { fileTransfers } from '../../areas/file-transfer/records/file-transfer-index.ts'
import type { Follower } from '../../state/journal/following.ts'
import type { Line } from '../../state/journal-line.ts'
import type { World } from '../../state/world.ts'
import { factsOf, namedIn } from './deed.ts'
import { deliveryFacts } from './delivery-facts.ts'
import { createFold, type Fold } from './fold.ts'
import { membersOf } from './parsed-body.ts'
import { type Recent, recent } from './recent.ts'
import type { Verdict } from './verdict.ts'

export type ActiveScenarios = World['scenarios']['active']

export interface Watch extends Follower {
  readonly fold: Fold
  /** Names of scenarios that were on, and whether a call or a job met each. */
  readonly faults: ReadonlyMap<string, boolean>
  /** Looks at the world again: something in it has changed. */
  noteChange(): void
  /** These scenarios were on. */
  noteActive(scenarios: ActiveScenarios): void
}

/** `current`: the world of its name, also after a reset. */
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
    line(line) {
      if (line.scenario !== null) faults.set(line.scenario, true)
      lookAt({ fold, subscribers, world, marked: false }, line, world.clock.now())
    },
    end() {},
  }
}

/** The lines that a journal still has, of a world that was not watched, in the order of closing. */
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
  /** The caller that made each subscription. */
  readonly subscribers: Recent<string, string>
  /** Whether the secrets in texts are marked. Texts with and without marks cannot be compared. */
  readonly marked: boolean
}

function lookAt({ fold, world, subscribers, marked }: Looking, line: Line, until: number): void {
  if (line.method !== null && !line.sender?.own) {
    const known = line.operation === 'fileTransfer.download' ? downloadFacts(line, world, until) : factsOf(line, until)
    // Somebody read the line while it was open.
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
