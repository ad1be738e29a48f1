/** The options of a simulator. */
import type { AnswerCheck } from '../engine/engine-dependencies.ts'
import type { createWalker } from '../engine/walker.ts'
import type { Documents } from '../failures/scenario/catalogue.ts'
import type { ChosenSettings } from '../knobs/read-settings.ts'
import type { Keys } from '../tokens/keys.ts'
import type { Fixtures } from '../world/fixtures.ts'
import type { Keeping } from '../world/observing/keeping.ts'
import type { Platform } from '../world/platform.ts'

/** What a simulator runs on, what it begins with, and its settings. */
export interface SimulatorOptions extends ChosenSettings {
  readonly platform: Platform
  readonly fixtures: Fixtures
  /** Scenario documents by name, as in their files. Standin calls it on first use. */
  readonly scenarios?: () => Documents | Promise<Documents>
  /** Checks every reply against its schema and rethrows defects: for Standin's own tests. */
  readonly checked?: boolean
  /**
   * Looks at each answer that the service gives by itself, and throws for a wrong one: for Standin's own tests.
   * @internal
   */
  readonly checkAnswer?: AnswerCheck
  /**
   * The keys that sign tokens. Default: new keys.
   * @internal
   */
  readonly keys?: Keys | undefined
  /**
   * What walks calls. Default: it is loaded with the first call.
   * @internal
   */
  readonly walker?: typeof createWalker | undefined
  /**
   * Keeps the worlds. Default: they end with the process.
   * @internal
   */
  readonly keeping?: Keeping | undefined
  /** The version of Standin. */
  readonly version?: string | undefined
}
