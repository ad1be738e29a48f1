/** Scenarios over HTTP: listed, switched on and off, defined and removed. */
import { anyName } from '../../../src/service/wire/misuse.ts'
import { control, refusal } from '../../support/control.ts'
import { expect, rule, test } from '../../support/rule.ts'

const search = { query: { resourceId: 'standin-plain' } }
const brokenSearch = {
  name: 'broken-search',
  summary: 'Searching fails twice',
  rules: [{ on: 'fileTransfer.search', calls: '1-2', refuse: { code: 'BRO-00006' } }],
}

rule('decisions §12', 'scenarios are listed with where they came from', async ({ ask }) => {
  await ask('control.defineScenario', { body: brokenSearch })
  const { scenarios, total } = (await ask('control.listScenarios')).body

  expect(scenarios).toHaveLength(total)
  expect(scenarios).toContainEqual({
    name: 'broken-search',
    summary: 'Searching fails twice',
    breaks: 'Refusals',
    source: 'defined',
    active: false,
    until: null,
  })
  expect(scenarios).toContainEqual(expect.objectContaining({ name: 'outage-register', source: 'built-in' }))
})

test('a scenario says what it breaks, how its file reads, and what each rule has counted', async ({ ask, client }) => {
  const rules = [
    { on: 'fileTransfer.search', calls: '1-2', per: 'caller', refuse: { code: 'BRO-00006' } },
    { on: 'fileTransfer', latency: 'PT0.001S' },
  ]
  const proof = [{ call: 'fileTransfer.search', expect: 503 }]
  await ask('control.defineScenario', { body: { ...brokenSearch, rules, proof } })
  await ask('control.activateScenario', { params: { name: 'broken-search' } })
  for (let call = 0; call < 3; call++) await client.call('fileTransfer.search', search)

  const { body } = await ask('control.showScenario', { params: { name: 'broken-search' } })
  expect(body).toMatchObject({ breaks: 'Mixtures', counted: [3, 3], document: { summary: 'Searching fails twice', rules, proof } })
  expect((await ask('control.showScenario', { params: { name: 'outage-register' } })).body).toMatchObject({
    breaks: 'Outages',
    counted: [0],
    document: { proof: expect.arrayContaining([expect.objectContaining({ call: 'notifications.createOrder' })]) },
  })
})

rule('decisions §12', 'a scenario acts while it is on', async ({ ask, client }) => {
  const name = 'outage-authorization'
  const on = await ask('control.activateScenario', { params: { name } })
  const during = await client.call('fileTransfer.search', search)
  const off = await ask('control.deactivateScenario', { params: { name } })
  const after = await client.call('fileTransfer.search', search)

  expect(on.body).toMatchObject({ name, active: true, until: null })
  expect(during.status).toBe(503)
  expect(off.status).toBe(204)
  expect(after.status).toBe(200)
})

rule('decisions §12', 'a scenario with a time to live switches off when the time has passed', async ({ ask }) => {
  const name = 'outage-register'
  const on = await ask('control.activateScenario', { params: { name }, body: { ttl: 'PT5M' } })
  await ask('control.advanceClock', { body: { by: 'PT5M' } })

  expect(Date.parse(on.body.until)).toBe(Date.parse('2026-06-01T10:05:00Z'))
  expect((await ask('control.showScenario', { params: { name } })).body).toMatchObject({ active: false, until: null })
})

test('a duration is written in short or in ISO 8601, in rows and in scenarios', async ({ ask }) => {
  const rules = [{ on: 'fileTransfer.search', refuse: { code: 'BRO-00006' }, after: '1h30m', for: '2d' }]
  const name = 'later'
  await ask('control.defineScenario', { body: { name, summary: 'Searches fail later', rules } })
  const on = await ask('control.activateScenario', { params: { name }, body: { ttl: '5d' } })
  const advanced = await ask('control.advanceClock', { body: { by: '8h30m' } })
  const shown = await ask('control.showScenario', { params: { name } })

  expect([on.body.until, advanced.body.now]).toEqual(['2026-06-06T10:00:00Z', '2026-06-01T18:30:00Z'])
  expect(shown.body.rules).toEqual([expect.objectContaining({ after: 'PT5400S', for: 'PT172800S' })])
})

rule('decisions §12', 'switching on again restarts the counts', async ({ ask, client }) => {
  const params = { name: 'broken-search' }
  await ask('control.defineScenario', { body: brokenSearch })
  await ask('control.activateScenario', { params })
  const statuses = async () => [await client.call('fileTransfer.search', search), await client.call('fileTransfer.search', search)]
  const first = await statuses()
  const second = await statuses()
  await ask('control.activateScenario', { params })
  const third = await statuses()

  expect([first, second, third].map((replies) => replies.map(({ status }) => status))).toEqual([
    [403, 403],
    [200, 200],
    [403, 403],
  ])
})

