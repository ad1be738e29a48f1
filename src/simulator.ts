/** What may be asked of Standin in TypeScript: a simulator, and the knobs of its worlds. */

import type { Client } from './client.ts'
import { defaultWorld } from './engine/address.ts'
import { type AdvanceTarget, targetOf } from './engine/advance-target.ts'
import { type Arranging, createArranging } from './engine/arranging.ts'
import { type Catalogue, createCatalogue } from './engine/catalogue.ts'
import { type Chronicle, createChronicle } from './engine/chronicle.ts'
import { createEngine } from './engine/engine.ts'
import type { Equipment } from './engine/equipment.ts'
import { createInnerClient, type InnerClientOptions } from './engine/inner-client.ts'
import { createMail, type Mail } from './engine/mail.ts'
import { createMetering, type Metering } from './engine/metering.ts'
import { createMinting, type Minting } from './engine/minting.ts'
import { createPostings, type Postings } from './engine/postings.ts'
import { createPublications, type Publications } from './engine/publications.ts'
import { createReporting, type Reporting } from './engine/reporting.ts'
import { endExpired } from './engine/switched-on.ts'
import { createSwitching, type Switching } from './engine/switching.ts'
import { createTransferring, type Transferring } from './engine/transferring.ts'
import type { Keepable } from './engine/worlds.ts'
import { createKeys } from './identity/keys.ts'
import { createVerifier } from './identity/verify.ts'
import type { Account } from './state/clock.ts'
import type { ContactRegister } from './state/contact-register.ts'
import { contentStores } from './state/content-stores.ts'
import { createOutgoing } from './state/outgoing.ts'
import type { Platform } from './state/platform.ts'
import { readSettings, type Settings } from './state/settings.ts'
import type { Fixtures, World } from './state/world.ts'
import type { Carrier, MaybePromise } from './wire/call.ts'
import { andThen } from './wire/maybe.ts'
import { remember } from './wire/remember.ts'

export type { AdvanceTarget } from './engine/advance-target.ts'
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
  readonly journal: Chronicle
  readonly contacts: ContactRegister
  readonly scenarios: Switching
  readonly limits: Metering
  /** What has been sent, in both environments. */
  readonly outbox: Mail
  /** What was published, in both environments. */
  readonly events: Publications
  /** What went to the endpoints of subscribers. */
  readonly deliveries: Postings
  /** Delivery reports of your choosing. */
  readonly reports: Reporting
  /** Published files of any size, and scans and expiries before their time. */
  readonly fileTransfers: Transferring
  /** Starting points, by the sentences that contracts and scenarios name them by. */
  readonly givens: Arranging
  /** Lets world time pass, doing what comes due on the way. */
  advance(target: AdvanceTarget): Promise<Account>
  /** The world as at start, but for what is kept. */
  reset(keep?: readonly Keepable[]): void
  /** A token of a caller, good in every world until it expires by this one's clock. */
  readonly token: Minting
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
  /** Reports a defect of Standin itself. */
  alarm(defect: unknown): void
  /** Ends what only ends with the simulator, such as following a journal, and lets calls go that are held; `close()` does so, too. */
  hush(): void
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
  const equipment: Equipment = { platform, settings, keys, verifier: createVerifier(keys), outgoing, scenarios, checked }
  const engine = createEngine(equipment, fixtures)
  const { carry, worlds } = engine
  const known = new Map<string, WorldKnobs>()

  function knobs(name: string): WorldKnobs {
    return remember(known, name, () => makeKnobs(name))
  }

  function makeKnobs(name: string): WorldKnobs {
    const token = createMinting(() => worlds.get(name), keys)
    const client: WorldKnobs['client'] = (options = {}) => createInnerClient(engine, () => worlds.get(name), token, options)
    return {
      name,
      get world() {
        return worlds.get(name)
      },
      journal: createChronicle(() => worlds.get(name)),
      get contacts() {
        return worlds.get(name).contacts
      },
      scenarios: createSwitching(() => worlds.get(name), scenarios),
      limits: createMetering(() => worlds.get(name)),
      outbox: createMail(() => worlds.get(name)),
      events: createPublications(() => worlds.get(name)),
      deliveries: createPostings(() => worlds.get(name)),
      reports: createReporting(() => worlds.get(name)),
      fileTransfers: createTransferring(() => worlds.get(name)),
      givens: createArranging(client, () => knobs(name)),
      // Calls may be held by what has run its time, and nobody else may call.
      advance: async ({ limit, ...target }) =>
        worlds
          .get(name)
          .clock.advance(targetOf(target), limit)
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
      alarm: platform.alarm,
      hush: worlds.hush,
      pause: platform.pause,
      close: worlds.close,
    },
    Object.getOwnPropertyDescriptors(knobs(defaultWorld)),
  ) as Simulator
}
