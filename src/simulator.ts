/** The simulator: its worlds, and what holds for all of them. */

import { jsonFetcher } from './areas/authentication/records/json-fetcher.ts'
import { contentStores } from './areas/file-transfer/records/content-stores.ts'
import { defaultWorld } from './engine/address.ts'
import { createEngine } from './engine/engine.ts'
import type { Keepable } from './engine/kept-at-reset.ts'
import { collectAtMinimumRate } from './engine/minimum-upload-rate.ts'
import type { Worlds } from './engine/worlds.ts'
import { type Catalogue, createCatalogue } from './failures/scenario/catalogue.ts'
import { pauseUntil } from './failures/scenario/holding.ts'
import { hooksInside } from './knobs/hooks.ts'
import { createWorldKnobs, type WorldKnobs } from './knobs/index.ts'
import { createKeysKnob, type KeysKnob } from './knobs/keys.ts'
import { createMetrics, type Metrics } from './knobs/metrics.ts'
import { readSettings } from './knobs/read-settings.ts'
import { type PactRecording, recordPact } from './knobs/recording/record-pact.ts'
import type { RecordPactOptions } from './knobs/recording/recorded-pact.ts'
import { createLibrary } from './knobs/records/library.ts'
import { createTraces, type Traces } from './knobs/traces.ts'
import { createWatching } from './knobs/verdicts/watching.ts'
import { Misuse } from './misuse.ts'
import { type ClosedWorlds, dropIdleWorlds, withClosing } from './simulator/closed-worlds.ts'
import type { SimulatorOptions } from './simulator/options.ts'
import { createKeys } from './tokens/keys.ts'
import { createRemoteKeys } from './tokens/remote-keys.ts'
import { createTrust } from './tokens/trust.ts'
import { createVerifier } from './tokens/verify.ts'
import type { DialectName } from './wire/dialect.ts'
import { getOrCreate } from './wire/get-or-create.ts'
import type { CallBody, Carrier } from './wire/http/call.ts'
import { loadPhoneNumbers } from './wire/values/phone-number.ts'
import type { LiveOwner } from './world/live.ts'
import { type Inside, observed } from './world/observing/observer.ts'
import { createOutgoing } from './world/outgoing.ts'
import type { Platform } from './world/platform.ts'
import { type Settings, startOfProofs } from './world/settings.ts'
import type { World } from './world/world.ts'

export type { AdvanceTarget } from './knobs/clock.ts'
export type { Changes, Gate, SnapshotDocument, SnapshotOptions, WorldKnobs } from './knobs/index.ts'
export type { PactRecording } from './knobs/recording/record-pact.ts'
export type { RecordedPact, RecordPactOptions } from './knobs/recording/recorded-pact.ts'
export type { SimulatorOptions } from './simulator/options.ts'
export type { Settings } from './world/settings.ts'

