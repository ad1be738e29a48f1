/** The published package, installed from its tarball and used as its users use it. */
import { readFileSync, rmSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join } from 'node:path'
import { build, createLogger } from 'vite'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { install, serve } from './support/installed.ts'
import { importsOf, readFolders } from './support/source.ts'

const installed = install('msw', '@types/node')
afterAll(installed.remove)

const order = {
  idempotencyId: 'case-1',
  recipient: { recipientEmail: { emailAddress: 'someone@example.org', emailSettings: { subject: 'Hello', body: 'Hello' } } },
}

/** A program of the user's: it orders by `ask`, lets the service work, reads the manifest and prints what it saw. */
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

function runProgram(text: string): string {
  const path = installed.write('program.mjs', text)
  onTestFinished(() => rmSync(path))
  return installed.run(path)
}

test('the tarball holds what runs, its types, its data and its documents, and nothing else', () => {
  const kinds = [
    /^dist\/(chunks\/|mocks\/)?[\w-]+\.js$/,
    /^dist\/types\/(src|mocks)\/.*\.d\.ts$/,
    /^dist\/licenses\.txt$/,
    /^fixtures\/[\w-]+\.json$/,
    /^scenarios\/[\w-]+\.yaml$/,
    /^scenarios\/schema\.json$/,
    /^docs\/[\w-]+\.md$/,
    /^src\/cli\/standin\.js$/,
    /^(package\.json|LICENSE|README\.md)$/,
  ]

  expect(installed.packed.filter((path) => !kinds.some((kind) => kind.test(path)))).toEqual([])
  expect(kinds.filter((kind) => !installed.packed.some((path) => kind.test(path)))).toEqual([])
})

test('it imports only what it declares', () => {
  const folder = join(installed.folder, 'node_modules/standin')
  const { dependencies, peerDependencies, exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const files = readFolders(join(folder, 'dist')).filter(({ path }) => path.endsWith('.js'))
  const imported = files.flatMap((file) => importsOf(file).flatMap((each) => each.package ?? []))
  const packages = imported.filter((name) => !isBuiltin(name)).map((name) => name.split('/', name.startsWith('@') ? 2 : 1).join('/'))

  // Contracts are verified with Pact from the repository: the package only says which Pact that is.
  const { '@pact-foundation/pact': _, ...peers } = peerDependencies
  expect(new Set(packages)).toEqual(new Set([...Object.keys(dependencies), ...Object.keys(peers)]))
  expect(Object.keys(exports)).toEqual(['.', './mocks/handlers', './mocks/node', './mocks/browser', './package.json'])
})

test('in process and over HTTP, an order is placed and delivered', () => {
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

  expect(said).toBe('201 Order_Completed Email_Delivered\ntrue true\nttd 0.1.0\n')
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

test('the handlers serve a server of the user\u2019s own', () => {
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

test('the browser mocks are bundled without anything of Node', async () => {
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

test('npx standin serves it: a token, and an order', async () => {
  const url = await serve(installed)
  const query = 'org=ttd&orgNo=991825827&scopes=altinn:serviceowner/notifications.create'
  const token = await (await fetch(`${url}/api/GetEnterpriseToken?${query}`)).text()
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const made = await fetch(`${url}/future/orders`, { method: 'POST', headers, body: JSON.stringify(order) })

  expect(made.status).toBe(201)
  expect(await made.json()).toEqual({ notificationOrderId: expect.any(String), notification: { shipmentId: expect.any(String) } })
})

test.each([
  { module: 'nodenext', moduleResolution: 'nodenext' },
  { module: 'preserve', moduleResolution: 'bundler' },
])('types are found by resolution $moduleResolution, and none of them is missing', (resolution) => {
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
     import { createHandlers } from 'standin/mocks/handlers'
     import { setupStandin } from 'standin/mocks/node'
     import { setupStandin as inBrowser } from 'standin/mocks/browser'
     const simulator: Simulator = createSimulator({ dialect: 'live', pace: 'instant' })
     const running: Promise<RunningSimulator> = startSimulator({ port: 0 })
     const token: Promise<{ token: string }> = simulator.token({ org: 'ttd', scope: 'a' })
     const listen: () => void = setupStandin({ origin: 'https://service.example' }).server.listen
     const begun: Promise<unknown> = inBrowser().worker.start()
     // @ts-expect-error There is no such dialect: the options are not \`any\`.
     createSimulator({ dialect: 'dead' })
     export default [running, token, listen, begun, createHandlers(simulator), Misuse]`,
  )
  const compiler = join(import.meta.dirname, '../node_modules/typescript/bin/tsc')

  expect(installed.run(compiler, '-p', 'typed')).toBe('')
})
