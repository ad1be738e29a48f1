import { expect, test } from 'vitest'
import { nodePlatform } from '../../../../src/platform/node.ts'
import { anyDocument, anyName, Misuse } from '../../../../src/service/wire/misuse.ts'
import { initialized, sender } from '../../../support/file-transfers.ts'
import { brg, orderTo, toEmail, toPhone, ttd } from '../../../support/orders.ts'
import { rule } from '../../../support/rule.ts'
import { switchOn } from '../../../support/rules.ts'
import { type Standin, standin } from '../../../support/standin.ts'

const refusing = (code: string, more: object = {}) => ({
  summary: 'Refusing',
  rules: [{ on: 'notifications.getShipment', refuse: { code }, ...more }],
})

function withScenarios(documents: Record<string, object>) {
  const here = standin({ scenarios: () => documents })
  const ask = async (headers: Record<string, string> = {}, prefix = '') =>
    (await here.clientOf(prefix).call('notifications.getShipment', { as: ttd, params: { id: 'x' }, headers })).status
  const asks = async (count: number, headers?: Record<string, string>) => {
    const all: number[] = []
    for (let call = 0; call < count; call++) all.push(await ask(headers))
    return all
  }
  return { ...here, ask, asks }
}

const two = { once: refusing('NOT-00004', { calls: 1 }), always: refusing('NOT-00001'), second: refusing('NOT-00002', { calls: 2 }) }

rule('decisions §12', 'a scenario applies while it is switched on', async () => {
  const { simulator, ask } = withScenarios(two)
  const before = await ask()
  await simulator.scenarios.use(anyName('always'))
  const during = await ask()
  await simulator.scenarios.off(anyName('always'))

  expect([before, during, await ask()]).toEqual([404, 422, 404])
})

rule('decisions §16', 'the scenario switched on last is asked first, and all scenarios count', async () => {
  const { simulator, asks } = withScenarios(two)
  await simulator.scenarios.use(anyName('second'))
  await simulator.scenarios.use(anyName('once'))

  expect(await asks(3)).toEqual([503, 499, 404])

  await simulator.scenarios.use(anyName('second'))
  await simulator.scenarios.use(anyName('always'))
  expect(await asks(3)).toEqual([422, 422, 422])
})

rule('decisions §12', 'a scenario that is switched on again counts from the first call, and goes to the front', async () => {
  const { simulator, asks } = withScenarios(two)
  await simulator.scenarios.use(anyName('once'))
  await simulator.scenarios.use(anyName('always'))
  expect(await asks(2)).toEqual([422, 422])

  await simulator.scenarios.use(anyName('once'))

  expect(await asks(2)).toEqual([503, 422])
})

rule('decisions §12', 'a scenario with a time to live is off after so much world time', async () => {
  const { simulator, ask } = withScenarios(two)
  const { active, until } = await simulator.scenarios.use(anyName('always'), { ttl: 60_000 })
  await simulator.advance({ by: 59_999 })
  const last = await ask()
  await simulator.advance({ by: 1 })

  expect([active, until, last, await ask()]).toEqual([true, '2026-06-01T10:01:00Z', 422, 404])
  expect(await simulator.scenarios.find(anyName('always'))).toMatchObject({ active: false, until: null })
})

rule('decisions §14', 'a header applies a scenario to one call, before the active scenarios', async () => {
  const { simulator, ask } = withScenarios(two)
  await simulator.scenarios.use(anyName('always'))

  expect([await ask({ 'x-standin-scenario': 'once' }), await ask()]).toEqual([503, 422])
})

rule('decisions §14', 'calls are counted also when a header names the scenario', async () => {
  const { asks } = withScenarios(two)

  expect(await asks(3, { 'x-standin-scenario': 'second' })).toEqual([404, 499, 404])
})

rule('decisions §14', 'a call that names an active scenario counts once', async () => {
  const { simulator, asks } = withScenarios(two)
  await simulator.scenarios.use(anyName('second'))

  expect(await asks(3, { 'x-standin-scenario': 'second' })).toEqual([404, 499, 404])
})

