/** What every walk of a simulator shares. */
import type { Keys } from '../identity/keys.ts'
import type { Verifier } from '../identity/verify.ts'
import type { Outgoing } from '../state/outgoing.ts'
import type { Platform } from '../state/platform.ts'
import type { Scenario } from '../state/scenario.ts'
import type { Settings } from '../state/settings.ts'
import type { MaybePromise } from '../wire/http/call.ts'

export interface EngineDependencies {
  readonly platform: Platform
  readonly settings: Settings
  readonly keys: Keys
  readonly verifier: Verifier
  readonly outgoing: Outgoing
  /** The built-in scenarios by name; they are read when first asked for. */
  scenarios(): MaybePromise<ReadonlyMap<string, Scenario>>
  /** Whether every reply is held against its schema: what does not fit is a defect. */
  readonly checked: boolean
}
