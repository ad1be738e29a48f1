/** Runs a scenario's proof in a temporary simulator. */

import { operationFacts } from '../../service/areas/facts.ts'
import { type ProvenScenario, readScenario } from '../../service/failures/read-scenario.ts'
import { createFetchHandler } from '../../service/wire/fetch.ts'
import { anyDocument, Misuse } from '../../service/wire/misuse.ts'
import type { DialectName } from '../../service/wire/vocabulary.ts'
import { liveSlot } from '../../service/wire/when-needed.ts'
import { ClientGone, type Platform } from '../../service/world/platform.ts'
import type { ControlContext } from '../rows/row.ts'
import type { ProvenStep, ScenarioProof } from '../scenarios/rows.ts'
import type { Simulator } from '../simulator.ts'
import { proofSteps, wordsOf } from './proof.ts'
import type { ProofHost } from './proof-call.ts'

/** Maximum duration of a proof, in milliseconds of real time. Proofs of built-in scenarios take two seconds at most. */
const atMost = 10_000
/** Maximum time that a call in a built-in proof can wait, in milliseconds of real time. */
const longestPause = 1_000
/** Maximum size in bytes of stored files and of the journal, because a proof must not exhaust the server's memory. */
const room = 64 * 2 ** 20
/** Maximum number of queued proofs. */
const mostWaiting = 20
/** A Fetch request needs an absolute URL. */
const origin = 'http://standin.test'

interface Conditions extends Pick<ControlContext, 'frontDoor'> {
  readonly dialect: DialectName
  /** True to shorten long waits, such as the 26 seconds during which the live broker retries when file storage is unavailable. */
  readonly isBuiltIn?: boolean
  readonly signal: AbortSignal
}

/** Proofs run one at a time, so that they do not slow down the service. */
const lines = liveSlot(() => ({ waiting: 0, last: Promise.resolve<unknown>(undefined) }))

/** Returns the dialect that the proof needs, because it calls a row that exists only there, or undefined if any dialect works. */
export function dialectNeeded({ proof = [] }: Pick<ProvenScenario, 'proof'>): DialectName | undefined {
  const called = new Set(proof.flatMap((step) => ('call' in step ? [step.call] : [])))
  return operationFacts.find(({ id, dialect }) => dialect !== undefined && called.has(id))?.dialect
}

/** Returns the result of each step. Throws {@link Misuse} for an invalid document, or one without a proof. */
export async function dryRun(simulator: Simulator, name: string, document: unknown, conditions: Conditions): Promise<ScenarioProof> {
  const { proof = [] } = readScenario(name, document, 'defined')
  if (proof.length === 0) throw new Misuse(`Scenario ${name} has no proof. Add a proof member to try it.`)
  const line = lines.of(simulator)
  if (line.waiting >= mostWaiting) throw new Misuse('Too many proofs are waiting. Try again in a moment.', undefined, 503)
  line.waiting++
  const run = line.last.then(() => proven(simulator, name, document, conditions)).finally(() => line.waiting--)
  line.last = run.catch(() => {})
  return run
}

async function proven(
  simulator: Simulator,
  name: string,
  document: unknown,
  { dialect: current, isBuiltIn, frontDoor, signal }: Conditions,
): Promise<ScenarioProof> {
  if (signal.aborted) throw new ClientGone()
  const platform = isBuiltIn ? hasty(simulator.platform) : simulator.platform
  const scenario = readScenario(name, document, 'defined')
  const dialect = dialectNeeded(scenario) ?? current
  const fresh = simulator.fresh(dialect, { platform, outbound: 'off', maxSpool: room, journalBytes: room })
  const ending = new AbortController()
  const answer = createFetchHandler(frontDoor(fresh))
  async function send(request: Request): Promise<Response> {
    const response = await answer(request)
    // The same error that `fetch` throws.
    if (response.type === 'error') throw new TypeError('fetch failed')
    return response
  }
  const host: ProofHost = { origin, send, knobs: fresh, platform, signal: ending.signal }
  const steps: ProvenStep[] = []
  async function walk(): Promise<null> {
    fresh.scenarios.define(name, anyDocument(document))
    for await (const step of proofSteps(scenario, host)) if (!ending.signal.aborted) steps.push(step)
    return null
  }
  const began = platform.tick()
  const { ended, release } = endOf(platform, signal)
  const problem = await Promise.race([walk().catch(sentenceOf), ended])
  release()
  ending.abort()
  fresh.close()
  const rest = (scenario.proof ?? [])
    .slice(steps.length)
    .map((step) => ({ ...wordsOf(step), got: '', result: 'not reached' as const, wrong: [] }))
  const all = [...steps, ...rest.map((step, at) => ({ step: steps.length + at + 1, ...step }))]
  return {
    name,
    dialect,
    passed: all.every(({ result }) => result === 'passed'),
    problem,
    ms: Math.round(platform.tick() - began),
    steps: all,
  }
}

const hasty = (machine: Platform): Platform => ({
  ...machine,
  pause: (delay, signal) => machine.pause(Math.min(delay, longestPause), signal),
})

const sentenceOf = (thrown: unknown) => (thrown instanceof Error ? thrown.message : String(thrown))

/** Resolves with a reason when the time is up or the client disconnects. */
function endOf(platform: Platform, signal: AbortSignal): { readonly ended: Promise<string>; release(): void } {
  const { promise: ended, resolve } = Promise.withResolvers<string>()
  const leave = () => resolve('The client disconnected.')
  const cancel = platform.wake(atMost, () =>
    resolve(`The proof was stopped because it took longer than ${atMost / 1000} seconds of real time.`),
  )
  signal.addEventListener('abort', leave, { once: true })
  return {
    ended,
    release() {
      cancel()
      signal.removeEventListener('abort', leave)
    },
  }
}
