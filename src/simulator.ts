/** What may be asked of Standin in TypeScript: a simulator, and the knobs of its worlds. */

import type { Client } from './client.ts'
import { defaultWorld } from './engine/address.ts'
import { createEngine } from './engine/engine.ts'
import type { EngineDependencies } from './engine/engine-dependencies.ts'
import { collectInTime } from './engine/minimum-upload-rate.ts'
import type { Keepable } from './engine/worlds.ts'
import { createKeys } from './identity/keys.ts'
import { createVerifier } from './identity/verify.ts'
import { createInnerClient, type InnerClientOptions } from './knobs/client.ts'
import { type AdvanceTarget, targetOf } from './knobs/clock.ts'
import { createDeliveries, type Deliveries } from './knobs/deliveries.ts'
import { createEvents, type Events } from './knobs/events.ts'
import { createFileTransfers, type FileTransfers } from './knobs/file-transfers.ts'
import { createGivens, type Givens } from './knobs/givens.ts'
import { createJournal, type Journal } from './knobs/journal.ts'
import { createLimits, type Limits } from './knobs/limits.ts'
import { createOutbox, type Outbox } from './knobs/outbox.ts'
import { createReports, type Reports } from './knobs/reports.ts'
import { createScenarios, type Scenarios } from './knobs/scenarios.ts'
import { createMakeToken, type MakeToken } from './knobs/token.ts'
import { endExpired } from './scenario/active-rules.ts'
import { type Catalogue, createCatalogue } from './scenario/catalogue.ts'
import type { Account } from './state/clock.ts'
import { contentStores } from './state/file-transfer/content-stores.ts'
import type { ContactRegister } from './state/notifications/contact-register.ts'
import { createOutgoing } from './state/outgoing.ts'
import type { Platform } from './state/platform.ts'
import { readSettings, type Settings } from './state/settings.ts'
import type { Fixtures, World } from './state/world.ts'
import { getOrCreate } from './wire/get-or-create.ts'
import type { CallBody, Carrier, MaybePromise } from './wire/http/call.ts'
import { andThen } from './wire/maybe.ts'

export type { AdvanceTarget } from './knobs/clock.ts'
export type { Settings } from './state/settings.ts'

export interface SimulatorOptions extends Partial<Settings> {
  readonly platform: Platform
  readonly fixtures: Fixtures
  /** Scenario documents by name, as their files say; read when first asked for. */
  readonly scenarios?: () => MaybePromise<Readonly<Record<string, unknown>>>
  /** Holds every reply against its schema and rethrows defects: for Standin's own tests. */
  readonly checked?: boolean
  /** Of Standin itself. */
  readonly version?: string | undefined
}

/** The knobs of one world. They hold on to its name: a reset does not disturb them. */
export interface WorldKnobs {
  readonly name: string
  readonly world: World
  /** What was asked, and what the service did by itself. */
  readonly journal: Journal
  readonly contacts: ContactRegister
  readonly scenarios: Scenarios
  readonly limits: Limits
  /** What has been sent, in both environments. */
  readonly outbox: Outbox
  /** What was published, in both environments. */
  readonly events: Events
  /** What went to the endpoints of subscribers. */
  readonly deliveries: Deliveries
  /** Delivery reports of your choosing. */
  readonly reports: Reports
  /** Published files of any size, and scans and expiries before their time. */
  readonly fileTransfers: FileTransfers
  /** Starting points, by the sentences that contracts and scenarios name them by. */
  readonly givens: Givens
  /** Lets world time pass, doing what comes due on the way. When the signal is aborted, it stops before the next booking, and the clock stays there. */
  advance(target: AdvanceTarget, signal?: AbortSignal): Promise<Account>
  /** The world as at start, but for what is kept. */
  reset(keep?: readonly Keepable[]): void
  /** A token of a caller, good in every world until it expires by this one's clock. */
  readonly token: MakeToken
  /** Calls the service in this process: typed, with tokens, and with time that passes while it waits. */
  client(options?: InnerClientOptions): Client
}

export interface Simulator extends WorldKnobs {
  readonly carry: Carrier
  readonly settings: Settings
  readonly version: string
  knobs(world: string): WorldKnobs
  worlds(): World[]
  drop(world: string): void
  /** Lays scenarios of your own over those that are built in, for every world; again in place of those before. */
  readonly overlay: Catalogue['overlay']
  /** Resolves when everything that is loaded on first use is loaded. */
  ready(): MaybePromise<void>
  /** Waits in real time; rejects when the signal is aborted. */
  pause(milliseconds: number, signal?: AbortSignal): Promise<void>
  /** The whole body of a call; rejects with ClientGone when it comes too slowly in real time. */
  collect(body: CallBody, limit: number): Promise<Uint8Array>
  /** Reports a defect of Standin itself. */
  alarm(defect: unknown): void
  /** Ends what only ends with the simulator, such as following a journal, and lets calls go that are held; `close()` does so, too. */
  endStreams(): void
  close(): void
}

export function createSimulator({
  platform: machine,
  fixtures,
  scenarios: documents = () => ({}),
  checked = false,
  version = '0.0.0',
  ...chosen
}: SimulatorOptions): Simulator {
  const settings = readSettings(chosen)
  const platform = { ...machine, openBlobs: contentStores(machine, settings) }
  const keys = createKeys()
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
    const token = createMakeToken(() => worlds.get(name), keys)
    const client: WorldKnobs['client'] = (options = {}) => createInnerClient(engine, () => worlds.get(name), token, options)
    return {
      name,
      get world() {
        return worlds.get(name)
      },
      journal: createJournal(() => worlds.get(name)),
      get contacts() {
        return worlds.get(name).contacts
      },
      scenarios: createScenarios(() => worlds.get(name), scenarios),
      limits: createLimits(() => worlds.get(name)),
      outbox: createOutbox(() => worlds.get(name)),
      events: createEvents(() => worlds.get(name)),
      deliveries: createDeliveries(() => worlds.get(name)),
      reports: createReports(() => worlds.get(name)),
      fileTransfers: createFileTransfers(() => worlds.get(name)),
      givens: createGivens(client, () => knobs(name)),
      // Calls may be held by what has run its time, and nobody else may call.
      advance: async ({ limit, ...target }, signal) =>
        worlds
          .get(name)
          .clock.advance(targetOf(target), limit, signal)
          .finally(() => endExpired(worlds.get(name))),
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
      overlay,
      ready: () => andThen(scenarios(), () => undefined),
      collect: (body: CallBody, limit: number) => collectInTime(body, limit, platform),
      alarm: platform.alarm,
      endStreams: worlds.endStreams,
      pause: platform.pause,
      close: worlds.close,
    },
    Object.getOwnPropertyDescriptors(knobs(defaultWorld)),
  ) as Simulator
}
