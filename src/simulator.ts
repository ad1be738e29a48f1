/** The simulator, and the knobs of its worlds: one property per file in knobs. */

import type { Client } from './client.ts'
import { defaultWorld } from './engine/address.ts'
import { createEngine } from './engine/engine.ts'
import type { EngineDependencies } from './engine/engine-dependencies.ts'
import { collectAtMinimumRate } from './engine/minimum-upload-rate.ts'
import type { Keepable, Worlds } from './engine/worlds.ts'
import { createKeys, type Keys } from './identity/keys.ts'
import { createVerifier } from './identity/verify.ts'
import { createInnerClient, type InnerClientOptions } from './knobs/client.ts'
import { type Clock, createClockKnob } from './knobs/clock.ts'
import { type Contacts, createContacts } from './knobs/contacts.ts'
import { createDeliveries, type Deliveries } from './knobs/deliveries.ts'
import { createEvents, type Events } from './knobs/events.ts'
import { createFileTransfers, type FileTransfers } from './knobs/file-transfers.ts'
import { createGivens, type Givens } from './knobs/givens.ts'
import { createJournal, type Journal } from './knobs/journal.ts'
import { createLimits, type Limits } from './knobs/limits.ts'
import { createOutbox, type Outbox } from './knobs/outbox.ts'
import { createRecipients, type Recipients } from './knobs/recipients.ts'
import { createRecords, type Records } from './knobs/records.ts'
import { createReports, type Reports } from './knobs/reports.ts'
import { createScenarios, type Scenarios } from './knobs/scenarios.ts'
import { readSettings } from './knobs/settings.ts'
import { createShowState, type ShowState } from './knobs/state.ts'
import { createMakeToken, type MakeToken } from './knobs/token.ts'
import { type Catalogue, createCatalogue } from './scenario/catalogue.ts'
import { contentStores } from './state/file-transfer/content-stores.ts'
import { createOutgoing } from './state/outgoing.ts'
import type { Platform } from './state/platform.ts'
import type { Settings } from './state/settings.ts'
import type { Fixtures, World } from './state/world.ts'
import { getOrCreate } from './wire/get-or-create.ts'
import type { CallBody, Carrier, MaybePromise } from './wire/http/call.ts'
import { andThen } from './wire/maybe.ts'
import { loadPhoneNumbers } from './wire/values/phone-number.ts'

export type { AdvanceTarget } from './knobs/clock.ts'
export type { Settings } from './state/settings.ts'

export interface SimulatorOptions extends Partial<Settings> {
  readonly platform: Platform
  readonly fixtures: Fixtures
  /** Scenario documents by name, as in their files. Standin calls it on first use. */
  readonly scenarios?: () => MaybePromise<Readonly<Record<string, unknown>>>
  /** Checks every reply against its schema and rethrows defects: for Standin's own tests. */
  readonly checked?: boolean
  /**
   * The keys that sign tokens. Default: new keys.
   * @internal
   */
  readonly keys?: Keys | undefined
  /** The version of Standin. */
  readonly version?: string | undefined
}

/** The knobs of one world. They know the world by its name, so they outlive a reset. */
export interface WorldKnobs {
  readonly name: string
  /** The records behind the knobs. Their shapes change from version to version. */
  readonly world: World
  /** The calls of the service, and what the service did by itself. */
  readonly journal: Journal
  readonly clock: Clock
  readonly contacts: Contacts
  /** Magic recipients and file names. */
  readonly recipients: Recipients
  /** The records of both environments, to query off the request path. */
  readonly records: Records
  readonly scenarios: Scenarios
  readonly limits: Limits
  /** The messages that were sent, in both environments. */
  readonly outbox: Outbox
  /** The events that were published, in both environments. */
  readonly events: Events
  /** The webhook deliveries to subscribers. */
  readonly deliveries: Deliveries
  /** Delivery reports that you choose. */
  readonly reports: Reports
  /** Published files of any size, and scans and expiries ahead of time. */
  readonly fileTransfers: FileTransfers
  /** Starting points, by the sentences that contracts and scenarios use. */
  readonly givens: Givens
  /** Counts and lists the records, per environment. */
  readonly state: ShowState
  /** The short form of `clock.advance`. */
  readonly advance: Clock['advance']
  /** Brings the world back to its start, except for the parts to keep. */
  reset(keep?: readonly Keepable[]): void
  readonly token: MakeToken
  /** A client that calls the service in this process: typed, with tokens, and with time that passes while it waits. */
  client(options?: InnerClientOptions): Client
}

