/** Replays pacts in a process of its own, because Pact writes to the output of its process. */
import { askForState, type StateAction, type StatesOptions } from './provider-states.ts'

export interface ReplayOrder extends StatesOptions {
  readonly files: readonly string[]
  /** All states of the files. The empty one belongs to interactions without a state. */
  readonly states: readonly string[]
}

/** A result of Pact. Results have the order of the replay. */
export interface ReplayResult {
  readonly consumer: string
  readonly description: string
  readonly providerStates: readonly string[]
  readonly result: string
  readonly pending: boolean
  readonly mismatch?: { readonly message?: string; readonly mismatches?: readonly Mismatch[] }
}

export interface Mismatch {
  /** `StatusMismatch`, `BodyMismatch`. */
  readonly type: string
  /** The place in a body. */
  readonly path?: string
  /** The name of a header. */
  readonly key?: string
  readonly mismatch?: string
  readonly expected?: unknown
  readonly actual?: unknown
}

export interface Mishap {
  /** The number of the interaction, from 0. */
  readonly at: number
  readonly why: string
}

export type ReplayOutcome =
  | { readonly kind: 'replayed'; readonly results: readonly ReplayResult[]; readonly mishaps: readonly Mishap[] }
  | { readonly kind: 'absent' }
  | { readonly kind: 'broken'; readonly why: string }

async function replay({ files, states, ...standin }: ReplayOrder): Promise<ReplayOutcome> {
  const library = await import('@pact-foundation/pact').catch((thrown: unknown) => {
    if (Object(thrown).code === 'ERR_MODULE_NOT_FOUND') return undefined
    throw thrown
  })
  if (!library) return { kind: 'absent' }
  const mishaps: Mishap[] = []
  let at = -1
  // Pact ignores failed and unknown states, so the failures are noted here.
  const arranging = (state: string, action: StateAction) => (params?: unknown) =>
    askForState(standin, { state, params, action }).catch((thrown: unknown) => {
      mishaps.push({ at, why: `${action === 'setup' ? '' : 'Tearing down: '}${messageOf(thrown)}` })
      return {}
    })
  const verifier = new library.Verifier({
    provider: 'any',
    providerBaseUrl: standin.url,
    pactUrls: [...files],
    logLevel: 'error',
    stateHandlers: Object.fromEntries(
      states.map((state) => [state, { setup: arranging(state, 'setup'), teardown: arranging(state, 'teardown') }]),
    ),
    async beforeEach() {
      at++
    },
  })
  const { interactionResults: results } = JSON.parse(await verifier.verifyProvider().catch(reportOf)) as {
    interactionResults: ReplayResult[]
  }
  return { kind: 'replayed', results, mishaps }
}

/** If interactions fail, Pact rejects with its report as the message. */
function reportOf(thrown: unknown): string {
  const text = messageOf(thrown)
  if (text.startsWith('{')) return text
  throw thrown
}

const messageOf = (thrown: unknown) => {
  if (!(thrown instanceof Error)) return String(thrown)
  return thrown.cause instanceof Error ? `${thrown.message}: ${thrown.cause.message}` : thrown.message
}

process.once('message', (order: ReplayOrder) => {
  void replay(order)
    .catch((thrown: unknown): ReplayOutcome => ({ kind: 'broken', why: messageOf(thrown) }))
    .then((outcome) => process.send?.(outcome, () => process.exit()))
})