rule('decisions §12', 'all scenarios are switched off at once', async ({ ask }) => {
  await ask('control.activateScenario', { params: { name: 'outage-register' } })
  await ask('control.activateScenario', { params: { name: 'outage-authorization' } })

  expect((await ask('control.deactivateScenarios')).status).toBe(204)
  expect((await ask('control.listScenarios')).body.scenarios.filter(({ active }: { active: boolean }) => active)).toEqual([])
})

rule('decisions §12', 'a scenario is defined for one world, and the same name replaces it', async ({ ask }) => {
  const first = await ask('control.defineScenario', { body: brokenSearch })
  const second = await ask('control.defineScenario', { body: { ...brokenSearch, summary: 'Otherwise' } })
  await ask('control.makeWorld', { params: { name: 'other' } })
  const elsewhere = await ask('control.showScenario', { params: { name: 'broken-search' }, prefix: '/worlds/other' })

  expect(first).toMatchObject({ status: 201, body: { name: 'broken-search', source: 'defined', active: false } })
  expect(second).toMatchObject({ status: 200, body: { summary: 'Otherwise' } })
  expect(elsewhere.status).toBe(400)
})

test('the shown form of a scenario defines the same scenario again', async ({ ask }) => {
  const rules = [
    { on: 'fileTransfer.search', calls: 1, refuse: { code: 'BRO-00006' } },
    { on: 'fileTransfer', calls: '2-', where: { orgNo: undefined, org: '0192:313456789' }, latency: 'PT0.5S', probability: 0.25 },
    { on: 'all', calls: '2-3', per: 'caller', after: 'PT60S', for: 'PT0.5S', disconnect: { when: 'after-work' } },
    { on: 'notifications', calls: { every: 3 }, until: '2026-12-01T08:00:00Z', latency: { min: 'PT1S', max: 'PT2S' } },
    { outage: ['storage', 'sms'] },
    { for: 'PT2S', every: 'PT10S', outage: 'register' },
  ]
  await ask('control.defineScenario', { body: { name: 'many', summary: 'Many rules', description: 'All of them', rules } })
  const { body } = await ask('control.showScenario', { params: { name: 'many' } })
  await ask('control.defineScenario', { body: { name: 'again', summary: 'Many rules', rules: body.rules } })
  const again = await ask('control.showScenario', { params: { name: 'again' } })

  expect(body).toMatchObject({ description: 'All of them', guidance: null, source: 'defined' })
  expect(body.rules).toMatchObject(JSON.parse(JSON.stringify(rules)))
  expect(again.body.rules).toEqual(body.rules)
  expect(body.explained[4]).toEqual(['The internal services "storage" and "sms" cannot be reached.'])
})

rule('decisions §12', 'a defined scenario can be removed', async ({ ask, client }) => {
  await ask('control.defineScenario', { body: brokenSearch })
  await ask('control.activateScenario', { params: { name: 'broken-search' } })

  expect((await ask('control.removeScenario', { params: { name: 'broken-search' } })).status).toBe(204)
  expect((await client.call('fileTransfer.search', search)).status).toBe(200)
  expect((await ask('control.showScenario', { params: { name: 'broken-search' } })).status).toBe(400)
})

test('a built-in scenario cannot be removed', async ({ ask }) => {
  expect(await ask('control.removeScenario', { params: { name: 'outage-register' } })).toMatchObject(refusal(400, 'is built in'))
})

test.each(['control.showScenario', 'control.activateScenario', 'control.deactivateScenario', 'control.removeScenario'] as const)(
  '%s of a scenario that does not exist is refused with those that do',
  async (id) => {
    const { ask } = control()
    const { status, body } = await ask(id, { params: { name: 'outage-registre' } })

    expect(status).toBe(400)
    expect(body.detail).toContain('Unknown scenario: "outage-registre".')
    expect(body.choices).toContain('outage-register')
  },
)

test.for([
  [{ ttl: 'P1M' }, 'body.ttl: "P1M" is not a duration of fixed length'],
  [{ ttl: 300 }, 'body.ttl: 300 is not a duration of fixed length, such as 30s, 1h30m, 8d or PT10M.'],
  [{ tll: 'PT5M' }, 'body: unknown member "tll". Did you mean ttl? Valid: ttl.'],
] as const)('switching a scenario on with %j is refused', async ([body, detail], { ask }) => {
  expect(await ask('control.activateScenario', { params: { name: 'outage-register' }, body })).toMatchObject(refusal(400, detail))
})

test.for([
  [{ summary: 'No name', rules: [] }, 'body.name is missing.'],
  [
    { ...brokenSearch, name: 'active' },
    '"active" is not a valid scenario name. Use 1 to 64 characters from a-z, 0-9 and -, but not "active".',
  ],
  [{ ...brokenSearch, name: 'Broken Search' }, '"Broken Search" is not a valid scenario name.'],
  [{ ...brokenSearch, rulez: [] }, 'unknown member "rulez"'],
  [{ ...brokenSearch, rules: [{ on: 'fileTransfer.sarch', latency: 'PT1S' }] }, 'unknown value "fileTransfer.sarch"'],
  [{ ...brokenSearch, rules: [{ on: 'fileTransfer.search', refuse: { code: 'BRO-9' } }] }, 'unknown value "BRO-9"'],
] as const)('the definition %j is refused, with the reason', async ([body, detail], { ask }) => {
  expect(await ask('control.defineScenario', { body })).toMatchObject(refusal(400, detail))
  expect((await ask('control.listScenarios')).body.scenarios.some(({ source }: { source: string }) => source === 'defined')).toBe(false)
})

