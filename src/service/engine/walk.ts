/** A call's state from stage to stage, and the dependencies shared by all of a simulator's calls and jobs. */

import type { RefusalKey } from '../areas/areas.ts'
import type { Circumstances } from '../areas/circumstances.ts'
import type { Dialect } from '../areas/dialect.ts'
import type { Operation } from '../areas/operation.ts'
import type { Catalogue } from '../failures/catalogue.ts'
import type { Caller } from '../tokens/caller.ts'
import type { Keys } from '../tokens/keys.ts'
import type { RemoteKeys } from '../tokens/read-token.ts'
import type { Distrusted, Trust, Verifier } from '../tokens/trust.ts'
import type { Answer, Call } from '../wire/call.ts'
import type { Input, RowFacts } from '../wire/row.ts'
import type { Line } from '../world/journal.ts'
import type { Observing } from '../world/observer.ts'
import type { Outgoing } from '../world/outgoing.ts'
import type { Platform } from '../world/platform.ts'
import type { Settings } from '../world/settings.ts'
import type { Random, World } from '../world/world.ts'
import { signalOfBoth } from '../world/world.ts'
import type { Address } from './address.ts'
import type { WorldStore } from './lifetime.ts'
import type { Allowance } from './limits.ts'
import type { Route } from './route.ts'

export interface Walk {
  readonly dependencies: EngineDependencies
  call: Call
  readonly address: Address
  readonly world: World
  /** The world's dialect when the call arrived. */
  readonly dialect: Dialect
  readonly route: Route<Operation>
  /** The path parameters in the order of `route.names`. */
  readonly values: readonly string[]
  /** True if the path has no row for this method. `route` then contains the row for another method. */
  readonly isOtherMethod: boolean
  readonly line: Line
  readonly random: Random
  circumstances: Circumstances
  caller: Caller | undefined
  /** The caller, if the token has expired or is not valid yet. */
  expiredCaller: Caller | undefined
  distrusted: Distrusted | undefined
  /** Describes what is wrong with the calling application's token. */
  applicationFault: string | undefined
  /** The remaining rate limit, after the call was counted or a scenario exhausted the limit. */
  allowance: Allowance | undefined
  /** The first refusal, even if an effect replaced that refusal. */
  refused: RefusalKey | undefined
  /** Why a header in the call has no effect. */
  note: string | undefined
  /** The preference in `Prefer` that applied. */
  preference: string | undefined
  overridden: boolean
  /** The validated request. Read once, either by rules that need it or by the `validate` stage. */
  input: Promise<Input> | undefined
  /** Created on first use by {@link signalOf}. */
  signal: AbortSignal | undefined
  /** Cleanup functions, run when the answer has been sent. */
  readonly cleanups: (() => Promise<void>)[]
}

/** Returns a signal that aborts when the client disconnects or the world ends. */
export function signalOf(walk: Walk): AbortSignal {
  if (walk.signal) return walk.signal
  const { signal, release } = signalOfBoth(walk.world, walk.call.signal)
  walk.signal = signal
  walk.cleanups.push(async () => release())
  return signal
}

/** Throws if the answer is wrong, which is a bug in Standin. */
export type AnswerCheck = (answer: Answer, row: RowFacts, dialect: Dialect, settings: Settings) => void

export interface EngineDependencies {
  readonly platform: Platform
  readonly settings: Settings
  readonly keys: Keys
  readonly verifier: Verifier
  readonly trust: Trust
  readonly remoteKeys: RemoteKeys
  readonly outgoing: Outgoing
  readonly observing: Observing
  /** Loaded by the first call that needs them. */
  readonly scenarios: Catalogue['all']
  /** True if undeclared refusals and replies that do not match their schema are reported as bugs. */
  readonly checked: boolean
  /** If absent, worlds end with the process. */
  readonly worldStore?: WorldStore | undefined
  /** Called for each new world, except one that replaces another. `current` returns the world that later has the same name. */
  readonly begun?: ((world: World, current: () => World | undefined) => void) | undefined
  /** Set only in tests. */
  readonly checkAnswer?: AnswerCheck | undefined
}
