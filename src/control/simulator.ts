/** The simulator and its knobs, each as a property. */

import type { Client } from '../service/areas/client.ts'
import type { Engine } from '../service/engine/engine.ts'
import type { Retainable, WorldStore } from '../service/engine/lifetime.ts'
import type { Catalogue } from '../service/failures/catalogue.ts'
import type { CallBody, Carrier } from '../service/wire/call.ts'
import type { DialectName } from '../service/wire/vocabulary.ts'
import type { LiveOwner } from '../service/wire/when-needed.ts'
import type { SimulatorParts } from '../service/world/observer.ts'
import type { Platform } from '../service/world/platform.ts'
import type { Settings } from '../service/world/settings.ts'
import type { World } from '../service/world/world.ts'
import type { Callers } from './callers/knob.ts'
import type { Changes } from './changes/knob.ts'
import type { InnerClientOptions } from './client/knob.ts'
import type { Clients } from './clients/knob.ts'
import type { Clock } from './clock/knob.ts'
import type { Contacts } from './contacts/knob.ts'
import type { Deliveries } from './deliveries/knob.ts'
import type { Dialect } from './dialect/knob.ts'
import type { Events } from './events/knob.ts'
import type { FileTransfers } from './file-transfers/knob.ts'
import type { ListGates, MakeGate } from './gates/knob.ts'
import type { Givens } from './givens/knob.ts'
import type { Hooks } from './hooks/knob.ts'
import type { Journal } from './journal/knob.ts'
import type { KeysKnob } from './keys/knob.ts'
import type { Limits } from './limits/knob.ts'
import type { Metrics } from './metrics/knob.ts'
import type { SimulatorOptions } from './options.ts'
import type { Outbox } from './outbox/knob.ts'
import type { Recipients } from './recipients/knob.ts'
import type { PactRecording, RecordPactOptions } from './recording/record-pact.ts'
import type { Records } from './records/knob.ts'
import type { Reports } from './reports/knob.ts'
import type { Resources } from './resources/knob.ts'
import type { Scenarios } from './scenarios/knob.ts'
import type { MakeOverride } from './scenarios/override.ts'
import type { Snapshots } from './snapshot/knob.ts'
import type { ShowState } from './state/knob.ts'
import type { Story } from './story/knob.ts'
import type { Subscriptions } from './subscriptions/knob.ts'
import type { Timeline } from './timeline/knob.ts'
import type { MakeToken } from './token/knob.ts'
import type { Traces } from './traces/knob.ts'
import type { Verdicts } from './verdicts/knob.ts'

/** Knobs for a single world. They look up the world by name, so they stay valid after a reset. */
export interface WorldKnobs extends Snapshots {
  readonly name: string
  /** The internal state behind the knobs. Its types change between versions. */
  readonly world: World
  /** Calls to the service, and the jobs that it ran. */
  readonly journal: Journal
  /** Counts changes to the world, and notifies listeners of each one. */
  readonly changes: Changes
  /** Judges how well clients behave. */
  readonly verdicts: Verdicts
  /** The history of a record, call or name, including its consequences. */
  readonly story: Story
  /** Jobs that have run, and jobs that are booked. */
  readonly timeline: Timeline
  readonly dialect: Dialect
  readonly contacts: Contacts
  /** The clients registered with Maskinporten. */
  readonly clients: Clients
  /** Magic recipients and file names. */
  readonly recipients: Recipients
  /** Queries the records in both environments. */
  readonly records: Records
  readonly scenarios: Scenarios
  /** Answers calls with your own replies instead of the service's. */
  readonly override: MakeOverride
  /** Holds calls to an operation until you release them. For testing race conditions. */
  readonly gate: MakeGate
  readonly gates: ListGates
  readonly limits: Limits
  /** Callers with their own limits. */
  readonly callers: Callers
  /** Resources in both environments. */
  readonly resources: Resources
  /** The messages sent, in both environments. */
  readonly outbox: Outbox
  /** The events published in each environment. */
  readonly events: Events
  /** Event subscriptions in both environments. */
  readonly subscriptions: Subscriptions
  /** Webhook deliveries to subscribers. */
  readonly deliveries: Deliveries
  /** Webhook receivers inside Standin, for tests without a server. */
  readonly hooks: Hooks
  /** Delivery reports that you choose. */
  readonly reports: Reports
  /** Publishes files of any size, and ends scans and lifetimes early. */
  readonly fileTransfers: FileTransfers
  /** Sets up initial states, using the same sentences as contracts and scenarios. */
  readonly givens: Givens
  /** Counts and lists records per environment. */
  readonly state: ShowState
  readonly token: MakeToken
  readonly clock: Clock
  /** Shorthand for `clock.advance`. */
  readonly advance: Clock['advance']
  /** Creates a typed client that calls the service in this process, with tokens. Time passes while the client waits. */
  client(options?: InnerClientOptions): Client
  /** Resets the world to its initial state, except for the parts to keep. */
  reset(keep?: readonly Retainable[]): void
}