const fog = { summary: 'Searching fails twice', rules: brokenSearch.rules }

test('overlaid scenarios are known in every world, and name their source', async ({ ask, client, simulator }) => {
  await simulator.overlay({ fog, 'outage-register': { ...fog, summary: 'Ours' } })
  await ask('control.activateScenario', { params: { name: 'fog' }, prefix: '/worlds/other' })
  const { scenarios } = (await ask('control.listScenarios')).body
  const other = (await ask('control.showScenario', { params: { name: 'fog' }, prefix: '/worlds/other' })).body

  expect(scenarios).toContainEqual(expect.objectContaining({ name: 'fog', summary: 'Searching fails twice', source: 'folder' }))
  expect(scenarios).toContainEqual(expect.objectContaining({ name: 'outage-register', summary: 'Ours', source: 'folder' }))
  expect(other).toMatchObject({ source: 'folder', active: true })
  expect((await client.call('fileTransfer.search', search)).status).toBe(200)
  expect((await ask('control.removeScenario', { params: { name: 'fog' } })).body.detail).toContain('comes from a folder')
})

test('a second overlay keeps the counts of unchanged scenarios, restarts changed ones, and switches removed ones off', async ({
  client,
  simulator,
}) => {
  const twice = (code: string) => ({ ...fog, rules: [{ on: 'fileTransfer.search', calls: '1-2', refuse: { code } }] })
  const status = async () => (await client.call('fileTransfer.search', search)).status
  await simulator.overlay({ fog: twice('BRO-00006'), mist: fog })
  await simulator.scenarios.use(anyName('mist'))
  await simulator.scenarios.use(anyName('fog'))
  const seen = [await status()]
  await simulator.overlay({ fog: twice('BRO-00006'), mist: fog })
  seen.push(await status(), await status())
  await simulator.overlay({ fog: twice('BRO-00001') })
  seen.push(await status(), await status(), await status())
  await simulator.overlay({})

  expect(seen).toEqual([403, 403, 200, 404, 404, 200])
  expect(simulator.world.scenarios.active).toEqual([])
})

test('one mistake refuses the whole overlay with every place, and the earlier overlay stays', async ({ ask, simulator }) => {
  await simulator.overlay({ fog })
  await simulator.scenarios.use(anyName('fog'))
  const broken = { ...fog, rules: [{ on: 'all', refuse: { code: 'NOT-9' } }] }
  const laid = simulator.overlay({ a: broken, b: fog, c: { ...fog, rulez: [] } })

  await expect(laid).rejects.toThrow(/^Scenario a, .*unknown value "NOT-9"\. Valid: NOT-00001.*\nScenario c: unknown member "rulez"/)
  expect((await ask('control.showScenario', { params: { name: 'fog' } })).body).toMatchObject({ active: true })
  expect((await ask('control.showScenario', { params: { name: 'b' } })).status).toBe(400)
})

test('a scenario of a world hides an overlaid one, and stays on without it', async ({ ask, client, simulator }) => {
  await simulator.overlay({ 'broken-search': { ...fog, summary: 'Ours' } })
  await ask('control.defineScenario', { body: brokenSearch })
  await simulator.scenarios.use(anyName('broken-search'))
  await client.call('fileTransfer.search', search)
  await simulator.overlay({})
  const statuses = [await client.call('fileTransfer.search', search), await client.call('fileTransfer.search', search)]

  expect(statuses.map(({ status }) => status)).toEqual([403, 200])
})

test('a document is checked without being defined: each mistake has its place and the valid choices', async ({ ask }) => {
  const rules = [{ on: 'fileTransfer.serch', refuse: { code: 'BRO-00006' }, sleep: 1 }]
  const wrong = await ask('control.checkScenario', { body: { name: 'fog', summary: 'Fog', rules } })
  const good = await ask('control.checkScenario', { body: brokenSearch })

  expect(wrong.body.mistakes).toEqual([
    expect.stringMatching(/^Scenario fog, rules\[0\]\.on: unknown value "fileTransfer\.serch"\. .*fileTransfer\.search/),
    expect.stringMatching(/^Scenario fog, rules\[0\]: unknown member "sleep"\./),
  ])
  expect(wrong.body.places).toEqual([{ path: ['rules', 0, 'on'] }, { path: ['rules', 0], unknown: 'sleep' }])
  expect(good.body).toEqual({ mistakes: [], places: [] })
  expect((await ask('control.showScenario', { params: { name: 'broken-search' } })).status).toBe(400)
})
