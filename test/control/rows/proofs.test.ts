/** A dry run of a proof, in a world that nobody else sees. */
import { nodePlatform } from '../../../src/platform/node.ts'
import { control } from '../../support/control.ts'
import { expect, test } from '../../support/rule.ts'

const search = 'fileTransfer.search'
const order = 'notifications.createOrder'
const fog = { name: 'fog', summary: 'Searching fails once', rules: [{ on: search, calls: 1, refuse: { code: 'NOT-00004' } }] }
const proof = [
  { call: search, expect: 503 },
  { call: search, expect: 200 },
]

test('a document that is not kept is proven step by step, and the world knows nothing of it', async ({ ask, simulator }) => {
  const { status, body } = await ask('control.proveScenario', { body: { ...fog, proof } })

  expect(status).toBe(200)
  expect(body).toMatchObject({ name: 'fog', passed: true, problem: null })
  expect(body.steps).toEqual([
    { step: 1, does: `call ${search}`, expected: '503', got: expect.stringMatching(/^503 .*NOT-00004/), result: 'passed', wrong: [] },
    { step: 2, does: `call ${search}`, expected: '200', got: expect.stringMatching(/^200 /), result: 'passed', wrong: [] },
  ])
  expect(simulator.journal.list().total).toBe(0)
  expect(simulator.worlds().map(({ name }) => name)).toEqual(['default'])
  expect((await ask('control.showScenario', { params: { name: 'fog' } })).status).toBe(400)
})

test('a scenario that exists is proven by its name: a built-in one, and one of this world, in its dialect', async () => {
  const { ask, simulator } = control({ dialect: 'live' })
  simulator.scenarios.define('fog', {
    summary: 'Fog',
    rules: [{ on: 'all', latency: 'PT0S' }],
    proof: [{ call: search, expect: { status: 1, live: { status: 200 } } }],
  })

  const { body } = await ask('control.proveScenario', { body: { name: 'outage-authorization-failing' } })
  expect(body).toMatchObject({ passed: true, dialect: 'live' })
  expect(body.steps[0].got).toMatch(/^401 .*BRO-00006/)
  expect((await ask('control.proveScenario', { body: { name: 'fog' } })).body).toMatchObject({ passed: true })
})

test('the proof of a built-in scenario waits as long for a service that is away as a proof may take', async () => {
  const { ask } = control({ dialect: 'live' })

  expect((await ask('control.proveScenario', { body: { name: 'outage-storage' } })).body).toMatchObject({ passed: true, dialect: 'live' })
})

test('a step that fails says what is wrong and what it got, and the steps after it are taken', async ({ ask }) => {
  const steps = [
    { call: search, expect: { status: 200, code: 'NOT-00001', headers: { 'retry-after': '1' } } },
    { call: search, expect: 200 },
    { look: 'nothing', find: {} },
    { off: true },
  ]
  const { body } = await ask('control.proveScenario', { body: { ...fog, proof: steps } })

  expect(body.passed).toBe(false)
  expect(body.steps.map(({ result }: { result: string }) => result)).toEqual(['failed', 'passed', 'failed', 'passed'])
  expect(body.steps[0].wrong).toEqual([
    'The status is 503, not 200.',
    'The code is not NOT-00001.',
    'The retry-after header is absent, not "1".',
  ])
  expect(body.steps[2].wrong).toEqual([expect.stringContaining('Cannot list /_standin/nothing')])
})

test('a document with a mistake, one without a proof, and a name that does not exist are refused', async ({ ask }) => {
  const mistake = await ask('control.proveScenario', { body: { ...fog, rules: [{ on: 'fileTransfer.serch', latency: 'PT1S' }], proof } })
  const unproven = await ask('control.proveScenario', { body: fog })
  const unknown = await ask('control.proveScenario', { body: { name: 'fogg' } })

  expect([mistake.status, unproven.status, unknown.status]).toEqual([400, 400, 400])
  expect(mistake.body.detail).toContain('unknown value "fileTransfer.serch"')
  expect(unproven.body.detail).toBe('Scenario fog has no proof. Add a proof member to try it.')
  expect(unknown.body.detail).toContain('Unknown scenario: "fogg"')
})

test('a given that cannot be arranged is the problem of the proof', async ({ ask }) => {
  const { body } = await ask('control.proveScenario', { body: { ...fog, given: 'a flying pig', proof } })

  expect(body).toMatchObject({ passed: false, problem: expect.stringContaining('a flying pig') })
  expect(body.steps.map(({ result }: { result: string }) => result)).toEqual(['not reached', 'not reached'])
})

/** A machine on which the time of the first proof is soon up. */
function hurried() {
  const platform = nodePlatform()
  let left = 1
  return {
    ...platform,
    wake: (milliseconds: number, call: () => void) => platform.wake(milliseconds === 10_000 && left-- > 0 ? 200 : milliseconds, call),
  }
}

test.each([
  ['waits for longer', { ...fog, rules: [{ on: search, latency: 'P9D' }], proof: [{ call: search, expect: 200 }] }],
  [
    'calls without an end',
    {
      ...fog,
      rules: [{ on: search, latency: 'PT0S' }],
      proof: [{ call: search, times: 1000, expect: 200 }, ...Array.from({ length: 50 }, () => ({ call: order, times: 1000, expect: 201 }))],
    },
  ],
  ['reads a list that never ends', { ...fog, proof: [{ look: 'journal/stream', find: {} }] }],
])('a proof that %s is ended when its time is up', async (_, body) => {
  const { ask } = control({ platform: hurried() })
  const ended = await ask('control.proveScenario', { body })

  expect(ended.body).toMatchObject({ passed: false, problem: 'The proof was stopped because it took longer than 10 seconds of real time.' })
  expect(ended.body.steps.at(-1).result).toBe('not reached')
  expect((await ask('control.proveScenario', { body: { ...fog, proof } })).body.passed).toBe(true)
})

test('proofs wait for each other, and too many are refused', async ({ ask }) => {
  const all = await Promise.all(Array.from({ length: 24 }, () => ask('control.proveScenario', { body: { ...fog, proof } })))

  expect(all.map(({ status }) => status).sort((one, other) => one - other)).toEqual([...Array(20).fill(200), ...Array(4).fill(503)])
})
