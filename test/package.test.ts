/** Installs the package from its tarball and uses it as its users do. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join } from 'node:path'
import { build, createLogger } from 'vite'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { install, runServer, serve } from './support/installed.ts'
import { mostInitialBytes, pageSize } from './support/page-size.ts'
import { importsOf, readFolders } from './support/source.ts'

const installed = install('msw', 'express', '@types/express', '@types/node')
afterAll(installed.remove, 60_000)

const order = {
  idempotencyId: 'case-1',
  recipient: { recipientEmail: { emailAddress: 'someone@example.org', emailSettings: { subject: 'Hello', body: 'Hello' } } },
}

/** Part of a user's program: orders, lets time pass, reads the manifest and prints what it saw. */
const orderFlow = `
async function orderFlow(simulator, base) {
  const { token } = await simulator.token({ org: 'ttd', scope: 'altinn:serviceowner/notifications.create' })
  const headers = { authorization: 'Bearer ' + token, 'content-type': 'application/json' }
  const made = await fetch(base + '/future/orders', { method: 'POST', headers, body: ${JSON.stringify(JSON.stringify(order))} })
  const { notification } = await made.json()
  await simulator.advance({ until: 'settled' })
  const shipment = await (await fetch(base + '/future/shipment/' + notification.shipmentId, { headers })).json()
  console.log(made.status, shipment.status, shipment.recipients[0].status)
}
`

async function tokenFrom(url: string): Promise<string> {
  const query = 'org=ttd&orgNo=991825827&scopes=altinn:serviceowner/notifications.create'
  return (await fetch(`${url}/api/GetEnterpriseToken?env=tt02&${query}`)).text()
}

function runProgram(text: string): string {
  const path = installed.write('program.mjs', text)
  onTestFinished(() => rmSync(path))
  return installed.run(path)
}

test('the tarball contains only code, types, data, contracts and documentation', () => {
  const kinds = [
    /^dist\/(chunks\/|mocks\/)?[\w-]+\.js$/,
    /^dist\/types\/(src|mocks)\/.*\.d\.ts$/,
    /^dist\/dashboard\/(index\.html|assets\/[\w-]+\.(js|css|svg))\.(br|gz)$/,
    /^dist\/licenses\.txt$/,
    /^dist\/(scenarios|fixtures)\.json$/,
    /^fixtures\/[\w-]+\.json$/,
    /^pacts\/((live|spec)\/)?[\w-]+\.json$/,
    /^scenarios\/[\w-]+\.yaml$/,
    /^scenarios\/schema\.json$/,
    /^docs\/((reference|clients)\/)?[\w-]+\.md$/,
    /^docs\/llms\.txt$/,
    /^clients\/[Ss]tandin\w*\.(cs|java|py|rb)$/,
    /^src\/(apps\/)?cli\/(standin|require-node)\.js$/,
    /^(package\.json|LICENSE|(README|CHANGELOG|SECURITY)\.md)$/,
  ]

  expect(installed.packed.filter((path) => !kinds.some((kind) => kind.test(path)))).toEqual([])
  expect(kinds.filter((kind) => !installed.packed.some((path) => kind.test(path)))).toEqual([])
})

test('a command loads little more than itself: neither the simulator nor the operations', () => {
  const dist = join(installed.folder, 'node_modules/standin/dist')
  const bytes = new Map<string, number>()
  function visit(file: string): void {
    if (bytes.has(file)) return
    const text = readFileSync(join(dist, file), 'utf8')
    bytes.set(file, text.length)
    for (const [, name = ''] of text.matchAll(/\b(?:from|import) ?"(?:\.\/)?((?:chunks\/)?[\w-]+\.js)"/g))
      visit(file.startsWith('chunks/') && !name.startsWith('chunks/') ? `chunks/${name}` : name)
  }
  visit('cli.js')
  const all = [...bytes.values()].reduce((sum, each) => sum + each, 0)

  expect(bytes.size).toBeGreaterThan(5)
  expect(all).toBeLessThan(350_000)
})