rule('decisions §14', 'an unknown scenario is misuse, with the known ones as choices', async () => {
  const { client, simulator } = withScenarios(two)
  simulator.scenarios.define('defined', anyDocument(refusing('NOT-00001')))

  const { status, headers, problem } = await client.call('notifications.getShipment', {
    as: ttd,
    params: { id: 'x' },
    headers: { 'x-standin-scenario': 'twice' },
  })

  expect([status, headers.get('x-standin-misuse')]).toEqual([400, 'true'])
  expect(problem).toMatchObject({ detail: expect.stringContaining('"twice"'), choices: ['always', 'defined', 'once', 'second'] })
  await expect(simulator.scenarios.use(anyName('twice'))).rejects.toMatchObject({ choices: ['always', 'defined', 'once', 'second'] })
  await expect(simulator.scenarios.off(anyName('twice'))).rejects.toThrow(Misuse)
})

rule('decisions §16', 'a scenario holds for one world, in both its environments', async () => {
  const { simulator, ask } = withScenarios(two)
  await simulator.scenarios.use(anyName('always'))

  expect([await ask({}, '/production'), await ask({}, '/worlds/other')]).toEqual([422, 404])
})

rule('decisions §12', 'a scenario can be defined, replaced, and removed again', async () => {
  const { simulator, ask } = withScenarios(two)
  simulator.scenarios.define('mine', anyDocument(refusing('NOT-00001')))
  await simulator.scenarios.use(anyName('mine'))
  const first = await ask()
  simulator.scenarios.define('mine', anyDocument(refusing('NOT-00004')))
  const replaced = await ask()
  await simulator.scenarios.remove(anyName('mine'))

  expect([first, replaced, await ask()]).toEqual([422, 503, 404])
  await expect(simulator.scenarios.remove(anyName('mine'))).rejects.toThrow('"mine"')
})

rule(
  'assumed: a defined scenario hides the built-in scenario with the same name',
  'a built-in scenario can be hidden, not removed',
  async () => {
    const { simulator, asks } = withScenarios(two)
    await simulator.scenarios.use(anyName('once'))
    simulator.scenarios.define('once', anyDocument(refusing('NOT-00001')))
    expect(await asks(2)).toEqual([422, 422])

    await simulator.scenarios.remove(anyName('once'))

    expect(await asks(2)).toEqual([503, 404])
    await expect(simulator.scenarios.remove(anyName('once'))).rejects.toThrow('built in')
  },
)

rule('decisions §12', 'all scenarios can be switched off at once', async () => {
  const { simulator, ask } = withScenarios(two)
  await simulator.scenarios.use(anyName('once'))
  await simulator.scenarios.use(anyName('always'))

  await simulator.scenarios.off()

  expect(await ask()).toBe(404)
  expect(simulator.world.scenarios.active).toEqual([])
})

rule('decisions §12', 'scenarios are listed by name, with their sources', async () => {
  const { simulator } = withScenarios(two)
  simulator.scenarios.define('mine', anyDocument(refusing('NOT-00001')))
  await simulator.scenarios.use(anyName('mine'))

  expect((await simulator.scenarios.list()).scenarios.map(({ name, source, active }) => [name, source, active])).toEqual([
    ['always', 'built-in', false],
    ['mine', 'defined', true],
    ['once', 'built-in', false],
    ['second', 'built-in', false],
  ])
})

async function defined(rules: object[], options: Parameters<typeof standin>[0] = {}): Promise<Standin> {
  const here = standin(options)
  await switchOn(here, rules)
  return here
}

const order = ({ client }: Standin, idempotencyId: string, to: object = toEmail(), as = ttd) =>
  client.call('notifications.createOrder', { as, body: orderTo(to, { idempotencyId }) })

rule('decisions §14', 'counting for each idempotency id makes every order fail once', async () => {
  const here = await defined([{ on: 'notifications.createOrder', per: 'idempotencyId', calls: 1, refuse: { code: 'NOT-00004' } }])
  const all: number[] = []
  for (const key of ['a', 'b', 'a', 'b', 'a']) all.push((await order(here, key)).status)

  expect(all).toEqual([503, 503, 201, 201, 200])
})

