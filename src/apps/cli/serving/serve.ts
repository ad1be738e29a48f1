/** Serves a simulator configured with the `standin start` options. */
import { flushCompileCache } from 'node:module'
import { resolve } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import type { Simulator } from '../../../control/simulator.ts'
import { isOneFile } from '../../../platform/node-package.ts'
import { isAddress } from '../../../platform/node-path.ts'
import type { Fixtures } from '../../../service/areas/fixtures.ts'
import type { Carrier } from '../../../service/wire/call.ts'
import { Misuse } from '../../../service/wire/misuse.ts'
import { Failure, unable } from '../frame/command.ts'
import type { Io } from '../frame/io.ts'
import type { Values } from '../frame/option.ts'
import type { Config } from '../frame/values.ts'
import { withoutComparison } from './compare-live-options.ts'
import type { Log } from './log.ts'
import type { startOptions } from './start-options.ts'
import { readTls } from './tls.ts'

/** Call this after all modules have loaded, because changing flags invalidates the compile cache. */
export function keepCallsYoung(): void {
  // Later versions have not been measured.
  if (Number.parseInt(process.versions.node, 10) > 24) return
  flushCompileCache()
  // Without this flag, V8 allocates the objects of calls in the old generation. Full GCs then take half of the time, and memory use
  // doubles.
  setFlagsFromString('--no-allocation-site-pretenuring')
}

export interface Serving {
  readonly values: Values<typeof startOptions>
  readonly config: Config
  readonly io: Io
  readonly log: Log
  readonly around?: (carrier: Carrier) => Carrier
}

export async function serve({ values, config, io, log, around = (carrier) => carrier }: Serving) {
  const {
    port,
    host,
    fixtures: folder,
    scenarios,
    signingKey: keyFile,
    trustIssuer,
    json: _json,
    log: _log,
    logLevel: _level,
    logControl: _control,
    rateLimits,
    sendWindow,
    tls: _tls,
    tlsCert: _cert,
    tlsKey: _key,
    recordPact: consumer,
    restore: snapshot,
    record,
    data,
    capsuleOn,
    capsuleMinutes,
    otel,
    ...settings
  } = withoutComparison(values)
  if (consumer !== undefined && !values.journalBodies)
    throw new Misuse('--record-pact reads bodies from the journal, but --journal-bodies is off.')
  const isFolder = data !== undefined && !isAddress(data)
  if (data !== undefined && !isFolder) demandNoRecording(values)
  if (consumer !== undefined) (await import('./recorded.ts')).demandPactPlace(consumer, io.folder)
  if (otel && isOneFile())
    throw new Failure(
      '--otel needs the npm package, because this program does not include its libraries. Install Node.js and the package, and use npx standin.',
    )
  const { startSimulator } = await import('../../../hosts/on-node.ts')
  const { logged } = await import('./log.ts')
  const tls = readTls(values, io)
  const fixtures = await readSeed(folder && resolve(io.folder, folder), config)
  const tell = log.warn
  const signingKey = keyFile && (await import('./token-keys.ts')).signingKeyOf(resolve(io.folder, keyFile), tell)
  const trustIssuers = trustIssuer && (await import('./token-keys.ts')).trustedIssuersOf(trustIssuer, io.folder)
  if (values.trustAnyToken) tell('WARNING: every well-formed token is trusted, regardless of its signature (--trust-any-token).')
  const comparing = values.compare === undefined ? undefined : await import('./compare-lasting.ts')
  const lasting = await comparing?.compareLasting(values, io, tell)
  let unwatch = () => {}
  const ends: (() => Promise<void>)[] = []
  /** Scenarios are loaded first, because a snapshot may refer to them. */
  async function prepare(simulator: Simulator, opened?: { readonly isNew: boolean }): Promise<void> {
    if (scenarios !== undefined) {
      const { openScenarioFolder } = await import('./scenario-files.ts')
      unwatch = await openScenarioFolder(resolve(io.folder, scenarios), simulator, tell)
    }
    if (snapshot !== undefined && opened?.isNew === false)
      tell(`--restore: ${isFolder ? data : 'the database'} already contains worlds, which Standin uses instead.`)
    else if (snapshot !== undefined) {
      const { restoreInto } = await import('./snapshot-file.ts')
      const differences = await restoreInto(simulator, resolve(io.folder, snapshot), io)
      if (differences.length > 0) tell(differences)
    }
    if (otel) await simulator.traces.start(tell)
    // Recording starts last, so that the capsule begins with the prepared state.
    if (record === undefined && capsuleOn === undefined) return
    const { recordedInto, recordedOnBug } = await import('./recorded.ts')
    if (capsuleOn !== undefined) ends.unshift(await recordedOnBug(io.folder, simulator, capsuleMinutes, tell))
    if (record !== undefined) ends.unshift(await recordedInto(resolve(io.folder, record), simulator, tell))
  }
  const running = await startSimulator({
    ...settings,
    ...tls,
    // Standin itself may answer calls for tokens.
    ...(lasting && { dialect: 'live' as const }),
    ...(signingKey && { signingKey }),
    ...(trustIssuers && { trustIssuers }),
    ...(rateLimits && { rateLimits }),
    ...(sendWindow && { sendWindow }),
    ...(data !== undefined && { data: isFolder ? resolve(io.folder, data) : data }),
    tell,
    fixtures,
    port,
    host,
    around: (carrier, simulator) => logged(around(lasting?.around(carrier, simulator) ?? carrier), log, (line) => io.stdout.say(line)),
    prepare,
    alarm: log.defect,
  }).catch(async (error: unknown) => {
    unwatch()
    await lasting?.abandon()
    throw unable(error, values)
  })
  void running.loaded.then(keepCallsYoung)
  const writePact = consumer === undefined ? undefined : (await import('./recorded.ts')).recordedPact(consumer, running.simulator, io)
  return {
    running,
    /** Waits for the calls in flight, and writes recordings. */
    async stop() {
      unwatch()
      await running.close()
      await lasting?.end()
      await running.simulator.traces.end()
      for (const end of ends) await end()
      await writePact?.()
    },
  }
}

/** Throws {@link Misuse} for options that cover only this process's calls. */
function demandNoRecording({ record, recordPact }: Serving['values']): void {
  const option = record !== undefined ? '--record' : recordPact !== undefined ? '--record-pact' : undefined
  if (option !== undefined)
    throw new Misuse(
      `${option} records a single server's worlds, but other servers may own some of them. Remove --data, and start from a snapshot (--restore).`,
    )
}

/** Reads the built-in fixtures, overlaid with fixtures from a folder and callers from the configuration file. */
async function readSeed(folder: string | undefined, { file, callers }: Config): Promise<Fixtures> {
  const { readFixtures } = await import('../../../platform/node-files.ts')
  const fixtures = readFixtures(folder)
  if (callers === undefined) return fixtures
  const { mergeFixtures, noFixtures, readFixtureList } = await import('../../../service/areas/fixtures.ts')
  return mergeFixtures(fixtures, { ...noFixtures, callers: readFixtureList('callers', `${file}: callers`, callers) })
}