test('the tarball has at most 2.1 MB', () => {
  expect(installed.size).toBeLessThanOrEqual(2_100_000)
  expect(installed.size).toBeGreaterThan(500_000)
})

test(`a page that imports the package loads at most ${mostInitialBytes} bytes before Standin is set up`, async () => {
  const { initial } = await pageSize(installed.folder, 'standin/mocks/browser')

  expect(initial).toBeLessThanOrEqual(mostInitialBytes)
  expect(initial).toBeGreaterThan(50_000)
})

test('the package imports only packages that it declares', () => {
  const folder = join(installed.folder, 'node_modules/standin')
  const { dependencies, peerDependencies, exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const files = readFolders(join(folder, 'dist')).filter(({ path }) => path.endsWith('.js'))
  const imported = files.flatMap((file) => importsOf(file).flatMap((each) => each.package ?? []))
  const packages = imported.filter((name) => !isBuiltin(name)).map((name) => name.split('/', name.startsWith('@') ? 2 : 1).join('/'))

  // All others are bundled, and the sources in a clone import them. The command runs @redocly/cli as a program.
  const { '@redocly/cli': _program, ...peers } = peerDependencies
  const apart = ['@modelcontextprotocol/server', '@mswjs/interceptors', '@peculiar/x509', 'prom-client', 'reflect-metadata']
  expect(Object.keys(dependencies)).toEqual(expect.arrayContaining(apart))
  expect(new Set(packages)).toEqual(new Set([...apart, ...Object.keys(peers)]))
  expect(Object.keys(exports)).toEqual([
    '.',
    './express',
    './pact',
    './mocks/handlers',
    './mocks/node',
    './mocks/browser',
    './vitest',
    './playwright',
    './package.json',
  ])
})

test.each(['standin', 'standin/express', 'standin/pact', 'standin/mocks/handlers', 'standin/mocks/node'])(
  'on a Node.js that is too old, importing %s says so before anything else',
  (entry) => {
    const old = "Object.defineProperty(process.versions, 'node', { value: '22.12.0' })"
    installed.write('old.mjs', `${old}\nawait import('${entry}').catch((error) => console.log(error.message))\n`)
    const said = installed.run('old.mjs')

    expect(said).toBe(`standin needs Node.js 22.13 or newer; this is ${process.version}.\n`)
    expect(installed.run('-e', `import('${entry}').then(() => console.log('loaded'))`)).toBe('loaded\n')
  },
)

test('on a Node.js that is too old, the command says how a project gets a newer one', () => {
  installed.write('old.mjs', "Object.defineProperty(process.versions, 'node', { value: '22.12.0' })")
  const args = ['--import', './old.mjs', 'node_modules/standin/src/apps/cli/standin.js', 'start']
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: installed.folder, encoding: 'utf8' })

  expect([status, stderr]).toEqual([1, expect.stringContaining('npm install --save-dev node@24')])
  expect(stderr).not.toContain('In the repository')
})

test.each([['--help'], ['start', '--help'], ['scenario', 'use', '--help']])(
  'the help is that of the sources, although less code makes it: %s %s %s',
  (...args) => {
    const ofSources = spawnSync(process.execPath, ['src/apps/cli/standin.js', ...args], { encoding: 'utf8' })

    expect(ofSources).toMatchObject({ status: 0, stdout: expect.stringContaining('standin') })
    expect(installed.run('node_modules/standin/src/apps/cli/standin.js', ...args)).toBe(ofSources.stdout)
  },
)

test('it prints its licence, and those of the packages in it', () => {
  const said = installed.run('node_modules/standin/src/apps/cli/standin.js', 'licences')

  for (const name of ['standin', 'express', 'preact']) expect(said).toMatch(new RegExp(`^${name} \\d`, 'm'))
})

test('a server starts in the background, and stops', () => {
  const standin = join(installed.folder, 'node_modules/standin/src/apps/cli/standin.js')
  const env = { ...process.env, XDG_STATE_HOME: join(installed.folder, 'state') }
  const command = (...args: readonly string[]) => spawnSync(process.execPath, [standin, ...args, '--json'], { env, encoding: 'utf8' })
  const { url } = JSON.parse(command('start', '--detach', '--port', '0').stdout)

  expect(command('stop', '--url', url)).toMatchObject({ status: 0, stdout: `{"url":"${url}","ran":true}\n`, stderr: '' })
})

