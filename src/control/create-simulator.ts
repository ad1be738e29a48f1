/** Creates a simulator: its worlds, and the parts that they share. */

import { contentStores } from '../service/areas/file-transfer/content.ts'
import { defaultWorld } from '../service/engine/address.ts'
import { collectAtMinimumRate, createEngine } from '../service/engine/engine.ts'
import { endIdleWorlds } from '../service/engine/lifetime.ts'
import { createCatalogue } from '../service/failures/catalogue.ts'
import { pauseUntil } from '../service/failures/interventions.ts'
import { createKeys } from '../service/tokens/keys.ts'
import { createRemoteKeys } from '../service/tokens/read-token.ts'
import { createTrust, createVerifier } from '../service/tokens/trust.ts'
import { Misuse } from '../service/wire/misuse.ts'
import { getOrCreate, once } from '../service/wire/when-needed.ts'
import { observed } from '../service/world/observer.ts'
import { createOutgoing, jsonFetcher } from '../service/world/outgoing.ts'
import { startOfProofs } from '../service/world/settings.ts'
import type { World } from '../service/world/world.ts'
import { hooksInside } from './hooks/knob.ts'
import { createKeysKnob } from './keys/knob.ts'
import { createMetrics } from './metrics/knob.ts'
import { readSettings, type SimulatorOptions } from './options.ts'
import { recordPact } from './recording/record-pact.ts'
import { createLibrary, type Opened } from './records/knob.ts'
import { createWorldKnobs } from './serving/world-knobs.ts'
import type { Simulator, WorldKnobs } from './simulator.ts'
import { createTraces } from './traces/knob.ts'
import { createWatching } from './verdicts/watching.ts'

export type { SnapshotDocument } from '../persistence/snapshot-document.ts'
export type { Gate } from '../service/failures/interventions.ts'
export type { Settings } from '../service/world/settings.ts'
export type { Changes } from './changes/knob.ts'
export type { AdvanceTarget } from './clock/knob.ts'
export type { SimulatorOptions } from './options.ts'
export { settingsOf } from './options.ts'
export type { PactRecording, RecordPactOptions } from './recording/record-pact.ts'
export { recordedProvider } from './recording/record-pact.ts'
export type { RecordedPact } from './recording/recorder.ts'
export type { Simulator, WorldKnobs } from './simulator.ts'
export type { SnapshotOptions } from './snapshot/knob.ts'
export type { MintOptions } from './token/knob.ts'

/** `openRecords`: absent in a browser page, which loads the records library on first use. */
interface OpenRecords {
  readonly openRecords?: (() => Opened) | undefined
}

export function createSimulator(options: SimulatorOptions & OpenRecords): Simulator {
  const { platform: machine, fixtures, scenarios: documents = () => ({}), version = '0.0.0', ...more } = options
  const { checked = false, checkAnswer, keys: given, handling, openRecords, worldStore, whenDropped = () => {}, ...chosen } = more
  const settings = readSettings(chosen)
  const keys = given ?? createKeys({ ...settings, verifySignature: machine.verifySignature })
  const { platform, observing } = observed({ ...machine, openBlobs: contentStores(machine, settings) })
  const call = hooksInside(platform, (world) => (worlds.has(world) ? knobs(world).hooks : undefined))
  const catalogue = createCatalogue(documents, () => worlds.list())
  const remoteKeys = createRemoteKeys({ fetchJson: jsonFetcher(platform), tick: platform.tick })
  const trust = createTrust(keys, { issuers: settings.trustIssuers, any: settings.trustAnyToken, remoteKeys })
  const [outgoing, watching] = [createOutgoing({ ...platform, call }, settings.outbound), createWatching()]
  const shared = { platform, settings, keys, trust, remoteKeys, outgoing, observing, worldStore, scenarios: catalogue.all }
  const [known, library] = [new Map<string, WorldKnobs>(), createLibrary(openRecords)]
  const begun = settings.verdicts ? watching.start : undefined
  const parts = { ...shared, verifier: createVerifier(trust, keys), checked, checkAnswer, begun }
  const engine = createEngine(parts, fixtures, handling)
  const { carry, worlds } = engine

  const fresh: Simulator['fresh'] = (dialect, others) =>
    createSimulator({ platform: machine, fixtures, scenarios: documents, ...startOfProofs, dialect, ...others })

  /** Does not cache the knobs of a world that does not exist. */
  function knobs(name: string): WorldKnobs {
    const make = () => ({
      ...knobsWithoutWorld(name),
      get world() {
        return worlds.get(name)
      },
    })
    return worlds.has(name) ? getOrCreate(known, name, make) : make()
  }
  const knobsWithoutWorld = (name: string) =>
    createWorldKnobs(name, { engine, keys, version, watching, scenarios: catalogue, knobs, collections: library.now })

  function drop(name: string): void {
    worlds.drop(name)
    known.delete(name)
  }
  const { worldTtl } = settings
  async function dropUnused({ name }: World): Promise<void> {
    drop(name)
    whenDropped(name)
  }
  const dropping = { mayEnd: ({ name }: World) => name !== defaultWorld, end: dropUnused }
  const stopDropping = worldTtl === undefined ? () => {} : endIdleWorlds(worlds.list, { after: worldTtl, ...dropping }, platform)
  worldStore?.serve({
    ...worlds,
    leave(name) {
      worlds.leave(name)
      known.delete(name)
    },
  })

  let isLoaded = false
  const load = once(async () => {
    await Promise.all([engine.load(), catalogue.all(), openRecords ? undefined : library.load()])
    isLoaded = true
  })

  let ending = new AbortController()
  function endStreams(): void {
    worlds.endStreams()
    ending.abort()
    ending = new AbortController()
  }

  return {
    // Each knob looks up its world by name every time the knob is used.
    ...knobsWithoutWorld(defaultWorld),
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
    load: worlds.load,
    overlay: catalogue.overlay,
    inside: { observing, machine, fixtures, keys, trust, folder: catalogue.folder },
    worldStore,
    async reach(name) {
      if (await worldStore?.reach(name, true, undefined))
        throw new Misuse(`World "${name}" is on another server, which is not responding.`, undefined, 503)
    },
    live: [],
    ready: () => (isLoaded ? undefined : load()),
    collect: (body, limit) => collectAtMinimumRate(body, limit, platform),
    recordPact({ world = defaultWorld, ...others }) {
      if (!settings.journalBodies)
        throw new Misuse('A pact cannot be recorded, because the journal stores no bodies. Set journalBodies to true.')
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
