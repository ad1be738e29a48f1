/** The public surface for Playwright: a fixture that gives each test its own world, over HTTP. */
import { test as base, type TestType } from '@playwright/test'
import { type Demanded, demandGood, type HttpWorld, httpWorld, journalOf, worldName } from './control/test-world.ts'
import { type StartOptions, startSimulator } from './hosts/on-node.ts'

export type { Changes, Gate, Simulator, SnapshotDocument, SnapshotOptions, WorldKnobs } from './control/create-simulator.ts'
export type { HttpWorld } from './control/test-world.ts'
export { type AnyDocument, type AnyName, anyDocument, anyName, Misuse } from './service/wire/misuse.ts'

/** A test's fixtures. */
export interface StandinFixtures {
  /** The test's world. It is dropped after the test. If the test fails, the world's journal is attached to the report. */
  readonly standin: HttpWorld
}

/** The fixtures shared by all tests in a worker. */
export interface StandinWorkerFixtures {
  /**
   * Options for each worker's server: `test.use({ standinOptions: { dialect: 'live' } })`. By default, the clock is frozen, and pages from
   * any origin may call the service.
   */
  readonly standinOptions: StartOptions
  /**
   * Fails a test if a verdict on its client is `bad` (with `'advice'`, also if it is `advice`), or if the test activates a scenario that
   * affects no calls: `test.use({ standinFailOn: 'bad' })`. Default: nothing is judged.
   */
  readonly standinFailOn: Demanded | undefined
  /** The worker's own server, or the server at `STANDIN_URL` (on another machine with `STANDIN_ADMIN_TOKEN`). */
  readonly standinServer: { readonly url: string; readonly adminToken: string | undefined; readonly isOwn: boolean }
}

type StandinTest =
  typeof base extends TestType<infer Args, infer WorkerArgs> ? TestType<Args & StandinFixtures, WorkerArgs & StandinWorkerFixtures> : never

/** Playwright's `test`, with the `standin` fixture. */
export const test: StandinTest = base.extend<StandinFixtures, StandinWorkerFixtures>({
  standinOptions: [{}, { scope: 'worker', option: true }],
  standinFailOn: [undefined, { scope: 'worker', option: true }],
  standinServer: [
    async ({ standinOptions }, use) => {
      const { STANDIN_URL: url, STANDIN_ADMIN_TOKEN } = process.env
      if (url) return use({ url: url.replace(/\/$/, ''), adminToken: STANDIN_ADMIN_TOKEN, isOwn: false })
      const server = await startSimulator({ clock: 'frozen', cors: ['*'], ...standinOptions, port: standinOptions.port ?? 0 })
      await use({ url: server.url, adminToken: standinOptions.adminToken, isOwn: true })
      await server.close()
    },
    { scope: 'worker' },
  ],
  standin: async ({ standinServer: { url, adminToken, isOwn }, standinFailOn }, use, testInfo) => {
    // A shared server might have worlds from tests with the same title.
    const title = isOwn ? testInfo.title : `${crypto.randomUUID().slice(0, 8)} ${testInfo.title}`
    const standin = httpWorld(url, worldName(title, new Set()), adminToken)
    await standin.control.call('control.makeWorld', { params: { name: standin.name } })
    if (standinFailOn) await standin.control.call('control.startVerdicts')
    await use(standin)
    const judgement =
      standinFailOn && testInfo.status === testInfo.expectedStatus ? await standin.control.call('control.listVerdicts') : undefined
    if (testInfo.status !== testInfo.expectedStatus) {
      await testInfo.attach('journal of the world', { body: await journalOf(standin), contentType: 'text/plain' })
    }
    await standin.control.call('control.dropWorld', { params: { name: standin.name } })
    if (judgement && standinFailOn) demandGood(judgement, standinFailOn)
  },
})
