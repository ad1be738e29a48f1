/** Replays pacts in a child process, sets up the states that the process requests, and judges each interaction. */
import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import { ownPackage } from '../../../platform/node-package.ts'
import { messageOf } from '../../../real/bodies.ts'
import { parseJson } from '../../../service/wire/json.ts'
import { Misuse } from '../../../service/wire/misuse.ts'
import { type Arrived, compare } from './exact.ts'
import type { Interaction, WrittenInteraction } from './pact-files.ts'
import { ProviderFailed, type ProviderStates } from './provider-states.ts'
import type { Mismatch, ReplayOrder, ReplayOutcome, ReplayResult, StateReply, StateRequest } from './replay.ts'

const program = import.meta.url.endsWith('.ts') ? 'src/apps/contracts/verifying/replay.ts' : 'dist/replay.js'
const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

export interface Mishap {
  /** Interaction number, from 0. */
  readonly at: number
  readonly why: string
}

/** Pact's results, and the states' values, by interaction number. */
export interface Replayed extends Extract<ReplayOutcome, { kind: 'replayed' }> {
  readonly mishaps: readonly Mishap[]
  readonly values: ReadonlyMap<number, StateReply['values']>
}

/**
 * Milliseconds that Pact waits for a reply, in addition to the longest time limit of a state. Pact must not time out before a state does,
 * because Pact would then lose count of the interactions.
 */
const forReply = 30_000

export interface ReplayLimits {
  /** Time limit for a state in milliseconds, unless the state's command has a longer limit. */
  readonly stateTimeout: number
  readonly stopped?: Promise<void> | undefined
}

/** The child process has ended when this function settles. Rejects with {@link ProviderFailed} if the run is stopped. */
export async function runReplay(
  order: Omit<ReplayOrder, 'patience'>,
  states: ProviderStates,
  { stateTimeout, stopped }: ReplayLimits,
): Promise<Replayed> {
  const mishaps: Mishap[] = []
  const ended = new AbortController()
  const values = new Map<number, StateReply['values']>()
  const patienceFor = (state: string) => Math.max(stateTimeout, states.within?.(state) ?? 0)
  // Pact ignores failed and unknown states, so failures are recorded here.
  const arrange = async ({ at, state, params, action }: StateRequest): Promise<StateReply['values']> => {
    try {
      if (action === 'begin') await states.begin()
      if (action === 'teardown') await states.tearDown(state)
      if (action !== 'setup') return {}
      const left = await states.setUp(state, params, AbortSignal.any([ended.signal, AbortSignal.timeout(patienceFor(state))]))
      values.set(at, { ...values.get(at), ...left })
      return left
    } catch (thrown) {
      mishaps.push({ at, why: `${action === 'teardown' ? 'Tearing down: ' : ''}${messageOf(thrown)}` })
      return {}
    }
  }
  let isStopped = false
  const patience = Math.max(...order.states.map(patienceFor)) + forReply
  const replay = run({ ...order, patience }, arrange)
  void stopped?.then(() => {
    isStopped = true
    replay.kill()
  })
  const { outcome, output } = await replay.ended.finally(() => ended.abort())
  if (isStopped) throw new ProviderFailed('The run was stopped.')
  if (outcome?.kind === 'replayed') return { ...outcome, mishaps, values }
  if (outcome?.kind === 'absent') throw new Misuse('To verify contracts, install Pact: npm install --save-dev @pact-foundation/pact')
  throw new Error(['Pact’s verifier ended unexpectedly.', outcome?.why, output.trim()].filter(Boolean).join('\n'))
}

interface RunningReplay {
  readonly ended: Promise<{ readonly outcome: ReplayOutcome | undefined; readonly output: string }>
  kill(): void
}