test('a command that needs faker says how to install it', () => {
  expect(() => installed.run('node_modules/standin/src/apps/cli/standin.js', 'fixtures', 'make')).toThrow(
    'standin: This command needs the @faker-js/faker package. Install it: npm install --save-dev @faker-js/faker@10',
  )
})

test('a server that is to send traces says how to install OpenTelemetry', () => {
  expect(() => installed.run('node_modules/standin/src/apps/cli/standin.js', 'start', '--port', '0', '--otel')).toThrow(
    'standin: --otel needs OpenTelemetry. Install it: npm i -D @opentelemetry/api @opentelemetry/resources @opentelemetry/sdk-node',
  )
})

test('verify says how to install Pact, and finds it in the project of the user', () => {
  const standin = join(installed.folder, 'node_modules/standin/src/apps/cli/standin.js')
  const project = join(installed.folder, 'project')
  const document = {
    consumer: { name: 'web' },
    provider: { name: 'orders' },
    interactions: [{ description: 'a manifest', request: { method: 'GET', path: '/future/shipment/1' }, response: { status: 401 } }],
    metadata: { pactSpecification: { version: '3.0.0' } },
  }
  installed.write('project/pacts/web.json', JSON.stringify(document))
  const verify = () => spawnSync(process.execPath, [standin, 'verify'], { cwd: project, encoding: 'utf8' })

  expect(verify()).toMatchObject({
    status: 2,
    stderr: 'standin: To verify contracts, install Pact: npm install --save-dev @pact-foundation/pact\n',
  })
  mkdirSync(join(project, 'node_modules'))
  symlinkSync(join(import.meta.dirname, '../node_modules/@pact-foundation'), join(project, 'node_modules/@pact-foundation'))
  expect(verify()).toMatchObject({ status: 0, stdout: '1 of 1 interactions passed in the spec dialect.\n' })
})

test('the version that the package demands is the one that it checks', () => {
  const folder = join(installed.folder, 'node_modules/standin')
  const { engines } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))

  expect(readFileSync(join(folder, 'src/apps/cli/require-node.js'), 'utf8')).toContain(`Node.js ${engines.node.replace('>=', '')} or newer`)
})

test('an order is placed and delivered in process and over HTTP', () => {
  const said = runProgram(`
    import { createSimulator, Misuse, startSimulator } from 'standin'
    ${orderFlow}
    const running = await startSimulator({ port: 0, clock: 'frozen' })
    await orderFlow(running.simulator, running.url)
    await running.close()
    const simulator = createSimulator({ clock: 'frozen' })
    await simulator.scenarios.use('rain').catch((error) => console.log(error instanceof Misuse, error.choices.includes('outage-register')))
    console.log(simulator.contacts.find('991825827').serviceOwner, simulator.version)
    simulator.close()
  `)

  expect(said).toBe('201 Order_Completed Email_Delivered\ntrue true\nttd 1.0.0\n')
})

test('a mistake that a program does not catch is shown with a short piece of code', () => {
  installed.write('mistake.mjs', "import { createSimulator } from 'standin'\ncreateSimulator().scenarios.define('cut', {})\n")
  const { status, stderr } = spawnSync(process.execPath, ['mistake.mjs'], { cwd: installed.folder, encoding: 'utf8' })

  expect(status).toBe(1)
  expect(stderr).toContain('Misuse: Scenario cut')
  expect(stderr.length).toBeLessThan(5_000)
})

test('the Node mocks answer plain fetch', () => {
  const said = runProgram(`
    import { setupStandin } from 'standin/mocks/node'
    ${orderFlow}
    const { server, simulator } = setupStandin({ clock: 'frozen' })
    server.listen()
    await orderFlow(simulator, 'https://platform.tt02.altinn.no/notifications/api/v1')
    const unknown = await fetch('https://platform.tt02.altinn.no/_standin/scenarios/rain')
    console.log(unknown.status)
    server.close()
    simulator.close()
  `)

  expect(said).toBe('201 Order_Completed Email_Delivered\n400\n')
})

