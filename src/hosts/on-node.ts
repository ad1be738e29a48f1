/** Creates simulators on Node: in this process, or served over HTTP. */
import { tmpdir } from 'node:os'
import { createSimulator as create, type Simulator, type SimulatorOptions, settingsOf } from '../control/create-simulator.ts'
import { frontDoor, loadControls, loadEarlyControls } from '../control/front-door.ts'
import { readOnlyCollection } from '../control/read-only-collection.ts'
import type { DataOptions, Forwarder, StoredWorlds } from '../persistence/stored-worlds.ts'
import type { TlsOptions } from '../platform/certificates.ts'
import { nodePlatform, requireCollections, sweep } from '../platform/node.ts'
import { readFixtures, readOwnScenarios } from '../platform/node-files.ts'
import { ownPackage } from '../platform/node-package.ts'
import { handling } from '../service/engine/handle-call.ts'
import { droppedText } from '../service/engine/lifetime.ts'
import { asChecked } from '../service/failures/catalogue.ts'
import { createKeys } from '../service/tokens/keys.ts'
import type { Carrier } from '../service/wire/call.ts'
import { Misuse } from '../service/wire/misuse.ts'
import { shownLine } from '../service/wire/text.ts'
import { watchMachineClock } from '../service/world/platform.ts'
import { withDashboard } from './dashboard/dashboard.ts'
import { dashboardFiles } from './dashboard/dashboard-files.ts'
import type { ForwarderOptions } from './forwarding/forwarder.ts'
import type { RunningServer, ServerOptions } from './http/server.ts'

/**
 * Creates a simulator in this process, without a port. Answer calls with `carry`, or use a host: `startSimulator`, `standin/express`,
 * `standin/mocks/node`. The platform, fixtures and scenarios default to this package's own.
 */
export function createSimulator(options: Partial<SimulatorOptions> = {}): Simulator {
  const { platform = nodePlatform(), fixtures = readFixtures(), scenarios = ownScenarios } = options
  return create({
    version: ownPackage().version,
    handling,
    openRecords,
    ...options,
    platform,
    fixtures,
    scenarios,
  })
}

const openRecords = () => ({ library: requireCollections(), collection: readOnlyCollection })

const ownScenarios = async () => (ownPackage().isBuilt ? asChecked(await readOwnScenarios()) : readOwnScenarios())

/** Returns the parts of a simulator on Node, apart from its settings. */
export const ownSimulatorParts = () => ({
  platform: nodePlatform(),
  scenarios: ownScenarios,
  version: ownPackage().version,
  handling,
  openRecords,
})

/** Options for a simulator and its server. */
export interface StartOptions extends Partial<SimulatorOptions>, Pick<ServerOptions, 'trustProxy'>, DataOptions, TlsOptions {
  /** Default 4300. 0 picks a free port. */
  readonly port?: number | undefined
  /** The address to listen on. Default: `127.0.0.1`. Other machines can use control rows only with `adminToken`. */
  readonly host?: string | undefined
  /** Called with each internal error in Standin. Default: prints it. */
  readonly alarm?: ((defect: unknown) => void) | undefined
  /** Wraps every call, including calls to control rows, for example to log it. */
  readonly around?: ((carrier: Carrier, simulator: Simulator) => Carrier) | undefined
  /** Called before the server listens, for example to restore a snapshot. If the promise rejects, so does `startSimulator`. */
  readonly prepare?: ((simulator: Simulator, opened?: { readonly isNew: boolean }) => Promise<unknown>) | undefined
}

/** `close()` waits up to five seconds for calls in flight, then closes the simulator. */
export interface RunningSimulator extends RunningServer {
  readonly simulator: Simulator
  /** The CA file that clients must trust, if Standin issued the server's certificate. */
  readonly ca: string | undefined
  /**
   * Resolves once all modules for calls to the service and to control rows are loaded, or have failed to load.
   * @internal
   */
  readonly loaded: Promise<void>
}

/** Serves the dashboard, and passes on all other calls. */
export const withPage = (simulator: Simulator, carrier: Carrier): Carrier => withDashboard(simulator, dashboardFiles(), carrier)

/** Serves a simulator on this machine only. Closing the server does not close the simulator. */
export async function serveSimulator(simulator: Simulator, port: number): Promise<RunningServer> {
  const { startServer } = await import('./http/server.ts')
  return startServer({ carrier: withPage(simulator, frontDoor(simulator)), port, host: '127.0.0.1', closing: simulator.endStreams })
}

async function openForwarder(options: ForwarderOptions): Promise<Forwarder> {
  return (await import('./forwarding/forwarder.ts')).createForwarder(options)
}