/** The service in this process: worlds with all that callers have made in them. Its own knobs are those of the world `default`. */
export interface Simulator extends WorldKnobs {
  readonly carry: Carrier
  readonly settings: Settings
  readonly version: string
  knobs(world: string): WorldKnobs
  /** The keys that sign tokens, in every world. */
  readonly keys: KeysKnob
  /** The knobs of a world that exists. Throws {@link Misuse} for any other. */
  knobsOfExisting(world: string): WorldKnobs
  worlds(): World[]
  drop(world: string): void
  /**
   * The worlds that move to another server.
   * @internal
   */
  readonly closed: ClosedWorlds
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
  readonly inside: Inside
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
   * Records what clients do in a world from now on, as a pact of theirs. Default world: `default`. It reads the journal, which must keep
   * bodies. Throws {@link Misuse} if it does not.
   */
  recordPact(options: RecordPactOptions & { readonly world?: string | undefined }): PactRecording
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
  /** What Prometheus reads. Counts from its first call on, and the lines that the journals still had then. */
  readonly metrics: Metrics
  /** What OpenTelemetry sees. */
  readonly traces: Traces
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

export function createSimulator(options: SimulatorOptions): Simulator {
  const { platform: machine, fixtures, scenarios: documents = () => ({}), version = '0.0.0', ...more } = options
  const { checked = false, checkAnswer, keys: given, walker, keeping, ...chosen } = more
  const settings = readSettings(chosen)
  const keys = given ?? createKeys({ ...settings, verifySignature: machine.verifySignature })
  const { platform, observing } = observed({ ...machine, openBlobs: contentStores(machine, settings) })
  const call = hooksInside(platform, (world) => (worlds.has(world) ? knobs(world).hooks : undefined))
  const { all: scenarios, overlay, folder } = createCatalogue(documents, () => worlds.list())
  const remoteKeys = createRemoteKeys({ fetchJson: jsonFetcher(platform), tick: platform.tick })
  const trust = createTrust(keys, { issuers: settings.trustIssuers, any: settings.trustAnyToken, remoteKeys })
  const [outgoing, watching] = [createOutgoing({ ...platform, call }, settings.outbound), createWatching()]
  const shared = { platform, settings, keys, trust, remoteKeys, verifier: createVerifier(trust), outgoing, observing, keeping, scenarios }
  const [known, collections] = [new Map<string, WorldKnobs>(), createLibrary(platform)]
  const parts = { ...shared, checked, checkAnswer, begun: settings.verdicts ? watching.start : undefined }
  const { engine, closed } = withClosing(createEngine(parts, fixtures, walker), machine, keeping?.closed)
  const { carry, worlds } = engine

  const fresh: Simulator['fresh'] = (dialect, others) =>
    createSimulator({ platform: machine, fixtures, scenarios: documents, ...startOfProofs, dialect, ...others })

  /** A world that does not exist keeps nothing. */
  function knobs(name: string): WorldKnobs {
    const make = () => createWorldKnobs(name, { engine, keys, version, watching, scenarios, knobs, collections })
    return worlds.has(name) ? getOrCreate(known, name, make) : make()
  }

  function drop(name: string): void {
    worlds.drop(name)
    known.delete(name)
  }
  const stopDropping = settings.worldTtl === undefined ? () => {} : dropIdleWorlds(worlds, drop, settings.worldTtl, platform)

  let ending = new AbortController()
  function endStreams(): void {
    worlds.endStreams()
    ending.abort()
    ending = new AbortController()
  }

  return {
    // Every knob asks for the world of its name when it is turned. Only the property `world` is read here, so it is defined again.
    ...knobs(defaultWorld),
    get world() {
      return worlds.get(defaultWorld)
    },
    carry,
    settings,
    version,
    knobs,
    keys: createKeysKnob(keys),
    knobsOfExisting: (name) => knobs(worlds.demand(name).data.name),
    worlds: worlds.list,
    drop,
    closed,
    load: worlds.load,
    overlay,
    inside: { observing, machine, fixtures, keys, trust, folder },
    live: [],
    ready() {
      const loading = [engine.load(), scenarios(), loadPhoneNumbers()]
      return loading.some((each) => each instanceof Promise) ? Promise.all(loading).then(() => {}) : undefined
    },
    collect: async (body, limit) => collectAtMinimumRate(body, limit, platform),
    recordPact({ world = defaultWorld, ...others }) {
      if (!settings.journalBodies) throw new Misuse('A pact is recorded from bodies, and the journal keeps none (journalBodies).')
      return recordPact(() => worlds.get(world), fresh, others)
    },
    fresh,
    platform,
    metrics: createMetrics(platform, worlds),
    traces: createTraces(platform, worlds, version),
    alarm: platform.alarm,
    resetAll(keep) {
      for (const { name } of worlds.list()) worlds.reset(name, keep)
    },
    endStreams,
    pause: (milliseconds, signal) => pauseUntil(platform.pause, ending.signal, milliseconds, signal),
    close() {
      stopDropping()
      endStreams()
      worlds.close()
    },
  }
}
