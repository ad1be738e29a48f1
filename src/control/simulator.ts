/** The simulator and its knobs, one property each. */

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
import type { PactRecording, RecordPactOptions } from './record-pact.ts'
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

/** The knobs of one world. They know the world by its name, so they outlive a reset. */
export interface WorldKnobs extends Snapshots {
  readonly name: string
  /** The records behind the knobs. Their shapes change from version to version. */
  readonly world: World
  /** The calls of the service, and what the service did by itself. */
  readonly journal: Journal
  /** Counts the changes of the world, and calls you after each. */
  readonly changes: Changes
  /** How well the clients behaved. */
  readonly verdicts: Verdicts
  /** What happened to a record, a call or a name, and because of it. */
  readonly story: Story
  /** The jobs that ran and those that are booked. */
  readonly timeline: Timeline
  /** The dialect that the world speaks. */
  readonly dialect: Dialect
  readonly contacts: Contacts
  /** The clients that are registered at Maskinporten. */
  readonly clients: Clients
  /** Magic recipients and file names. */
  readonly recipients: Recipients
  /** The records of both environments, to query off the request path. */
  readonly records: Records
  readonly scenarios: Scenarios
  /** Replies of your own in place of the service. */
  readonly override: MakeOverride
  /** Stops the calls of an operation until you let them go on: for tests of races. */
  readonly gate: MakeGate
  readonly gates: ListGates
  readonly limits: Limits
  /** Callers with limits of their own. */
  readonly callers: Callers
  /** The resources of both environments. */
  readonly resources: Resources
  /** The messages that were sent, in both environments. */
  readonly outbox: Outbox
  /** The events that were published, in both environments. */
  readonly events: Events
  /** The subscriptions to events, of both environments. */
  readonly subscriptions: Subscriptions
  /** The webhook deliveries to subscribers. */
  readonly deliveries: Deliveries
  /** Receivers of webhooks within Standin, for tests without a server of their own. */
  readonly hooks: Hooks
  /** Delivery reports that you choose. */
  readonly reports: Reports
  /** Published files of any size, and scans and expiries ahead of time. */
  readonly fileTransfers: FileTransfers
  /** Starting points, by the sentences that contracts and scenarios use. */
  readonly givens: Givens
  /** Counts and lists the records, per environment. */
  readonly state: ShowState
  readonly token: MakeToken
  readonly clock: Clock
  /** The short form of `clock.advance`. */
  readonly advance: Clock['advance']
  /** A client that calls the service in this process: typed, with tokens, and with time that passes while it waits. */
  client(options?: InnerClientOptions): Client
  /** Brings the world back to its start, except for the parts to keep. */
  reset(keep?: readonly Retainable[]): void
}

/** The service in this process: worlds with all that callers have made in them. Its own knobs are those of the world `default`. */
export interface Simulator extends WorldKnobs {
  /** What OpenTelemetry sees. */
  readonly traces: Traces
  /** What Prometheus reads. Counts from its first call on, and the lines that the journals still had then. */
  readonly metrics: Metrics
  /**
   * Records what clients do in a world from now on, as a pact of theirs. Default world: `default`. It reads the journal, which must keep
   * bodies. Throws {@link Misuse} if it does not.
   */
  recordPact(options: RecordPactOptions & { readonly world?: string | undefined }): PactRecording
  /** The keys that sign tokens, in every world. */
  readonly keys: KeysKnob
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
  readonly load: Engine['worlds']['load']
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
  readonly worldStore: WorldStore | undefined
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
  resetAll(keep?: readonly Retainable[]): void
  /**
   * Ends streams, such as the followed journal, and lets go of held and delayed calls: they go on at once. New calls are answered as
   * before. `close()` does this too.
   */
  endStreams(): void
  close(): void
}