/** Throws {@link Misuse} for options that need `data`. */
function demandNoStore({ dataSync, dataSchema, idleWorlds, address }: DataOptions): void {
  if (dataSync === 'power') throw new Misuse('--data-sync power (dataSync) needs a data folder. Add --data <folder>.')
  if (typeof idleWorlds === 'number')
    throw new Misuse('--idle-worlds (idleWorlds) unloads worlds, which needs a store. Add --data <folder>.')
  if (dataSchema !== undefined) throw new Misuse('--data-schema (dataSchema) is a PostgreSQL schema. Add --data postgres://….')
  if (address !== undefined)
    throw new Misuse('--address (address) is for servers that share worlds. Add --data postgres://…, or use --public-url.')
}

/** Returns the simulator parts that a store provides. */
const storedParts = ({ platform, worldStore, keySource, instance }: StoredWorlds, { signingKey }: Partial<SimulatorOptions>) => ({
  platform,
  worldStore,
  ...(instance !== undefined && { instance }),
  keys: createKeys({ signingKey, verifySignature: platform.verifySignature, source: keySource }),
})

/** Serves a new simulator over HTTP. Rejects if the port is in use (`EADDRINUSE`). */
export async function startSimulator(options: StartOptions = {}): Promise<RunningSimulator> {
  const { port: wanted = 4300, host = '127.0.0.1', trustProxy = false, around = (carrier) => carrier, prepare, alarm, ...others } = options
  const { tls, serveNames, caFolder, data, dataSync, dataSchema, idleWorlds, address, tell, ...simulated } = others
  const storeOptions = { dataSync, dataSchema, idleWorlds, address }
  if (data === undefined) demandNoStore(storeOptions)
  const worlds = data === undefined ? undefined : await import('../persistence/stored-worlds.ts')
  const port =
    wanted === 0 && worlds && data !== undefined && worlds.isShared(data) && address === undefined ? await worlds.freePort(host) : wanted
  const { startServer } = await import('./http/server.ts')
  const { serverCertificates } = await import('../platform/certificates.ts')
  const { own, ca, names, proxied: certificate } = await serverCertificates({ tls, serveNames, caFolder })
  const { platform = nodePlatform() } = simulated
  const alarmed = alarm ? { ...platform, alarm } : platform
  const say = tell ?? ((text) => void process.stderr.write(`${shownLine(text.trimEnd())}\n`))
  const { instance, worldTtl = 0 } = simulated
  const whenDropped = (name: string) => say(droppedText(name, worldTtl))
  const storing = { ...storeOptions, instance, tell: say, platform: alarmed, isSecured: own !== undefined, port, host }
  const opened =
    data === undefined ? undefined : await worlds?.openStoredWorlds(data, { ...storing, openForwarder, settings: settingsOf(simulated) })
  const simulator = createSimulator({ whenDropped, ...simulated, platform: alarmed, ...(opened && storedParts(opened, simulated)) })
  const called = around(frontDoor(simulator), simulator)
  const carrier = withPage(simulator, opened ? opened.around(called) : called)
  void sweep(tmpdir())
  const stopWatching = watchMachineClock(alarmed, say)
  const proxy = { names, certificate }
  const { cors, publicUrl } = simulator.settings
  async function close(): Promise<void> {
    stopWatching()
    simulator.close()
    await opened?.close()
  }
  const serving = {
    carrier,
    port,
    host,
    trustProxy,
    cors,
    names: [URL.parse(publicUrl ?? '')?.hostname ?? []].flat(),
    tls: own,
    proxy,
    closing: simulator.endStreams,
    forwarded: opened?.forwarded?.(carrier),
    ...(alarm && { alarm }),
  }
  const prepared = Promise.all([prepare?.(simulator, opened), loadEarlyControls()])
  const server = await prepared
    .then(() => {
      opened?.begin()
      return startServer(serving)
    })
    .catch(async (error: unknown) => {
      await close()
      throw error
    })
  // Failures are ignored here, because the `ready` row reports them.
  const loaded = (async () => simulator.ready())()
    .then(() => platform.pause(breath))
    .then(loadControls)
    .then(ignore, ignore)
  async function closeAll(): Promise<void> {
    try {
      await server.close()
    } finally {
      await close()
    }
  }
  return { ...server, simulator, ca, loaded, close: closeAll }
}

/**
 * Milliseconds before control rows are loaded, so that loading does not delay the first calls from a client that is waiting for the server.
 */
const breath = 20
const ignore = () => {}

/** Returns the machine's time, in milliseconds since 1970. */
export const machineNow = (): number => Date.now()