test('the handlers serve an MSW server of the user', () => {
  const said = runProgram(`
    import { setupServer } from 'msw/node'
    import { createSimulator } from 'standin'
    import { createHandlers } from 'standin/mocks/handlers'
    const simulator = createSimulator()
    const server = setupServer(...createHandlers(simulator, { origin: 'https://service.example' }))
    server.listen()
    const answer = await fetch('https://service.example/_standin/worlds/rain', { method: 'DELETE' })
    console.log(answer.status, answer.headers.get('x-standin-misuse') !== null)
    server.close()
    simulator.close()
  `)

  expect(said).toBe('404 true\n')
})

test('an Express app mounts the router as the documentation shows', async () => {
  const page = readFileSync(join(installed.folder, 'node_modules/standin/docs/web-apps.md'), 'utf8')
  const [, program = ''] = /```js app.mjs\n(.*?)```/s.exec(page) ?? []
  const url = await runServer(installed, installed.write('app.mjs', program))
  const json = { 'content-type': 'application/json' }
  const token = await tokenFrom(url)
  const headers = { ...json, authorization: `Bearer ${token}` }

  const made = await fetch(`${url}/worlds/mine/future/orders`, { method: 'POST', headers, body: JSON.stringify(order) })
  const mine = await fetch(new URL('/mine', url), { method: 'POST', headers: json, body: '[1]' })

  expect([made.status, made.headers.get('location')?.startsWith(`${url}/worlds/mine/`)]).toEqual([201, true])
  expect(await mine.json()).toEqual({ received: [1] })
})

