/** What a user looks at or turns: the file of each knob adds its property here, so that a control row knows all knobs and imports none. */

import type { Keepable } from '../service/engine/kept-at-reset.ts'
import type { Worlds } from '../service/engine/worlds.ts'
import type { Catalogue } from '../service/failures/catalogue.ts'
import type { CallBody, Carrier } from '../service/wire/call.ts'
import type { DialectName } from '../service/wire/dialect-name.ts'
import type { LiveOwner } from '../service/wire/when-needed.ts'
import type { Keeping } from '../service/world/keeping.ts'
import type { SimulatorParts } from '../service/world/observer.ts'
import type { Platform } from '../service/world/platform.ts'
import type { Settings } from '../service/world/settings.ts'
import type { World } from '../service/world/world.ts'
import type { SimulatorOptions } from './options.ts'

/** The knobs of one world. They know the world by its name, so they outlive a reset. */
export interface WorldKnobs {
  readonly name: string
  /** The records behind the knobs. Their shapes change from version to version. */
  readonly world: World
  /** Brings the world back to its start, except for the parts to keep. */
  reset(keep?: readonly Keepable[]): void
}

/** The service in this process: worlds with all that callers have made in them. Its own knobs are those of the world `default`. */
export interface Simulator extends WorldKnobs {
  readonly carry: Carrier
  readonly settings: Settings
  readonly version: string
  knobs(world: string): WorldKnobs
  /** The knobs of a world that exists. Throws {@link Misuse} for any other. */
  knobsOfExisting(world: string): WorldKnobs
  /** The worlds in this process. */
  worlds(): World[]
  /** Brings a world into this process that a store keeps. Otherwise, its first call does so. Makes it if it does not exist. */
  reach(world: string): Promise<void>
  drop(world: string): void
  /**
   * Puts a world in the place of the one with its name.
   * @internal
   */
  readonly load: Worlds['load']
  /** Lays your scenarios over the built-in ones, for every world. The next call replaces them. */
  readonly overlay: Catalogue['overlay']
  /**
   * What a recorder of capsules, and a replay, need to know.
   * @internal
   */
  readonly inside: SimulatorParts
  /**
   * What keeps the worlds. Undefined: they end with the simulator.
   * @internal
   */
  readonly keeping: Keeping | undefined
  /**
   * What ends with the simulator: the recordings and the explorations of a server.
   * @internal
   */
  readonly live: LiveOwner['live']
  /** Resolves when everything that calls of the service need is loaded; undefined when it is loaded already. */
  ready(): Promise<void> | undefined
  /** Waits in real time. Ends early when the simulator lets go of calls. Rejects when the signal is aborted. */
  pause(milliseconds: number, signal?: AbortSignal): Promise<void>
  /**
   * The whole body of a call. Rejects with ClientGone when it arrives too slowly in real time.
   * @internal
   */
  collect(body: CallBody, limit: number): Promise<Uint8Array>
  /**
   * Another simulator on the same machine, as contracts and scenarios are verified: the same clock and seed each time. Who asks for it
   * closes it.
   * @internal
   */
  fresh(dialect: DialectName, options?: Partial<SimulatorOptions>): Simulator
  /**
   * The machine.
   * @internal
   */
  readonly platform: Platform
  /** Reports a defect of Standin itself. */
  alarm(defect: unknown): void
  /** Brings every world back to its start, except for the parts to keep. */
  resetAll(keep?: readonly Keepable[]): void
  /**
   * Ends streams, such as the followed journal, and lets go of held and delayed calls: they go on at once. New calls are answered as
   * before. `close()` does this too.
   */
  endStreams(): void
  close(): void
}