function run(order: ReplayOrder, arrange: (request: StateRequest) => Promise<StateReply['values']>): RunningReplay {
  const child = fork(join(ownPackage().folder, program), {
    // A dependency of Pact uses a deprecated Node.js function.
    execArgv: ['--disable-warning=DEP0060'],
    env: environmentFor(new URL(order.url)),
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const ended: RunningReplay['ended'] = new Promise((resolve, reject) => {
    let outcome: ReplayOutcome | undefined
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (output = (output + chunk).slice(-2000)))
    child.on('message', (message: StateRequest | ReplayOutcome) => {
      if (message.kind === 'state') void arrange(message).then((values) => answer(child, { number: message.number, values }))
      else outcome = message
    })
    child.once('error', reject)
    child.once('close', () => resolve({ outcome, output }))
    child.send(order)
  })
  return { ended, kill: () => void child.kill('SIGKILL') }
}

function answer(child: ChildProcess, reply: StateReply): void {
  if (child.connected) child.send(reply)
}

/** Removes variables that would make Pact use a broker, a filter, or a proxy for local calls. */
function environmentFor({ hostname }: URL): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => {
    if (/^PACT_(?!PREBUILD_LOCATION$)/.test(name)) return false
    return !(loopback.test(hostname) && /^(?:https?|all)_proxy$/i.test(name))
  })
  return { ...Object.fromEntries(inherited), PACT_DO_NOT_TRACK: 'true' }
}

/** Possible causes of a failed interaction, with their descriptions. */
export const faults = {
  contract: 'the contract is wrong: the simulator fails too',
  simulator: 'the simulator is wrong: it differs from the real implementation where the consumer relies on it',
  provider: 'the real implementation broke it',
  environment: 'it could not be tested in this environment: its state could not be set up, or the service did not answer',
} as const
export type Fault = keyof typeof faults

/** An interaction from a contract, with its result. */
export interface Verified extends Interaction {
  /** Failures. Empty if the service fulfilled the contract. */
  readonly why: readonly string[]
  /** True if the interaction may fail for now. */
  readonly pending: boolean
  /** Cause of the failure. Set if a real implementation was compared with the simulator. */
  readonly fault?: Fault | undefined
}

/** A result with the details needed to attribute a failure. */
export interface Judged extends Verified {
  /** True if the states were set up and the service's reply did not report a misuse. */
  readonly isTried: boolean
  readonly arrived: Arrived | undefined
  readonly written: WrittenInteraction
}

/** An interaction without a result counts as not verified, even if Pact reports success. */
export function judge(wanted: readonly WrittenInteraction[], { results, mishaps, arrived, values }: Replayed): Judged[] {
  const left = results.map((result, at) => ({ result, at }))
  return wanted.map((written) => {
    const { file, consumer, description, given, exact } = written
    const interaction = { file, consumer, description, given }
    const position = left.findIndex(({ result }) => isOf(result, interaction))
    const [taken] = position < 0 ? [] : left.splice(position, 1)
    if (!taken) return { ...interaction, why: ['It was not verified.'], pending: false, isTried: false, arrived: undefined, written }
    const { result, at } = taken
    const arranging = mishaps.filter((mishap) => mishap.at === at).map(({ why }) => why)
    const differences = compare(exact, values.get(at) ?? {}, arrived[at])
    // Reports only the first kind of failure in this list, because it explains the later kinds.
    const misuse = misuseIn(arrived[at])
    const [why = []] = [arranging, misuse, complaints(result), differences].filter(({ length }) => length > 0)
    const isTried = arranging.length === 0 && misuse.length === 0 && arrived[at] !== undefined
    return { ...interaction, why, pending: result.pending, isTried, arrived: arrived[at], written }
  })
}

const isOf = ({ consumer, description, providerStates }: ReplayResult, wanted: Interaction) =>
  consumer === wanted.consumer && description === wanted.description && providerStates.join('\n') === wanted.given.join('\n')

/** Returns the reason if Standin itself refused the call, for example because the world does not exist. */
function misuseIn(arrived: Arrived | undefined): string[] {
  if (arrived?.headers['x-standin-misuse'] === undefined) return []
  const { detail } = Object(parseJson(Buffer.from(arrived.body, 'base64').toString('utf8'))) as { detail?: unknown }
  return [typeof detail === 'string' ? detail : `The reply, with status ${arrived.status}, reports that the call is a misuse.`]
}

function complaints({ result, mismatch }: ReplayResult): string[] {
  if (result === 'OK') return []
  const mismatches = (mismatch?.mismatches ?? []).map(describe)
  return mismatches.length > 0 ? mismatches : [mismatch?.message ?? `Pact reported: ${result}.`]
}

function describe({ type, path, key, mismatch, expected, actual }: Mismatch): string {
  const subject = [type.replace('Mismatch', '').toLowerCase(), path ?? key].filter(Boolean).join(' ')
  return `${subject}: ${mismatch ?? `expected ${JSON.stringify(expected)}, got ${JSON.stringify(actual)}`}`
}
