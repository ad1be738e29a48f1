/** Runs the proof of a scenario in a simulator of its own, which ends with the proof. */

import { operationFacts } from '../service/areas/facts.ts'
import { type ProvenScenario, readScenario } from '../service/failures/read-scenario.ts'
import { createFetchHandler } from '../service/wire/fetch.ts'
import { anyDocument, Misuse } from '../service/wire/misuse.ts'
import type { DialectName } from '../service/wire/vocabulary.ts'
import { liveSlot } from '../service/wire/when-needed.ts'
import { ClientGone, type Platform } from '../service/world/platform.ts'
import { proofSteps, wordsOf } from './proving/proof.ts'
import type { ProofHost } from './proving/proof-call.ts'
import type { ControlContext } from './rows/row.ts'
import type { ProvenStep, ScenarioProof } from './scenarios/rows.ts'
import type { Simulator } from './simulator.ts'

/** Real milliseconds that a proof may take. Those of the built-in scenarios take two seconds at most. */
const atMost = 10_000
/** Real milliseconds for which a call of a built-in proof waits at most. */
const longestPause = 1_000
/** Bytes, of stored files and of the journal: a proof cannot take the memory of the server. */
const room = 64 * 2 ** 20
/** Proofs that wait for the one before them. */
const mostWaiting = 20
/** A Fetch request needs a whole address. */
const origin = 'http://standin.test'

interface Conditions extends Pick<ControlContext, 'frontDoor'> {
  readonly dialect: DialectName
  /** If so, no call waits for long, such as for a file storage that is away, which the live broker tries again for 26 seconds. */
  readonly isBuiltIn?: boolean
  /** Ends the proof. */
  readonly signal: AbortSignal
}

interface Line {
  waiting: number
  last: Promise<unknown>
}

/** One proof at a time, so that many leave the service its share of the machine. */
const lines = liveSlot((): Line => ({ waiting: 0, last: Promise.resolve() }))

/** The only dialect in which a scenario can be proven, because its proof calls a row of that dialect. Undefined: any. */
export function dialectNeeded({ proof = [] }: Pick<ProvenScenario, 'proof'>): DialectName | undefined {
  const called = new Set(proof.flatMap((step) => ('call' in step ? [step.call] : [])))
  return operationFacts.find(({ id, dialect }) => dialect !== undefined && called.has(id))?.dialect
}

/** What each step of the proof did. Throws {@link Misuse} for a document with mistakes or without a proof. */
export async function dryRun(simulator: Simulator, name: string, document: unknown, conditions: Conditions): Promise<ScenarioProof> {
  const { proof = [] } = readScenario(name, document, 'defined')
  if (proof.length === 0) throw new Misuse(`The scenario ${name} has no proof, so there is nothing to try. Give it the member proof.`)
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
    // Like fetch.
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

/** Resolves with a reason when the time is up, and when the client leaves. */
function endOf(platform: Platform, signal: AbortSignal): { readonly ended: Promise<string>; release(): void } {
  let release = () => {}
  const ended = new Promise<string>((resolve) => {
    const leave = () => resolve('The client has gone.')
    const cancel = platform.wake(atMost, () => resolve(`The proof was ended: it took longer than ${atMost / 1000} seconds of real time.`))
    signal.addEventListener('abort', leave, { once: true })
    release = () => {
      cancel()
      signal.removeEventListener('abort', leave)
    }
  })
  return { ended, release }
}
