/** Replays pacts in a process of their own, arranges the states that it asks for, and judges each interaction. */
import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import { ownPackage } from '../../platform/node-package.ts'
import { messageOf } from '../../real/bodies.ts'
import { parseJson } from '../../service/wire/json.ts'
import { Misuse } from '../../service/wire/misuse.ts'
import { ProviderFailed, type ProviderStates } from './provider-states.ts'
import { type Arrived, compare } from './verifying/exact.ts'
import type { Interaction, WrittenInteraction } from './verifying/pact-files.ts'
import type { Mismatch, ReplayOrder, ReplayOutcome, ReplayResult, StateReply, StateRequest } from './verifying/replay.ts'

const program = import.meta.url.endsWith('.ts') ? 'src/apps/contracts/verifying/replay.ts' : 'dist/replay.js'
const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

export interface Mishap {
  /** The number of the interaction, from 0. */
  readonly at: number
  readonly why: string
}

/** What Pact found, and what its states left, by the number of the interaction. */
export interface Replayed extends Extract<ReplayOutcome, { kind: 'replayed' }> {
  readonly mishaps: readonly Mishap[]
  readonly values: ReadonlyMap<number, StateReply['values']>
}

/** Milliseconds for a reply. Pact waits longer than a state may take, because it loses count of interactions when a state has no reply. */
const forReply = 30_000

export interface ReplayLimits {
  /** Milliseconds for a state whose command does not need longer. */
  readonly stateTimeout: number
  /** Ends the run early. */
  readonly stopped?: Promise<void> | undefined
}

/** When it ends, nothing goes on. Throws {@link ProviderFailed} when it is stopped. */
export async function runReplay(
  order: Omit<ReplayOrder, 'patience'>,
  states: ProviderStates,
  { stateTimeout, stopped }: ReplayLimits,
): Promise<Replayed> {
  const mishaps: Mishap[] = []
  const ended = new AbortController()
  const values = new Map<number, StateReply['values']>()
  const patienceFor = (state: string) => Math.max(stateTimeout, states.within?.(state) ?? 0)
  // Pact ignores failed and unknown states, so the failures are noted here.
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
  throw new Error(['Pact’s verifier broke off.', outcome?.why, output.trim()].filter(Boolean).join('\n'))
}

interface RunningReplay {
  readonly ended: Promise<{ readonly outcome: ReplayOutcome | undefined; readonly output: string }>
  kill(): void
}

function run(order: ReplayOrder, arrange: (request: StateRequest) => Promise<StateReply['values']>): RunningReplay {
  const child = fork(join(ownPackage().folder, program), {
    // A dependency of Pact uses a deprecated function of Node.
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

/** Removes variables by which Pact would use a broker, a filter, or a proxy for local calls. */
function environmentFor({ hostname }: URL): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => {
    if (/^PACT_(?!PREBUILD_LOCATION$)/.test(name)) return false
    return !(loopback.test(hostname) && /^(?:https?|all)_proxy$/i.test(name))
  })
  return { ...Object.fromEntries(inherited), PACT_DO_NOT_TRACK: 'true' }
}

/** Whose fault it is that an interaction does not hold, and what is said of it. */
export const faults = {
  contract: 'the contract is wrong: the simulator fails too',
  simulator: 'the simulator is wrong: it differs from the real implementation in what the consumer relies on',
  provider: 'the real implementation broke it',
  environment: 'it could not be tried in this environment: its state did not come about, or the service did not answer',
} as const
export type Fault = keyof typeof faults

/** An interaction of a contract, and how the service kept to it. */
export interface Verified extends Interaction {
  /** What is wrong. Empty if the service kept to the contract. */
  readonly why: readonly string[]
  /** Whether the consumer says that the service does not have to fulfil it yet. */
  readonly pending: boolean
  /** Whose fault a failed interaction is. Known where a real implementation was verified next to the simulator. */
  readonly fault?: Fault | undefined
}

/** How it was judged, for those who ask whose fault it is. */
export interface Judged extends Verified {
  /** Whether its states came about, and the service was asked: it answered, and what answered is no misuse. */
  readonly isTried: boolean
  readonly arrived: Arrived | undefined
  readonly written: WrittenInteraction
}

/** An interaction without a result is not verified, even if Pact reports success. */
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
    // The first kind of complaint explains those that follow.
    const misuse = misuseIn(arrived[at])
    const [why = []] = [arranging, misuse, complaints(result), differences].filter(({ length }) => length > 0)
    const isTried = arranging.length === 0 && misuse.length === 0 && arrived[at] !== undefined
    return { ...interaction, why, pending: result.pending, isTried, arrived: arrived[at], written }
  })
}

const isOf = ({ consumer, description, providerStates }: ReplayResult, wanted: Interaction) =>
  consumer === wanted.consumer && description === wanted.description && providerStates.join('\n') === wanted.given.join('\n')

/** What Standin itself refused: a message without a type, a world that does not exist. */
function misuseIn(arrived: Arrived | undefined): string[] {
  if (arrived?.headers['x-standin-misuse'] === undefined) return []
  const { detail } = Object(parseJson(Buffer.from(arrived.body, 'base64').toString('utf8'))) as { detail?: unknown }
  return [typeof detail === 'string' ? detail : `The reply says that the call is a misuse, and has the status ${arrived.status}.`]
}

function complaints({ result, mismatch }: ReplayResult): string[] {
  if (result === 'OK') return []
  const mismatches = (mismatch?.mismatches ?? []).map(describe)
  return mismatches.length > 0 ? mismatches : [mismatch?.message ?? `Pact says: ${result}.`]
}

function describe({ type, path, key, mismatch, expected, actual }: Mismatch): string {
  const subject = [type.replace('Mismatch', '').toLowerCase(), path ?? key].filter(Boolean).join(' ')
  return `${subject}: ${mismatch ?? `expected ${JSON.stringify(expected)}, got ${JSON.stringify(actual)}`}`
}
