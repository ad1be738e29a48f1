/** Simulators on Node: in this process, or served over HTTP. */
import { tmpdir } from 'node:os'
import { createSimulator as create, type Simulator, type SimulatorOptions } from '../control/create-simulator.ts'
import { frontDoor, loadControls, loadEarlyControls } from '../control/front-door.ts'
import { settingsOf } from '../control/options.ts'
import { readOnlyCollection } from '../control/read-only-collection.ts'
import { dashboardFiles } from '../platform/dashboard-files.ts'
import { nodePlatform, requireCollections, sweep } from '../platform/node.ts'
import { readFixtures, readOwnScenarios } from '../platform/node-files.ts'
import { ownPackage } from '../platform/node-package.ts'
import type { TlsOptions } from '../platform/server-certificates.ts'
import { handling } from '../service/engine/handle-call.ts'
import { droppedText } from '../service/engine/lifetime.ts'
import { asChecked } from '../service/failures/catalogue.ts'
import { createKeys } from '../service/tokens/keys.ts'
import type { Carrier } from '../service/wire/call.ts'
import { Misuse } from '../service/wire/misuse.ts'
import { shownLine } from '../service/wire/quoting.ts'
import { watchMachineClock } from '../service/world/platform.ts'
import { withDashboard } from './dashboard.ts'
import type { DataOptions, KeptWorlds } from './kept-worlds.ts'
import type { RunningServer, ServerOptions } from './server.ts'

/**
 * Creates a simulator in this process, without a port. Answer calls with `carry`, or use a host: `startSimulator`, `standin/express`,
 * `standin/mocks/node`. Default platform, fixtures and scenarios: those of this package.
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

/** What a simulator on Node is made of, apart from its settings. */
export const ownSimulatorParts = () => ({
  platform: nodePlatform(),
  scenarios: ownScenarios,
  version: ownPackage().version,
  handling,
  openRecords,
})

/** The options of a simulator, and of the server in front of it. */
export interface StartOptions extends Partial<SimulatorOptions>, Pick<ServerOptions, 'trustProxy'>, DataOptions, TlsOptions {
  /** Default 4300. 0 takes a free port. */
  readonly port?: number | undefined
  /** The address to listen on. Default `127.0.0.1`. Control rows answer other machines only with `adminToken`. */
  readonly host?: string | undefined
  /** Called with each defect of Standin itself. Default: it is printed. */
  readonly alarm?: ((defect: unknown) => void) | undefined
  /** Wraps every call, control rows included, for example to log it. */
  readonly around?: ((carrier: Carrier, simulator: Simulator) => Carrier) | undefined
  /** Called before the server listens, for example to restore a snapshot. If it rejects, so does the start. */
  readonly prepare?: ((simulator: Simulator, opened?: { readonly isNew: boolean }) => Promise<unknown>) | undefined
}

/** `close()` waits for calls in flight, for at most five seconds, and ends the simulator. */
export interface RunningSimulator extends RunningServer {
  readonly simulator: Simulator
  /** The file with the CA that clients must trust, if Standin made the certificate of the server. */
  readonly ca: string | undefined
  /**
   * Resolves when everything that calls of the service and of control rows need is loaded, or failed to.
   * @internal
   */
  readonly loaded: Promise<void>
}

/** Answers calls of the dashboard's page, and passes all other calls on. */
export const withPage = (simulator: Simulator, carrier: Carrier): Carrier => withDashboard(simulator, dashboardFiles(), carrier)

/** Throws {@link Misuse} for options that need a store, where there is none. */
function demandNoStore({ dataSync, dataSchema, idleWorlds, address }: DataOptions): void {
  if (dataSync === 'power') throw new Misuse('--data-sync power (dataSync) keeps nothing without a folder. Add --data <folder>.')
  if (typeof idleWorlds === 'number')
    throw new Misuse('--idle-worlds (idleWorlds) lets worlds go, and without --data nothing keeps them. Add --data <folder>.')
  if (dataSchema !== undefined) throw new Misuse('--data-schema (dataSchema) names a schema of PostgreSQL. Add --data postgres://….')
  if (address !== undefined)
    throw new Misuse('--address (address) is for servers that share their worlds. Add --data postgres://…, or use --public-url.')
}

/** What a simulator gets from a store that keeps its worlds. */
const keptParts = ({ platform, worldStore, keySource, instance }: KeptWorlds, { signingKey }: Partial<SimulatorOptions>) => ({
  platform,
  worldStore,
  ...(instance !== undefined && { instance }),
  keys: createKeys({ signingKey, verifySignature: platform.verifySignature, source: keySource }),
})

/** Serves a new simulator over HTTP. Rejects if the port is taken (`EADDRINUSE`). */
export async function startSimulator(options: StartOptions = {}): Promise<RunningSimulator> {
  const { port: wanted = 4300, host = '127.0.0.1', trustProxy = false, around = (carrier) => carrier, prepare, alarm, ...others } = options
  const { tls, serveNames, caFolder, data, dataSync, dataSchema, idleWorlds, address, tell, ...simulated } = others
  const storeOptions = { dataSync, dataSchema, idleWorlds, address }
  if (data === undefined) demandNoStore(storeOptions)
  const worlds = data === undefined ? undefined : await import('./kept-worlds.ts')
  const port =
    wanted === 0 && worlds && data !== undefined && worlds.isShared(data) && address === undefined ? await worlds.freePort(host) : wanted
  const { startServer } = await import('./server.ts')
  const { serverCertificates } = await import('../platform/server-certificates.ts')
  const { own, ca, names, proxied: certificate } = await serverCertificates({ tls, serveNames, caFolder })
  const { platform = nodePlatform() } = simulated
  const alarmed = alarm ? { ...platform, alarm } : platform
  const say = tell ?? ((text) => void process.stderr.write(`${shownLine(text.trimEnd())}\n`))
  const { instance, worldTtl = 0 } = simulated
  const whenDropped = (name: string) => say(droppedText(name, worldTtl))
  const keptServer = { ...storeOptions, instance, tell: say, platform: alarmed, isSecured: own !== undefined, port, host }
  const opened = data === undefined ? undefined : await worlds?.openKeptWorlds(data, { ...keptServer, settings: settingsOf(simulated) })
  const simulator = createSimulator({ whenDropped, ...simulated, platform: alarmed, ...(opened && keptParts(opened, simulated)) })
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
  // The row `ready` says what went wrong.
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
 * Milliseconds in which the first calls arrive: a client that waits for the server is not answered late because rows load that it does not
 * call.
 */
const breath = 20
const ignore = () => {}

/** Milliseconds since 1970, by the clock of the machine. */
export const machineNow = (): number => Date.now()
