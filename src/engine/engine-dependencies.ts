/** What all walks of one simulator share. */
import type { Catalogue } from '../failures/scenario/catalogue.ts'
import type { Keys } from '../tokens/keys.ts'
import type { RemoteKeys } from '../tokens/remote-keys.ts'
import type { Trust } from '../tokens/trust.ts'
import type { Verifier } from '../tokens/verify.ts'
import type { Dialect } from '../wire/dialect.ts'
import type { Answer } from '../wire/http/call.ts'
import type { RowFacts } from '../wire/row.ts'
import type { Keeping } from '../world/observing/keeping.ts'
import type { Observing } from '../world/observing/observer.ts'
import type { Outgoing } from '../world/outgoing.ts'
import type { Platform } from '../world/platform.ts'
import type { Settings } from '../world/settings.ts'
import type { World } from '../world/world.ts'

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