rule('decisions §14', 'a body that cannot be read is covered by no rule that looks into it, and refused as usual', async () => {
  const here = await defined([{ on: 'notifications.createOrder', where: { recipient: 'x' }, refuse: { code: 'NOT-00004' } }])

  const replies = [
    await here.client.call('notifications.createOrder', { as: ttd, body: '{' }),
    await here.client.call('notifications.createOrder', { as: ttd, body: {} }),
    await here.client.call('notifications.createOrder', { as: ttd }),
  ]

  expect(replies.map(({ status }) => status)).toEqual([400, 400, 415])
})

rule('decisions §14', 'a rule can be about the transfers of a resource', async () => {
  const here = await defined([{ on: 'fileTransfer', where: { resource: 'standin-kept' }, refuse: { code: 'BRO-00021' } }])
  const initialize = (resourceId: string) =>
    here.client.call('fileTransfer.initialize', {
      as: sender,
      body: {
        fileName: 'a',
        resourceId,
        sendersFileTransferReference: 'r',
        sender: `0192:${sender.orgNo}`,
        recipients: ['0192:370916446'],
      },
    })
  const fileTransferId = await initialized(here.client)

  expect([(await initialize('standin-kept')).status, (await initialize('urn:altinn:resource:standin-kept')).status]).toEqual([503, 503])
  expect((await here.client.call('fileTransfer.overview', { as: sender, params: { fileTransferId } })).status).toBe(200)
})

rule('decisions §14', 'a rule can be about one organization', async () => {
  const here = await defined([{ on: 'all', where: { org: 'brg' }, refuse: { code: 'NOT-00004' } }])

  expect([(await order(here, 'a')).status, (await order(here, 'a', toEmail(), brg)).status]).toEqual([201, 503])
})

rule('decisions §14', 'several effects of one rule work together, the first of the table outermost', async () => {
  const pauses: number[] = []
  const platform = { ...nodePlatform(), pause: async (milliseconds: number) => void pauses.push(milliseconds) }
  const here = await defined(
    [{ on: 'notifications.createOrder', calls: 1, disconnect: { when: 'after-work' }, latency: 'PT2S', outage: 'register' }],
    { platform },
  )

  await expect(order(here, 'a')).rejects.toThrow('fetch failed')

  expect(pauses).toEqual([2_000])
  expect(here.simulator.world.journal.calls.list().at(-1)).toMatchObject({ status: 201, scenario: 'mine', cut: true })
})

rule('decisions §16', 'rules cover jobs as they cover calls', async () => {
  const here = await defined([{ on: 'notifications.sendMessage', calls: '1-2', outage: 'sms' }])
  await order(here, 'a', toPhone())

  const { happened } = await here.simulator.advance({ until: 'settled' })

  expect(happened.filter(({ putOff }) => putOff !== undefined).map(({ what }) => what)).toEqual(Array(2).fill('notifications.sendMessage'))
  expect(here.simulator.world.journal.jobs.list().filter(({ scenario }) => scenario === 'mine')).toHaveLength(2)
})

rule('decisions §14', 'jobs do not use up the calls of a rule that has no effect on them', async () => {
  const here = await defined([{ on: 'all', calls: 2, refuse: { code: 'NOT-00004' } }])
  const first = await order(here, 'a')
  await here.simulator.advance({ until: 'settled' })

  expect([first.status, (await order(here, 'b')).status]).toEqual([201, 503])
})

test('scenario files are read once, on first need', async () => {
  const reads: number[] = []
  const documents = () => {
    reads.push(reads.length)
    return Promise.resolve({ always: refusing('NOT-00001') })
  }
  const here = standin({ scenarios: documents })
  await order(here, 'a')
  expect(reads).toEqual([])

  await here.simulator.scenarios.use(anyName('always'))
  await here.simulator.scenarios.list()
  await order(here, 'b')

  expect(reads).toEqual([0])
})