/** The service in this process, with all its worlds. Its own knobs apply to the `default` world. */
export interface Simulator extends WorldKnobs {
  /** Traces for OpenTelemetry. */
  readonly traces: Traces
  /** Metrics for Prometheus. Counting starts on the first call, and includes journal lines that exist by then. */
  readonly metrics: Metrics
  /**
   * Records clients' calls in a world from now on, as a pact. The default world is `default`. Reads the journal, and throws {@link Misuse}
   * if the journal does not store bodies.
   */
  recordPact(options: RecordPactOptions & { readonly world?: string | undefined }): PactRecording
  /** The keys that sign tokens in all worlds. */
  readonly keys: KeysKnob
  readonly carry: Carrier
  readonly settings: Settings
  readonly version: string
  knobs(world: string): WorldKnobs
  /** Returns the knobs for an existing world. Throws {@link Misuse} if the world does not exist. */
  knobsOfExisting(world: string): WorldKnobs
  /** Returns the worlds in this process. */
  worlds(): World[]
  /** Loads a stored world into this process, as the first call to the world would. Creates the world if it does not exist. */
  reach(world: string): Promise<void>
  drop(world: string): void
  /**
   * Replaces the world that has the same name.
   * @internal
   */
  readonly load: Engine['worlds']['load']
  /**
   * Adds your scenarios to the built-in scenarios in every world, replacing any with the same name. The next call replaces all of your
   * scenarios.
   */
  readonly overlay: Catalogue['overlay']
  /**
   * Parts needed by the capsule recorder and by replays.
   * @internal
   */
  readonly inside: SimulatorParts
  /**
   * Stores the worlds. Undefined if the worlds are kept only in memory.
   * @internal
   */
  readonly worldStore: WorldStore | undefined
  /**
   * Data that is discarded along with the simulator: a server's recordings and explorations.
   * @internal
   */
  readonly live: LiveOwner['live']
  /** Resolves once everything needed to answer calls to the service is loaded; undefined if it already is. */
  ready(): Promise<void> | undefined
  /** Waits in real time. Ends early on `endStreams()`. Rejects if the signal aborts. */
  pause(milliseconds: number, signal?: AbortSignal): Promise<void>
  /**
   * Reads a call's whole body. Rejects with ClientGone if the body arrives too slowly in real time.
   * @internal
   */
  collect(body: CallBody, limit: number): Promise<Uint8Array>
  /**
   * Creates another simulator on the same machine for verifying contracts and scenarios, with the same clock and seed each time. The caller
   * must close it.
   * @internal
   */
  fresh(dialect: DialectName, options?: Partial<SimulatorOptions>): Simulator
  /**
   * The machine on which the simulator runs.
   * @internal
   */
  readonly platform: Platform
  /** Reports a bug in Standin itself. */
  alarm(defect: unknown): void
  /** Resets every world to its initial state, except for the parts to keep. */
  resetAll(keep?: readonly Retainable[]): void
  /**
   * Ends streams, such as a followed journal, and releases held and delayed calls, which continue immediately. New calls are answered as
   * before. `close()` does this too.
   */
  endStreams(): void
  close(): void
}
