/** What one call carries from stage to stage, and what all calls and jobs of one simulator share. */

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
import type { Allowance } from '../world/allowance.ts'
import { signalOfBoth } from '../world/changes.ts'
import type { Line } from '../world/journal-line.ts'
import type { Keeping } from '../world/keeping.ts'
import type { Observing } from '../world/observer.ts'
import type { Outgoing } from '../world/outgoing.ts'
import type { Platform } from '../world/platform.ts'
import type { Random } from '../world/random.ts'
import type { Settings } from '../world/settings.ts'
import type { World } from '../world/world.ts'
import type { Address } from './address.ts'
import type { Route } from './route.ts'

/** The names of the stages of a call, in order. */
export const stageNames = ['identify', 'rules', 'access', 'limit', 'validate', 'handle'] as const
export type StageName = (typeof stageNames)[number]

export interface Walk {
  readonly dependencies: EngineDependencies
  call: Call
  readonly address: Address
  readonly world: World
  /** The dialect of the world when the call arrived. */
  readonly dialect: Dialect
  readonly route: Route<Operation>
  /** The path parameters, in the order of `route.names`. */
  readonly values: readonly string[]
  /** True if the path has no row with this method: the row is another one's. */
  readonly isOtherMethod: boolean
  readonly line: Line
  readonly random: Random
  circumstances: Circumstances
  caller: Caller | undefined
  /** The caller of a token that is expired, or not valid yet. */
  expiredCaller: Caller | undefined
  /** The reason why the token of the call is not trusted. */
  distrusted: Distrusted | undefined
  /** The reason why the token of the application that calls is not good. */
  applicationFault: string | undefined
  /** What is left of the rate limit, once the call was counted against it, or a scenario has exhausted it. */
  allowance: Allowance | undefined
  /** The first refusal of the call, also one that an effect replaced. */
  refused: RefusalKey | undefined
  /** The reason why what a header asked for has no effect. */
  note: string | undefined
  /** What `Prefer` asked for, as it applied. */
  preference: string | undefined
  /** True if an override answered. */
  overridden: boolean
  /** The request, read and validated once: by rules that look into it, or by the stage `validate`. */
  input: Promise<Input> | undefined
  /** Made when it is first needed, by {@link signalOf}. */
  signal: AbortSignal | undefined
  /** Run when the answer is sent: each removes something that belongs to the call. */
  readonly cleanups: (() => Promise<void>)[]
}

/** Aborts when the client leaves, and when the world ends. */
export function signalOf(walk: Walk): AbortSignal {
  if (walk.signal) return walk.signal
  const { signal, release } = signalOfBoth(walk.world, walk.call.signal)
  walk.signal = signal
  walk.cleanups.push(async () => release())
  return signal
}

/** Throws for an answer that is wrong: that is a defect of Standin. */
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
  /** Read on the first call that needs them. */
  readonly scenarios: Catalogue['all']
  /** Whether replies that do not fit their schema, and refusals that are not declared, are defects. */
  readonly checked: boolean
  /** Keeps the worlds; absent: they end with the process. */
  readonly keeping?: Keeping | undefined
  /** Called with each world that is made, except for one that takes the place of another. `current`: what has its name later. */
  readonly begun?: ((world: World, current: () => World | undefined) => void) | undefined
  /** Only in tests. */
  readonly checkAnswer?: AnswerCheck | undefined
}