test('the browser mocks are bundled without any Node module', async () => {
  const warnings: string[] = []
  const customLogger = {
    ...createLogger('silent'),
    warn: (message: string) => warnings.push(message),
    warnOnce: (message: string) => warnings.push(message),
  }
  installed.write('page/main.js', "import { setupStandin } from 'standin/mocks/browser'\nsetupStandin().worker.start()\n")
  const result = await build({
    root: join(installed.folder, 'page'),
    configFile: false,
    customLogger,
    build: { write: false, target: 'esnext', rollupOptions: { input: join(installed.folder, 'page/main.js') } },
  })
  const chunks = [result].flat().flatMap((made) => ('output' in made ? made.output.filter((file) => file.type === 'chunk') : []))
  const code = chunks.map((chunk) => chunk.code).join('\n')

  expect(warnings.filter((warning) => /externalized|node:/.test(warning))).toEqual([])
  expect(
    chunks
      .flatMap(({ imports, dynamicImports, moduleIds }) => [...imports, ...dynamicImports, ...moduleIds])
      .filter((id) => /node:|__vite-browser-external/.test(id)),
  ).toEqual([])
  expect(code).not.toMatch(/["']node:\w/)
  expect(code).toContain('NOT-00001')
})

test('npx standin serves a token and an order', async () => {
  const url = await serve(installed)
  const token = await tokenFrom(url)
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const made = await fetch(`${url}/future/orders`, { method: 'POST', headers, body: JSON.stringify(order) })

  expect(made.status).toBe(201)
  expect(await made.json()).toEqual({ notificationOrderId: expect.any(String), notification: { shipmentId: expect.any(String) } })
})

test('npx standin serves the page with every document', async () => {
  const url = await serve(installed)
  const [path] = installed.packed.filter((each) => each.startsWith('dist/dashboard/assets/virtual_documents-'))
  const reply = await fetch(`${url}/_standin/${path?.replace(/^dist\/dashboard\/|\.br$/g, '')}`)
  const text = await reply.text()

  expect(reply.status).toBe(200)
  const named = installed.packed.flatMap((each) => /^docs\/(?!fidelity\/)(.*)\.md$/.exec(each)?.[1] ?? [])
  expect(named.filter((name) => !text.includes(JSON.stringify(name).slice(1, -1)))).toEqual([])
})

test.each([
  { module: 'nodenext', moduleResolution: 'nodenext' },
  { module: 'preserve', moduleResolution: 'bundler' },
])('all types are found with the module resolution $moduleResolution', (resolution) => {
  const compilerOptions = {
    ...resolution,
    target: 'es2024',
    lib: ['es2024', 'dom', 'dom.iterable'],
    strict: true,
    noEmit: true,
    skipLibCheck: false,
    types: ['node'],
  }
  installed.write('typed/tsconfig.json', JSON.stringify({ compilerOptions, files: ['main.ts'] }))
  installed.write(
    'typed/main.ts',
    `import { createSimulator, Misuse, startSimulator, type RunningSimulator, type Simulator } from 'standin'
     import express from 'express'
     import { standinRouter, type StandinRouter } from 'standin/express'
     import { canIDeploy, publishContracts, readBuild, recordDeployment, verifyContracts } from 'standin/pact'
     import { createHandlers } from 'standin/mocks/handlers'
     import { setupStandin } from 'standin/mocks/node'
     import { setupStandin as inBrowser } from 'standin/mocks/browser'
     const simulator: Simulator = createSimulator({ dialect: 'live', pace: 'instant' })
     const running: Promise<RunningSimulator> = startSimulator({ port: 0 })
     const token: Promise<{ token: string }> = simulator.token({ org: 'ttd', scope: 'a' })
     const moved: Promise<unknown> = simulator.advance({ by: 'P8D' })
     const time: string = simulator.knobs('team').clock.show().now
     const rotated: Promise<{ kid: string }> = simulator.keys.rotate()
     const metrics: Promise<string> = simulator.metrics()
     const traced: Promise<void> = simulator.traces.end()
     // @ts-expect-error There is no such knob.
     simulator.outbx
     const listen: () => void = setupStandin({ origin: 'https://service.example' }).server.listen
     const begun: Promise<unknown> = inBrowser().worker.start()
     const router: StandinRouter = standinRouter(simulator)
     const app = express().use('/service', router).use(standinRouter({ clock: 'frozen' }))
     const kept: Promise<{ ok: boolean }> = verifyContracts({ pacts: ['pacts'], dialect: 'live' })
     const deployed = recordDeployment({ pacticipant: 'web', version: readBuild().version, environment: 'test' })
     // @ts-expect-error There is no such dialect: the options are not \`any\`.
     createSimulator({ dialect: 'dead' })
     // @ts-expect-error Nor here.
     standinRouter({ dialect: 'dead' })
     export default [kept, deployed, canIDeploy, publishContracts, app, running, token, listen, begun, createHandlers(simulator), Misuse]`,
  )
  const compiler = join(import.meta.dirname, '../node_modules/typescript/bin/tsc')

  expect(installed.run(compiler, '-p', 'typed')).toBe('')
})

test('the declarations for browsers need no types of Node', () => {
  const compilerOptions = {
    module: 'preserve',
    target: 'es2023',
    lib: ['es2023', 'dom', 'dom.iterable'],
    strict: true,
    noEmit: true,
    skipLibCheck: false,
    types: [],
  }
  installed.write('browser/tsconfig.json', JSON.stringify({ compilerOptions, files: ['main.ts'] }))
  installed.write(
    'browser/main.ts',
    `import { createHandlers, Misuse } from 'standin/mocks/handlers'
     import { setupStandin, type Simulator, type WorldKnobs } from 'standin/mocks/browser'
     const { simulator, worker } = setupStandin({ clock: 'frozen' })
     const knobs: WorldKnobs = simulator.knobs('mine')
     // @ts-expect-error There is no such clock: the options are not \`any\`.
     setupStandin({ clock: 'cuckoo' })
     // @ts-expect-error There are no types of Node.
     process.exit()
     export const all: [Simulator, unknown] = [simulator, [worker, knobs, Misuse, createHandlers(simulator, { origin: '*' })]]`,
  )
  const compiler = join(import.meta.dirname, '../node_modules/typescript/bin/tsc')

  expect(installed.run(compiler, '-p', 'browser')).toBe('')
})
