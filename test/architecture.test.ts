/** Holds the rules of the house against every file. */
import { existsSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { expect, test } from 'vitest'
import {
  ambient,
  areaArrows,
  arrows,
  browserSafe,
  circles,
  classes,
  crowded,
  debtOf,
  defaultExports,
  faces,
  firstLine,
  hiddenState,
  names,
  packages,
  rowNames,
  rowsAtOnce,
  size,
  splinters,
  vagueNames,
  writesToTerminal,
} from './support/architecture.ts'
import { exportsOf, undocumented } from './support/public-surface.ts'
import { importsOf, parse, readFolders, type Source } from './support/source.ts'

/** A room may import the rooms that it names here, and the rooms that those may import. */
const leftOf = {
  // src/service/
  wire: [],
  tokens: ['wire'],
  world: ['tokens'],
  areas: ['world'],
  failures: ['areas'],
  engine: ['failures'],
  // The tiers above it
  persistence: ['engine'],
  control: ['persistence'],
  hosts: ['control'],
  real: ['hosts'],
  'apps/dashboard': ['control'],
  'apps/capsules': ['hosts'],
  'apps/contracts': ['real'],
  'apps/explore': ['hosts'],
  'apps/compare': ['real'],
  // Entry points, and the command line
  index: ['apps/explore'],
  express: ['index'],
  vitest: ['index'],
  playwright: ['index'],
  pact: ['apps/contracts'],
  'apps/cli': ['apps/capsules', 'apps/compare', 'apps/contracts', 'apps/explore'],
  cli: ['apps/cli'],
  'mocks/handlers': ['hosts'],
  'mocks/fixtures': ['areas'],
  'mocks/scenarios': [],
  'mocks/page': [],
  'mocks/tabs': ['wire'],
  'mocks/stored-worlds': ['control'],
  'mocks/persist': ['mocks/tabs', 'mocks/stored-worlds'],
  'mocks/browser': ['hosts', 'mocks/handlers', 'mocks/fixtures', 'mocks/scenarios', 'mocks/page', 'mocks/persist'],
  'mocks/node': ['hosts', 'mocks/handlers'],
}

/** Imports that no other room inherits: the machine, and seed data. */
const beside = {
  platform: [
    'src/service/world/platform.ts',
    'src/service/areas/fixtures.ts',
    'src/service/wire/misuse.ts',
    'src/service/wire/vocabulary.ts',
    'src/service/wire/call.ts',
    'src/service/wire/misuse.ts',
    'src/service/wire/text.ts',
  ],
  persistence: ['platform'],
  hosts: ['platform', 'fixtures', 'scenarios'],
  'apps/capsules': ['platform'],
  real: ['platform'],
  'apps/contracts': ['platform'],
  'apps/explore': ['platform'],
  'apps/compare': ['platform'],
  'apps/cli': ['platform'],
  index: ['platform'],
  'mocks/handlers': ['fixtures', 'scenarios'],
  'mocks/browser': ['platform', 'fixtures', 'scenarios'],
  'mocks/node': ['platform', 'fixtures', 'scenarios'],
}

/** Rooms that may import only types of other rooms, apart from these files: the dashboard would bundle the tables of the service. */
const typesOnly = { 'apps/dashboard': ['src/control/client.ts', 'src/service/wire/text.ts'] }

/** The areas that an area may import. */
const areas = {
  'resumable-upload': ['file-transfer', 'resources'],
  'file-transfer': ['resources'],
  // Who may subscribe to a resource, and publish events of it, depends on the owner of that resource.
  events: ['resources'],
}

/** Imports that break the order today. The list may only shrink. */
const debts = ['src/apps/explore/searching/explored.ts > src/apps/capsules/files.ts']

/** Files that rooms show to others, and those among them in folders of their room. Both may only fall. */
const mostPublic = 140
const mostInnerPublic = 1

/** The only places that may import a package. Any file may import the other packages. */
const homes = {
  express: ['src/hosts/http/server.ts'],
  cors: ['src/hosts/express/cors.ts'],
  msw: ['src/hosts/msw.ts', 'src/vitest.ts', 'mocks/'],
  vitest: ['src/vitest.ts'],
  '@playwright/test': ['src/playwright.ts'],
  '@modelcontextprotocol/server': [
    'src/control/mcp/',
    'src/control/mcp-server.ts',
    'src/control/mcp/rows.ts',
    'src/apps/cli/commands/mcp.ts',
  ],
  '@mswjs/data': ['src/platform/node.ts', 'src/service/world/platform.ts', 'src/control/records/'],
  '@mswjs/interceptors': ['mocks/page.ts'],
  yargs: ['src/apps/cli/'],
  pg: ['src/persistence/postgres/'],
  jose: ['src/service/tokens/', 'src/service/areas/authentication/issuing/', 'src/persistence/store/secrets.ts'],
  '@peculiar/x509': ['src/platform/certificates/issuing.ts'],
  'reflect-metadata': ['src/platform/certificates/issuing.ts'],
  '@noble/hashes': ['src/platform/', 'src/service/areas/events/jobs/publish.ts'],
  '@pact-foundation/pact': ['src/apps/contracts/'],
  '@faker-js/faker': ['src/apps/cli/'],
  preact: ['src/apps/dashboard/'],
  '@preact/signals': ['src/apps/dashboard/'],
  '@tanstack/preact-query': ['src/apps/dashboard/data/', 'src/apps/dashboard/shell/shell.tsx'],
  codemirror: ['src/apps/dashboard/pages/scenarios/code-editor.ts'],
  'eventsource-parser': ['src/apps/dashboard/data/stream.ts'],
  standin: [],
}

/** What needs Node. Everything else runs in a browser too. */
const onNode = [
  'src/platform/node.ts',
  'src/platform/machine/node-call.ts',
  'src/platform/node-blobs.ts',
  'src/platform/node-package.ts',
  'src/platform/telemetry/node-metrics.ts',
  'src/platform/telemetry/node-traces.ts',
  'src/platform/node-files.ts',
  'src/platform/node-path.ts',
  'src/platform/blobs/spool.ts',
  'src/platform/certificates.ts',
  'src/platform/certificates/',
  'src/apps/explore/explore.ts',
  'src/apps/explore/searching/explored.ts',
  'src/express.ts',
  'src/vitest.ts',
  'src/playwright.ts',
  'src/hosts/dashboard/dashboard-files.ts',
  'src/hosts/http/continuing.ts',
  'src/hosts/express.ts',
  'src/hosts/express/',
  'src/hosts/forwarding/',
  'src/hosts/http/server.ts',
  'src/hosts/http/proxy.ts',
  'src/hosts/http/unreadable.ts',
  'src/hosts/http/local-client.ts',
  'src/hosts/http/node-answer.ts',
  'src/index.ts',
  'src/persistence/stored-worlds.ts',
  'src/hosts/on-node.ts',
  'src/apps/capsules/files.ts',
  'src/persistence/store/',
  'src/persistence/postgres/',
  'src/persistence/sqlite/',
  'src/persistence/content/',
  'src/cli/standin.js',
  'src/pact.ts',
  'src/real/',
  'src/apps/compare/',
  'src/apps/contracts/',
  'src/apps/cli/',
  'mocks/node.ts',
]

/** Real time and chance: the clock, the platform port and the seeded generator stand for them below these rooms. */
const timeAndChance = [
  'Date.now',
  'new Date()',
  'Date()',
  'performance.now',
  'setTimeout',
  'setInterval',
  'setImmediate',
  'AbortSignal.timeout',
  'Math.random',
  'crypto.randomUUID',
  'crypto.getRandomValues',
]
const aboveTheClock = [
  'platform',
  'persistence',
  'hosts',
  'index',
  'playwright',
  'pact',
  'real',
  'apps/contracts',
  'apps/compare',
  'apps/cli',
  'apps/dashboard',
  'control/test-worlds-over-http',
  'control/test-world',
  'control/test-worlds',
]

/** The command's first file decides between source and build, so its import is computed. */
const bin = 'src/apps/cli/standin.js'

/** They show what would control a terminal. The command's first file has no text of others. */
const toTerminals = [
  'src/apps/cli/frame/io.ts',
  bin,
  'src/hosts/http/server.ts',
  'src/hosts/on-node.ts',
  'src/platform/machine/any-machine.ts',
  'src/vitest.ts',
  'src/apps/dashboard/shell/open-page.tsx',
]

/** They have slots for what ends with them. */
const owners = ['World', 'WorldData', 'ScenarioState', 'Simulator', 'WorldKnobs']

/** A reader of the code sees what a plain object holds. */
const notPlain = ['Proxy', 'Object.getOwnPropertyDescriptor', 'Object.getOwnPropertyDescriptors']

const parents = ['Error', 'Misuse', 'Refusal', 'TheRecordItself']
const never = /^(utils?|helpers?|common|shared|types|misc|constants|([a-z0-9-]+-)?(manager|service))$/

/** Longer than a file may be, each for a reason: its only export is one table or schema. */
const mayBeLong: Record<string, string> = {
  'src/service/areas/dialects.ts': 'one table',
  'src/control/openapi/members.ts': 'one table',
  'src/control/collections.ts': 'one table',
  'mocks/fixtures.ts': 'data, and generated',
  'mocks/scenarios.ts': 'data, and generated',
  'src/service/failures/scenario/built-in-names.ts': 'names, and generated',
  'src/service/areas/facts.ts': 'data, and generated',
  'src/control/records/members.ts': 'data, and generated',
  'src/apps/cli/frame/command-facts.ts': 'data, and generated',
}

interface Rule {
  sentence: string
  covers: (path: string) => boolean
  check: (source: Source) => string[]
}

const product = readFolders('src', 'mocks')
const everything = [...product, ...readFolders('test', 'pacts')]
const paths = new Set(everything.map(({ path }) => path))

const inProduct = (path: string) => /^(src|mocks)\//.test(path)
const underTheClock = (path: string) => path.startsWith('src/') && !aboveTheClock.some((room) => new RegExp(`^src/${room}[./]`).test(path))

const rules: Rule[] = [
  {
    sentence: 'imports run to the left only',
    covers: (path) => inProduct(path) && path !== bin,
    check: (source) => arrows({ leftOf, beside, typesOnly, debts }, source),
  },
  {
    sentence: 'an area imports only the areas that it needs',
    covers: (path) => path.startsWith('src/service/areas/'),
    check: (source) => areaArrows(areas, debts, source),
  },
  {
    sentence: 'a knob loads its rows with the first call of one',
    covers: (path) =>
      /^src\/control\/[\w-]+\/(?!rows\.ts|[\w-]+-rows\.ts)/.test(path) &&
      !/^src\/control\/(?:rows|serving|mcp|proving|recipes|openapi)\//.test(path),
    check: rowsAtOnce,
  },
  { sentence: 'a package with a home is imported nowhere else', covers: inProduct, check: (source) => packages(homes, source) },
  { sentence: 'what runs in a browser keeps away from Node', covers: inProduct, check: (source) => browserSafe(onNode, source) },
  { sentence: 'time and chance come from the world', covers: underTheClock, check: (source) => ambient(timeAndChance, source) },
  {
    sentence: 'only few files write to a terminal, each what it shows',
    covers: (path) => path.startsWith('src/') && !toTerminals.includes(path),
    check: writesToTerminal,
  },
  { sentence: 'nothing is exported by default', covers: () => true, check: defaultExports },
  {
    sentence: 'only errors are classes',
    covers: () => true,
    check: (source) => classes(parents, source),
  },
  {
    sentence: 'what ends with a world or a simulator lies in a slot of it',
    covers: inProduct,
    check: (source) => hiddenState(owners, source),
  },
  { sentence: 'objects are plain', covers: inProduct, check: (source) => ambient(notPlain, source) },
  { sentence: 'names are kebab-case and say something', covers: () => true, check: (source) => names(never, source) },
  {
    sentence: 'a file has at most 150 lines of code, and a knob 250',
    covers: (path) => inProduct(path) && !(path in mayBeLong),
    check: (source) => size(/^src\/control\/[\w-]+\/(?:knob|[\w-]*rows)\.ts$/.test(source.path) ? 250 : 150, source),
  },
  {
    sentence: 'the public surface has fewer than 40 lines',
    covers: (path) => path === 'src/index.ts',
    check: (source) => size(39, source),
  },
  { sentence: 'a file begins by saying what it is', covers: inProduct, check: firstLine },
  {
    sentence: 'a value has the name of what it is',
    covers: inProduct,
    check: vagueNames,
  },
  {
    sentence: 'id, path, export and test of a row have one name',
    covers: inProduct,
    check: (source) => rowNames(paths, source),
  },
]

const violations = ({ covers, check }: Rule, sources: Source[]) =>
  sources.filter(({ path }) => covers(path)).flatMap((source) => check(source).map((what) => `${source.path}: ${what}`))

test.each(rules)('$sentence', (rule) => {
  expect(violations(rule, everything)).toEqual([])
})

const entryPoints = [
  'src/index.ts',
  'src/express.ts',
  'src/vitest.ts',
  'src/playwright.ts',
  'src/pact.ts',
  'mocks/handlers.ts',
  'mocks/node.ts',
  'mocks/browser.ts',
]
const byPath = new Map(product.map((source) => [source.path, source]))

test.each(entryPoints)('every export of %s has a doc comment where it is defined', (path) => {
  expect(undocumented(byPath, path)).toEqual([])
})

test.each(entryPoints.filter((path) => path !== 'src/pact.ts'))('%s exports what its users name', (path) => {
  const names = exportsOf(byPath, path).map(({ name }) => name)

  expect(names).toEqual(
    expect.arrayContaining(['anyName', 'Changes', 'Gate', 'Misuse', 'Simulator', 'SnapshotDocument', 'SnapshotOptions', 'WorldKnobs']),
  )
})

test('an export without a doc comment is found, also through other files', () => {
  const files = {
    'a.ts': "export { one, type Two as Three } from './b.ts'\n/** Four. */\nexport const four = 4\n",
    'b.ts': "export const one = 1\nexport type { Two } from './c.ts'\n",
    'c.ts': '/** Two. */\n\nexport interface Two {}\n',
  }
  const sources = new Map(Object.entries(files).map(([path, text]) => [path, parse(path, text)]))

  expect(undocumented(sources, 'a.ts')).toEqual(['a.ts: one of b.ts has no doc comment', 'a.ts: Three of c.ts has no doc comment'])
})

test('a room shows few files to others, and few of them are in its folders', () => {
  const { all, inner } = faces(product)

  const advice = "Move the new file's code into an existing file at its room's root, or into a subfolder if no other room imports it."
  expect(all.length, `Rooms show ${all.length} files; at most ${mostPublic} may. ${advice}`).toBeLessThanOrEqual(mostPublic)
  expect(inner.length).toBeLessThanOrEqual(mostInnerPublic)
})

test('every import in the list of debts is still there', () => {
  const imports = product.flatMap((source) =>
    importsOf(source).flatMap(({ path }) => (path === undefined ? [] : debtOf(source.path, path))),
  )

  expect(debts.filter((debt) => !imports.includes(debt))).toEqual([])
})

test('the sources import packages that are installed without development tools too', () => {
  const { dependencies, peerDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
  // The dashboard is bundled.
  const loaded = product.filter(({ path }) => !path.startsWith('src/apps/dashboard/'))
  const used = loaded.flatMap((source) => importsOf(source).flatMap((each) => (each.typeOnly ? [] : (each.package ?? []))))
  const names = used.filter((name) => !isBuiltin(name)).map((name) => name.split('/', name.startsWith('@') ? 2 : 1).join('/'))

  expect(names.filter((name) => !(name in { ...dependencies, ...peerDependencies }))).toEqual([])
})

test('no folder holds more than 25 files of its own', () => {
  expect(
    crowded(
      25,
      product.map(({ path }) => path),
    ),
  ).toEqual([])
})

/** It may only fall. */
const mostSplinters = 15

test('few small files are used by one other file alone', () => {
  // A generated file of data cannot be a part of another one, nor can the command's first file, nor a record whose area has a full records.ts.
  const records = new Set(product.filter(({ text }) => text.includes('defineRecord(')).map(({ path }) => path))
  const isPart = (path: string) => path !== bin && !mayBeLong[path]?.endsWith('generated') && !records.has(path)
  const written = splinters(product, 60).filter(isPart)
  const advice = `Of these ${written.length} files under 60 lines, each has one user; at most ${mostSplinters} may. Merge the new one into its user: ${written.join(', ')}`
  expect(written.length, advice).toBeLessThanOrEqual(mostSplinters)
})

test('a small file with one user is a splinter, and an entry of a table is none', () => {
  const sources = [
    parse('src/service/world/table.ts', "import { row } from './row.ts'\nexport const table = row"),
    parse('src/service/world/row.ts', 'export const row = 1'),
    parse('src/service/failures/effects.ts', "import { hold } from './hold.ts'"),
    parse('src/service/failures/effects/hold.ts', 'export const hold = 1'),
  ]

  expect(splinters(sources, 60)).toEqual(['src/service/world/row.ts'])
})

test('a folder of 26 files is crowded', () => {
  const paths = Array.from({ length: 26 }, (_, at) => `src/service/world/record-${at}.ts`)

  expect(crowded(25, paths)).toEqual(['src/service/world contains 26 files; at most 25'])
})

test('imports run in no circle, types included', () => {
  expect(circles(product)).toEqual([])
})

test('a circle of type imports is found', () => {
  const order = parse('src/service/world/order.ts', "import type { World } from './world.ts'")
  const world = parse('src/service/world/world.ts', "import { order } from './order.ts'")

  expect(circles([order, world])).toEqual([
    'src/service/world/order.ts imports src/service/world/world.ts imports src/service/world/order.ts',
  ])
})

test('the rules have files to look at, and every exemption is still needed', () => {
  expect(product.length).toBeGreaterThan(0)
  expect(Object.keys(mayBeLong).filter((path) => !existsSync(path))).toEqual([])
})

const lines = (count: number) => 'f()\n'.repeat(count)

/** Rule, path, text: each breaks its rule once. */
const planted: [sentence: string, path: string, text: string][] = [
  ['imports run to the left only', 'src/service/world/world.ts', "import { walk } from '../engine/walk.ts'"],
  ['imports run to the left only', 'src/service/world/world.ts', "import type { Simulator } from '../../control/simulator.ts'"],
  ['imports run to the left only', 'src/service/wire/call.ts', "export { table } from '../world/table.ts'"],
  ['imports run to the left only', 'src/service/wire/call.ts', "export * from '../world/table.ts'"],
  ['imports run to the left only', 'src/service/tokens/key.ts', "const { book } = await import('../world/clock.ts')"],
  ['imports run to the left only', 'src/service/tokens/key.ts', "let clock: import('../world/clock.ts').Clock"],
  ['imports run to the left only', 'src/service/tokens/key.ts', "import clock = require('../world/clock.ts')"],
  ['imports run to the left only', 'src/service/wire/call.ts', 'await import(someName)'],
  ['imports run to the left only', 'src/service/failures/effects/hold.ts', "import { carry } from '../../engine/engine.ts'"],
  ['imports run to the left only', 'src/service/areas/index.ts', "import { hold } from '../failures/effects/hold.ts'"],
  ['imports run to the left only', 'src/control/openapi-document.ts', "import { express } from '../hosts/express.ts'"],
  ['imports run to the left only', 'src/platform/node.ts', "import { world } from '../service/world/world.ts'"],
  ['imports run to the left only', 'src/hosts/express.ts', "import { explore } from '../apps/explore/explore.ts'"],
  ['imports run to the left only', 'src/control/create-simulator.ts', "import people from '../fixtures/people.json'"],
  ['imports run to the left only', 'src/service/world/world.ts', "import { handlers } from '../../../mocks/handlers.ts'"],
  ['imports run to the left only', 'src/service/world/world.ts', "import { client } from '../../../test/support/client.ts'"],
  ['imports run to the left only', 'src/apps/dashboard/page.tsx', "import { rows } from '../../control/index.ts'"],
  ['imports run to the left only', 'src/apps/dashboard/page.tsx', "import { controlFacts } from '../../control/facts.ts'"],
  ['imports run to the left only', 'src/apps/dashboard/page.tsx', "import type { Server } from '../../hosts/server.ts'"],
  ['imports run to the left only', 'src/attic/box.ts', 'export const box = 1'],
  [
    'an area imports only the areas that it needs',
    'src/service/areas/resumable-upload/records/upload.ts',
    "import '../../notifications/records/orders.ts'",
  ],
  [
    'an area imports only the areas that it needs',
    'src/service/areas/events/cloud-events/event.ts',
    "import type { Order } from '../../notifications/rules/order.ts'",
  ],
  ['a package with a home is imported nowhere else', 'src/service/wire/fetch.ts', "import type { Request } from 'express'"],
  ['a package with a home is imported nowhere else', 'src/index.ts', "await import('msw/node')"],
  ['a package with a home is imported nowhere else', 'src/service/world/world.ts', "import { Collection } from '@mswjs/data'"],
  ['a package with a home is imported nowhere else', 'src/index.ts', "import yargs from 'yargs'"],
  ['a package with a home is imported nowhere else', 'src/service/engine/stages/access.ts', "import { jwtVerify } from 'jose'"],
  ['a package with a home is imported nowhere else', 'src/service/world/world.ts', "import { createSimulator } from 'standin'"],
  ['what runs in a browser keeps away from Node', 'src/hosts/msw.ts', "import { Readable } from 'node:stream'"],
  ['what runs in a browser keeps away from Node', 'src/service/wire/form.ts', "import fs from 'fs'"],
  ['what runs in a browser keeps away from Node', 'src/hosts/msw.ts', "import { serve } from './express.ts'"],
  ['what runs in a browser keeps away from Node', 'mocks/browser.ts', "export * from '../src/index.ts'"],
  ['what runs in a browser keeps away from Node', 'src/service/wire/form.ts', "Buffer.from('x')"],
  ['what runs in a browser keeps away from Node', 'src/service/engine/walk.ts', 'globalThis.process.env.PATH'],
  ['time and chance come from the world', 'src/service/world/clock.ts', 'const now = Date.now()'],
  ['time and chance come from the world', 'src/service/world/clock.ts', 'const now = Date.now'],
  ['time and chance come from the world', 'src/service/world/clock.ts', "globalThis['Date'].now()"],
  ['time and chance come from the world', 'src/service/areas/events/jobs/deliver.ts', 'new Date'],
  ['time and chance come from the world', 'src/service/areas/client.ts', 'new globalThis.Date()'],
  ['time and chance come from the world', 'src/control/create-simulator.ts', 'setTimeout(() => {}, 1)'],
  ['time and chance come from the world', 'src/service/failures/effects/hold.ts', 'window.setInterval(f, 1)'],
  ['time and chance come from the world', 'src/service/engine/walk.ts', 'performance?.now()'],
  ['time and chance come from the world', 'src/control/worlds/rows.ts', 'Math.random()'],
  ['time and chance come from the world', 'src/service/wire/identifiers.ts', 'crypto.randomUUID()'],
  ['only few files write to a terminal, each what it shows', 'src/apps/cli/commands/run.ts', 'process.stdout.write(name)'],
  ['only few files write to a terminal, each what it shows', 'src/apps/cli/commands/start.ts', 'const all = [process.stderr]'],
  ['only few files write to a terminal, each what it shows', 'src/control/files.ts', 'console.log(name)'],
  ['nothing is exported by default', 'src/service/wire/call.ts', 'export default 1'],
  ['nothing is exported by default', 'test/service/wire/call.test.ts', 'const call = 1; export { call as default }'],
  ['only errors are classes', 'src/service/world/world.ts', 'class World {}'],
  ['only errors are classes', 'pacts/consumer.ts', 'const World = class extends Map {}'],
  [
    'what ends with a world or a simulator lies in a slot of it',
    'src/service/failures/interventions.ts',
    'const gates = new WeakMap<World, Gate>()',
  ],
  ['what ends with a world or a simulator lies in a slot of it', 'src/control/drop.ts', 'let all: WeakSet<Simulator>'],
  ['objects are plain', 'src/control/create-simulator.ts', 'new Proxy(knobs, {})'],
  ['objects are plain', 'src/vitest.ts', 'const { revoke } = Proxy.revocable(knobs, {})'],
  ['objects are plain', 'src/control/create-simulator.ts', 'Object.getOwnPropertyDescriptors(knobs)'],
  ['names are kebab-case and say something', 'src/service/world/contactRegister.ts', ''],
  ['names are kebab-case and say something', 'src/service/world/Table.ts', ''],
  ['names are kebab-case and say something', 'src/service/wire/utils.ts', ''],
  ['names are kebab-case and say something', 'src/shared/call.ts', ''],
  ['names are kebab-case and say something', 'test/support/world-manager.ts', ''],
  ['a file has at most 150 lines of code', 'src/service/engine/walk.ts', lines(151)],
  ['the public surface has fewer than 40 lines', 'src/index.ts', lines(40)],
  ['a comment says its subject', 'src/service/wire/call.ts', '/** Who calls. */'],
  ['a value has the name of what it is', 'src/service/world/clock.ts', 'const found = all.find(isFirst)'],
  ['a value has the name of what it is', 'src/service/world/clock.ts', 'const read = (place: string) => texts[place]'],
  ['a comment says its subject', 'src/service/wire/call.ts', '// The server that nobody asked.'],
  ['a file begins by saying what it is', 'src/service/wire/call.ts', 'export const call = 1'],
  ['a file begins by saying what it is', 'src/service/wire/call.ts', '// A call.\nexport const call = 1'],
  ['a file begins by saying what it is', 'src/service/wire/call.ts', '/**\n * A call.\n */'],
  ['a file begins by saying what it is', 'src/service/wire/call.ts', '/** A call. An answer. */'],
  [
    'id, path, export and test of a row have one name',
    'src/service/areas/file-transfer/jobs/scan-file.ts',
    "export const scan = defineJob({ id: 'fileTransfer.scan' })",
  ],
  [
    'id, path, export and test of a row have one name',
    'src/service/areas/file-transfer/jobs/scan.ts',
    "export const scan = defineJob({ id: 'files.scan' })",
  ],
  [
    'id, path, export and test of a row have one name',
    'src/service/areas/no-such-area/tell.ts',
    "export const tell = row({ id: 'noSuchArea.tell' })",
  ],
]

test.each(planted)('%s: a breach in %s is found', (sentence, path, text) => {
  const rule = rules.find((each) => each.sentence === sentence)

  expect(rule && violations(rule, [parse(path, text)])).not.toEqual([])
})

/** Looks like a violation, but is allowed. */
const innocent: [path: string, text: string][] = [
  [
    'src/service/world/clock.ts',
    '/** `Date.now()` stands here: "setTimeout(f)". */\nexport const at = (ms: number) => new Date(ms).toISOString()',
  ],
  [
    'src/service/engine/walk.ts',
    '/** Walks. Source: spec §1. */\nimport { hold } from "../failures/effects.ts"\nawait platform.setTimeout(1)\nimport { Misuse } from "../wire/misuse.ts"',
  ],
  ['src/service/wire/json/reading.ts', '/** Reads. */\nconst compiled = new WeakMap<Schema, Read>()\nconst at = new Map<World, number>()'],
  ['src/service/world/platform.ts', '/** A port. */\nexport interface Platform { setTimeout(ms: number): void; now: () => number }'],
  [
    'src/platform/node.ts',
    '/** Node. */\nimport { stat } from "node:fs/promises"\nimport type { Platform } from "../service/world/platform.ts"\nsetTimeout(stat, Date.now())',
  ],
  [
    'src/index.ts',
    '/** The surface. */\nimport { platform } from "./platform/node.ts"\nexport const start = () => import("./hosts/server.ts")',
  ],
  [
    'src/apps/dashboard/page.tsx',
    '/** A page. */\nimport type { Row } from "../../control/rows/row.ts"\nimport { createControlClient } from "../../control/client.ts"\nimport "./style.ts"\nexport const page = <p />',
  ],
  ['src/service/wire/misuse.ts', `/** Misuse. */\nexport class Misuse extends Error {}\n${lines(148)}\n/*\n${lines(9)}*/\n\n// why`],
]

test.each(innocent)('%s breaks no rule', (path, text) => {
  const source = parse(path, text)

  expect(rules.flatMap((rule) => violations(rule, [source]))).toEqual([])
})

test('a row whose four names agree breaks no rule', () => {
  const row = parse(
    'src/service/areas/file-transfer/jobs/scan-file.ts',
    "export const scanFile = defineJob<Data>()({ id: 'fileTransfer.scanFile' } satisfies Row)",
  )

  expect(rowNames(new Set(['test/service/areas/file-transfer/jobs/scan-file.test.ts']), row)).toEqual([])
})