test('a rule that covers nothing leaves the call as it is', async () => {
  const here = await defined([{ on: 'fileTransfer', refuse: { code: 'NOT-00004' } }])

  expect((await order(here, 'a')).status).toBe(201)
  expect(here.simulator.world.journal.calls.list().at(-1)).toMatchObject({ scenario: null, considered: { covering: [], results: [] } })
})

const perThing = (on: string, more: object = {}) => ({
  summary: 'Once for each thing',
  rules: [{ on, per: 'thing', calls: 1, refuse: { code: 'NOT-00004' }, ...more }],
})

async function withPerThing(document: object) {
  const here = standin({ scenarios: () => ({ mine: document }) })
  await here.simulator.scenarios.use(anyName('mine'))
  let nth = 0
  const order = async (recipient: object, more: object = {}, headers: Record<string, string> = {}) => {
    const body = orderTo(recipient, { idempotencyId: `order-${++nth}`, ...more })
    const reply = await here.client.call('notifications.createOrder', { as: ttd, body, headers })
    return { status: reply.status, id: reply.status < 300 ? reply.body.notification.shipmentId : '' }
  }
  return { ...here, order, ordered: async (...all: Parameters<typeof order>) => (await order(...all)).status }
}

test('with per thing, orders that say the same to the same people are one thing, whatever their idempotencyId is', async () => {
  const { ordered } = await withPerThing(perThing('notifications.createOrder'))
  const reminders = [{ delayDays: 1, recipient: toPhone('+4799999998') }]

  expect([await ordered(toEmail()), await ordered(toEmail()), await ordered(toEmail(), { sendersReference: 'again' })]).toEqual([
    503, 201, 201,
  ])
  expect([await ordered(toEmail('other@example.org')), await ordered(toPhone()), await ordered(toEmail(), { reminders })]).toEqual([
    503, 503, 503,
  ])
  expect([await ordered(toEmail('other@example.org')), await ordered(toPhone()), await ordered(toEmail(), { reminders })]).toEqual([
    201, 201, 201,
  ])
})

test('with per thing, a call for a shipment counts with the call that ordered it', async () => {
  const { order, client } = await withPerThing(perThing('notifications', { calls: '2-3' }))
  const { id } = await order(toPhone())
  const read = async () => (await client.call('notifications.getShipment', { as: ttd, params: { id } })).status

  expect([await read(), await order(toPhone()).then(({ status }) => status), await read()]).toEqual([503, 503, 200])
})

test('with per thing, jobs count for each order that says the same', async () => {
  const { order, simulator } = await withPerThing({
    summary: 'The first sending of each order fails',
    rules: [{ on: 'notifications.sendMessage', per: 'thing', calls: 1, outage: 'sms' }],
  })
  for (const number of ['+4799999999', '+4799999999', '+4799999998']) await order(toPhone(number))
  const { happened } = await simulator.advance({ until: 'settled' })

  const sent = happened.filter(({ what }) => what === 'notifications.sendMessage').map((outcome) => 'putOff' in outcome)
  expect([sent.length, sent.filter((isPutOff) => isPutOff).length]).toEqual([5, 2])
})

test('with per thing, every call for a file transfer counts for this transfer', async () => {
  const here = await withPerThing(perThing('fileTransfer.overview'))
  const ids = [await initialized(here.client), await initialized(here.client)]
  const read = async (fileTransferId = '') =>
    (await here.client.call('fileTransfer.overview', { as: sender, params: { fileTransferId } })).status

  expect([await read(ids[0]), await read(ids[1]), await read(ids[0]), await read(ids[1])]).toEqual([503, 503, 200, 200])
})

test('with per thing, a call that asks for a scenario by header counts by the thing too', async () => {
  const { ordered, simulator } = await withPerThing(perThing('notifications.createOrder'))
  await simulator.scenarios.off()
  const headers = { 'x-standin-scenario': 'mine' }

  expect([await ordered(toEmail(), {}, headers), await ordered(toEmail(), {}, headers), await ordered(toPhone(), {}, headers)]).toEqual([
    503, 201, 503,
  ])
})