export interface Simulator extends WorldKnobs {
  readonly carry: Carrier
  readonly settings: Settings
  readonly version: string
  knobs(world: string): WorldKnobs
  worlds(): World[]
  drop(world: string): void
  /**
   * Puts a world in the place of the one with its name.
   * @internal
   */
  readonly load: Worlds['load']
  /** Lays your scenarios over the built-in ones, for every world. The next call replaces them. */
  readonly overlay: Catalogue['overlay']
  /** Resolves when everything that Standin loads on first use is loaded. */
  ready(): MaybePromise<void>
  /** Waits in real time. Rejects when the signal is aborted. */
  pause(milliseconds: number, signal?: AbortSignal): Promise<void>
  /**
   * The whole body of a call. Rejects with ClientGone when it arrives too slowly in real time.
   * @internal
   */
  collect(body: CallBody, limit: number): Promise<Uint8Array>
  /** Reports a defect of Standin itself. */
  alarm(defect: unknown): void
  /** Ends streams, such as the followed journal, and releases held calls. `close()` does this too. */
  endStreams(): void
  close(): void
}

export function createSimulator(options: SimulatorOptions): Simulator {
  const { platform: machine, fixtures, scenarios: documents = () => ({}), checked = false, keys = createKeys(), ...others } = options
  const { version = '0.0.0', ...chosen } = others
  const settings = readSettings(chosen)
  const platform = { ...machine, openBlobs: contentStores(machine, settings) }
  const outgoing = createOutgoing(platform, settings.outbound)
  const { all: scenarios, overlay } = createCatalogue(documents, () => worlds.list())
  const dependencies: EngineDependencies = { platform, settings, keys, verifier: createVerifier(keys), outgoing, scenarios, checked }
  const engine = createEngine(dependencies, fixtures)
  const { carry, worlds } = engine
  const known = new Map<string, WorldKnobs>()

  function knobs(name: string): WorldKnobs {
    return getOrCreate(known, name, () => makeKnobs(name))
  }

  function makeKnobs(name: string): WorldKnobs {
    const current = () => worlds.get(name)
    const token = createMakeToken(current, keys)
    const client: WorldKnobs['client'] = (options = {}) => createInnerClient(engine, current, token, options)
    const clock = createClockKnob(current)
    return {
      name,
      get world() {
        return current()
      },
      journal: createJournal(current),
      clock,
      contacts: createContacts(current),
      recipients: createRecipients(current),
      records: createRecords(current),
      scenarios: createScenarios(current, scenarios),
      limits: createLimits(current),
      outbox: createOutbox(current),
      events: createEvents(current),
      deliveries: createDeliveries(current),
      reports: createReports(current),
      fileTransfers: createFileTransfers(current),
      givens: createGivens(client, () => knobs(name)),
      state: createShowState(current),
      advance: clock.advance,
      reset: (keep) => void worlds.reset(name, keep),
      token,
      client,
    }
  }

  return Object.defineProperties(
    {
      carry,
      settings,
      version,
      knobs,
      worlds: worlds.list,
      drop(name: string) {
        worlds.drop(name)
        known.delete(name)
      },
      load: worlds.load,
      overlay,
      ready: () => andThen(scenarios(), loadPhoneNumbers),
      collect: (body: CallBody, limit: number) => collectAtMinimumRate(body, limit, platform),
      alarm: platform.alarm,
      endStreams: worlds.endStreams,
      pause: platform.pause,
      close: worlds.close,
    },
    Object.getOwnPropertyDescriptors(knobs(defaultWorld)),
  ) as Simulator
}
