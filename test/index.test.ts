/** The public surface on Node, as users call it. */
import { createServer } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { createSimulator, Misuse, readFixtures, type SimulatorOptions, startSimulator } from '../src/index.ts'
import { anyName } from '../src/service/wire/misuse.ts'
import { folderWith } from './support/folder.ts'
import { listenOn } from './support/listen.ts'

async function started(options: Parameters<typeof startSimulator>[0] = {}) {
  const running = await startSimulator({ port: 0, ...options })
  onTestFinished(() => running.close())
  return running
}

function made(options: Partial<SimulatorOptions> = {}) {
  const simulator = createSimulator(options)
  onTestFinished(() => simulator.close())
  return simulator
}

test('a simulator has the fixtures and scenarios of the package', async () => {
  const simulator = made()
  const { scenarios } = await simulator.scenarios.list()

  expect(simulator.contacts.find('991825827')).toMatchObject({ serviceOwner: 'ttd' })
  expect(scenarios.map(({ name }) => name)).toContain('outage-register')
})

test('own fixtures, scenarios and settings take their place', async () => {
  const person = { number: '12838590150', email: 'mine@example.org' }
  const fixtures = { people: [person], organizations: [], resources: [], callers: [] }
  const simulator = made({ fixtures, scenarios: () => ({}), dialect: 'live', clock: 'frozen', now: Date.parse('2026-06-01T10:00:00Z') })

  expect(simulator.contacts.list()).toEqual({ contacts: [person], total: 1, next: null })
  expect(await simulator.scenarios.list()).toEqual({ scenarios: [], total: 0, next: null })
  expect(simulator.settings).toMatchObject({ dialect: 'live', rateLimits: 'off' })
  expect(simulator.world.clock.now()).toBe(Date.parse('2026-06-01T10:00:00Z'))
})

test('fixtures of a folder are laid over those of the package', () => {
  const fixtures = readFixtures(folderWith({ 'people.json': '[{ "number": "12838590150", "email": "mine@example.org" }]' }))
  const { contacts } = made({ fixtures })

  expect(contacts.find('12838590150')).toMatchObject({ email: 'mine@example.org' })
  expect(contacts.find('991825827')).toMatchObject({ serviceOwner: 'ttd' })
})

test('an unknown name is misuse, with the valid choices', async () => {
  const using = made().scenarios.use(anyName('rain'))

  await expect(using).rejects.toThrow(Misuse)
  await expect(using).rejects.toMatchObject({ choices: expect.arrayContaining(['outage-register']) })
})

test('a started simulator answers over HTTP, with the changes made in process', async () => {
  const { url, port, simulator } = await started()
  const { token } = await simulator.token({ org: 'ttd', scope: 'altinn:serviceowner/notifications.create' })
  const call = () => fetch(`${url}/future/shipment/00000000-0000-4000-8000-000000000000`, { headers: { authorization: `Bearer ${token}` } })
  const before = await call()
  await simulator.scenarios.use('slow-reads')
  const after = await call()

  expect(url).toBe(`http://127.0.0.1:${port}`)
  expect([before.status, after.status]).toEqual([404, 404])
  expect(simulator.world.journal.calls.list().map(({ scenario }) => scenario)).toEqual([null, 'slow-reads'])
})

test('a wrapper around the carrier sees every call', async () => {
  const seen: string[] = []
  const { url } = await started({
    around: (carrier, simulator) => (call) => {
      seen.push(`${call.method} ${call.url} in ${simulator.name}`)
      return carrier(call)
    },
  })
  await fetch(`${url}/_standin/health`)

  expect(seen).toEqual(['GET /_standin/health in default'])
})

test('a closed simulator does not answer', async () => {
  const { url, close } = await startSimulator({ port: 0 })
  await close()

  await expect(fetch(`${url}/_standin/health`)).rejects.toThrow()
})

test('a port in use is refused, and everything is closed', async () => {
  const { port } = await listenOn(createServer())

  await expect(startSimulator({ port })).rejects.toMatchObject({ code: 'EADDRINUSE' })
})

test('a server begins to load its scenarios at its start, before anybody asks', async () => {
  const loading = Promise.withResolvers<void>()
  const scenarios = () => {
    loading.resolve()
    return {}
  }
  await started({ scenarios })

  await loading.promise
})
