import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import type { Reporter } from 'vitest/node'
import { useOwnTemporaryFolder } from './tools/temporary-folder.ts'

useOwnTemporaryFolder()

/**
 * What `npm run check` runs: the checks of our own code, and tests that compare tables with files, documents and generated pages.
 * They start no server and no process: what one forgets about a new row, knob or kind of record is reported within seconds.
 */
const checks = [
  'test/architecture.test.ts',
  'test/fidelity.test.ts',
  'test/regular-expressions.test.ts',
  'test/documents.test.ts',
  'test/language.test.ts',
  'test/references.test.ts',
  'test/workflows.test.ts',
  'test/**/table.test.ts',
  'test/**/shapes.test.ts',
  'test/control/verdicts.test.ts',
  'test/tools/make-*.test.ts',
  'test/apps/cli/commands.test.ts',
  'test/apps/cli/frame/row-commands.test.ts',
  'test/control/openapi/rows.test.ts',
  'test/control/rows/pages.test.ts',
  'test/service/failures/scenario/every-code.test.ts',
]
/** It packs and installs, which takes longer than everything else. */
const pack = 'test/package.test.ts'
/** It needs a program that takes a minute to build. */
const binary = 'test/binary.test.ts'
/** They start commands, servers and programs of users, so that they take longer than all others together: `npm run test:processes`. */
const processes = [
  'test/apps/capsules/replay.test.ts',
  'test/apps/cli/capsule-*.test.ts',
  'test/apps/cli/contracts.test.ts',
  'test/apps/cli/diff.test.ts',
  'test/apps/cli/commands/explore.test.ts',
  'test/apps/cli/otel.test.ts',
  'test/apps/cli/commands/run.test.ts',
  'test/apps/cli/commands/snapshot.test.ts',
  'test/apps/cli/commands/start.test.ts',
  'test/apps/cli/trusted-issuers.test.ts',
  'test/apps/cli/commands/wait.test.ts',
  'test/control/mcp/rows.test.ts',
  'test/apps/explore/*.test.ts',
  'test/first-read.test.ts',
  'test/persistence/{kill,lost,restart,stopped-server,damaged}.test.ts',
  'test/lingering.test.ts',
  'test/apps/contracts/{defects,environment,hard-environments,real-implementation,record,state-server,untrusted,verify}.test.ts',
  'test/other-languages.test.ts',
  'test/snippets.test.ts',
  'test/tools/*options.test.ts',
  'test/tools/hostile.test.ts',
  'test/control/verdicts/sound-clients.test.ts',
  'test/vitest.test.ts',
]
/** They share a Pact Broker, which takes seconds to start. */
const broker = 'test/broker/*.test.ts'
/** They share a cluster of PostgreSQL. */
const postgres = 'test/persistence/postgres/*.test.ts'
/** They run in pages of one Chromium. */
const browser = 'test/browser/*.test.ts'
/** They run in windows that are made of JavaScript. */
const dom = 'test/dom/*.test.ts'
/** They run a browser, too, and share a build of the dashboard. */
const dashboard = 'test/apps/dashboard/*.test.ts'
/** They look at what a module does when it is first used, so that each needs modules of its own. */
const fresh = [
  'test/service/engine/first-use.test.ts',
  'test/service/tokens/first-use.test.ts',
  'test/service/wire/values/phone-number.test.ts',
  'test/service/areas/notifications/constraints/order-constraints.test.ts',
  'test/service/areas/notifications/records/addressing.test.ts',
]

/** What the oldest MSW must do, too, that Standin works with. */
const onMsw2 = [
  'test/hosts.test.ts',
  'test/mocks.test.ts',
  'test/hosts/broken-connections.test.ts',
  'test/hosts/msw.test.ts',
  'test/service/engine/world-gone.test.ts',
]

/** Milliseconds. Tests that start processes take long on a busy machine. */
const testTimeout = 30_000
/** How long tests wait for what happens outside of their process: a busy machine makes it late. */
const patience = { testTimeout, setupFiles: 'test/support/patience.ts', expect: { poll: { timeout: 20_000 } } }
/** Tests that wait for other programs may fail on a busy machine. CI repeats such a test once, and prints its error. */
const programs = { ...patience, testTimeout: 60_000, retry: process.env.CI ? 1 : 0 }
const tellOfRetries: Reporter = {
  onTestCaseResult(test) {
    if (!test.diagnostic()?.flaky) return
    const errors = test.result().errors ?? []
    console.log([`Passed only when repeated: ${test.fullName}`, ...errors.map(({ message }) => `  ${message}`)].join('\n'))
  },
}

export default defineConfig({
  test: {
    // Tests of processes and connections wait about as often as they compute.
    maxWorkers: availableParallelism() + 1,
    reporters: process.env.CI ? ['default', ['junit', { outputFile: 'out/junit.xml' }], tellOfRetries] : ['default'],
    projects: [
      // Modules are loaded once a worker: most of the time would go into loading them once a file.
      {
        // An example imports React, which only its own folder installs.
        resolve: { alias: { react: 'preact/compat' } },
        test: {
          name: 'suite',
          include: ['test/**/*.test.ts'],
          exclude: [...checks, pack, binary, broker, postgres, browser, dom, dashboard, ...fresh, ...processes],
          isolate: false,
          maxConcurrency: 8,
          ...patience,
        },
      },
      {
        resolve: { alias: { react: 'preact/compat' } },
        test: { name: 'processes', include: processes, isolate: false, maxConcurrency: 8, ...programs },
      },
      {
        resolve: { alias: [{ find: /^msw(\/.*)?$/, replacement: 'msw2$1' }] },
        test: {
          name: 'msw2',
          include: onMsw2,
          isolate: false,
          maxConcurrency: 8,
          ...patience,
          env: { ONLY_HOST: 'msw', MSW_VERSION: '2.11.6' },
        },
      },
      { test: { name: 'dom', include: [dom], ...patience } },
      { test: { name: 'fresh', include: fresh, ...patience } },
      { test: { name: 'architecture', include: checks, isolate: false, testTimeout: 400_000 } },
      // Processes side by side would lose interactions of the pact that they both write.
      { test: { name: 'contracts', include: ['pacts/**/*.test.ts'], pool: 'threads', fileParallelism: false, isolate: false } },
      {
        test: { name: 'broker', include: [broker], globalSetup: 'test/broker/broker.ts', isolate: false, ...programs },
      },
      {
        test: { name: 'postgres', include: [postgres], globalSetup: 'test/persistence/postgres/cluster.ts', isolate: false, ...programs },
      },
      {
        test: {
          name: 'browser',
          include: [browser],
          globalSetup: 'test/browser/chromium.ts',
          isolate: false,
          ...programs,
        },
      },
      {
        test: {
          name: 'dashboard',
          include: [dashboard],
          globalSetup: 'test/apps/dashboard/built.ts',
          isolate: false,
          ...programs,
          testTimeout: 180_000,
        },
      },
      { test: { name: 'pack', include: [pack], ...patience, testTimeout: 60_000 } },
      { test: { name: 'binary', include: [binary], ...patience, testTimeout: 60_000 } },
    ],
  },
})
