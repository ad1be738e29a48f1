/** Scenarios that a header asks for: each thing asked for meets them anew. */

import { anyDocument, anyName } from '../../../../src/service/wire/misuse.ts'
import { askedCounts } from '../../../../src/service/world/scenario/state.ts'
import { recipient, sender, unknownId } from '../../../support/file-transfers.ts'
import { brg, orderTo, toEmail, ttd } from '../../../support/orders.ts'
import { expect, rule } from '../../../support/rule.ts'
import { standin } from '../../../support/standin.ts'

const refuse = { code: 'NOT-00004' }

function withScenario(...rules: object[]) {
  const here = standin({ scenarios: () => ({ mine: { summary: 'Mine', rules } }) })
  const headers = { 'x-standin-scenario': 'mine' }
  const order = async (idempotencyId: string, more: object = {}, as = ttd) =>
    (
      await here.client.call('notifications.createOrder', {
        as,
        headers: { ...headers, ...more },
        body: orderTo(toEmail('a@example.org'), { idempotencyId }),
      })
    ).status
  const shipment = async (id = unknownId, more: object = {}, prefix = '') =>
    (await here.clientOf(prefix).call('notifications.getShipment', { as: ttd, params: { id }, headers: { ...headers, ...more } })).status
  const search = async (as = sender, more: object = {}) =>
    (await here.client.call('fileTransfer.search', { as, headers: { ...headers, ...more }, query: { resourceId: 'standin-plain' } })).status
  return { ...here, headers, order, shipment, search }
}

const once = { on: 'notifications', calls: 1, refuse }

rule('decisions §14', 'a new order meets the failure anew, and its retry does not', async () => {
  const { order } = withScenario(once)

  expect([await order('one'), await order('one'), await order('two'), await order('two'), await order('one', {}, brg)]).toEqual([
    503, 201, 503, 201, 503,
  ])
})

rule('decisions §14', 'the path, the environment and the caller make a call another one', async () => {
  const { shipment } = withScenario(once)
  const other = unknownId.replace('0', '1')

  expect([await shipment(), await shipment(), await shipment(other), await shipment(unknownId, {}, '/production')]).toEqual([
    503, 404, 503, 503,
  ])
})

rule('decisions §14', 'a body without idempotencyId is recognised by its content, and a form by its fields', async () => {
  const { client, headers } = withScenario({ on: 'fileTransfer', calls: 1, refuse })
  const start = async (fileName: string) => {
    const body = {
      fileName,
      resourceId: 'standin-plain',
      sender: `0192:${sender.orgNo}`,
      recipients: [`0192:${recipient.orgNo}`],
      sendersFileTransferReference: 'r',
    }
    return (await client.call('fileTransfer.initialize', { as: sender, headers, body })).status
  }
  const send = async (fileName: string) => {
    const body = new FormData()
    const fields = {
      FileName: fileName,
      ResourceId: 'standin-plain',
      SendersFileTransferReference: 'r',
      Sender: `0192:${sender.orgNo}`,
      Recipients: `0192:${recipient.orgNo}`,
    }
    for (const [name, value] of Object.entries(fields)) body.append(`Metadata.${name}`, value)
    body.append('FileTransfer', new Blob(['one']), fileName)
    return (await client.call('fileTransfer.initializeAndUpload', { as: sender, headers, body })).status
  }

  expect([await start('a.txt'), await start('a.txt'), await start('b.txt')]).toEqual([503, 200, 503])
  expect([await send('a.txt'), await send('a.txt'), await send('b.txt')]).toEqual([503, 200, 503])
})

rule('decisions §14', 'with run, the header counts every call of that run, and of no other', async () => {
  const { shipment, order } = withScenario({ on: 'notifications', calls: 2, refuse })
  const run = (word: string) => ({ 'x-standin-scenario': `mine; run=${word}` })

  expect([await shipment(unknownId, run('a')), await order('one', run('a')), await order('two', run('a'))]).toEqual([404, 503, 201])
  expect([await order('three', run('b')), await order('four', run('b'))]).toEqual([201, 503])
})

rule('decisions §14', 'a header that names more than a run is misuse', async () => {
  const { client } = withScenario(once)
  const { status, problem } = await client.call('notifications.getShipment', {
    as: ttd,
    params: { id: unknownId },
    headers: { 'x-standin-scenario': 'mine; walk=a' },
  })

  expect([status, problem.detail]).toEqual([400, expect.stringContaining('"walk=a" is not "run="')])
})

rule('decisions §14', 'calls with the header leave the numbers of the calls without it as they are, and the other way round', async () => {
  const { simulator, shipment, client } = withScenario({ on: 'notifications', calls: 2, refuse })
  await simulator.scenarios.use(anyName('mine'))
  const plain = async () => (await client.call('notifications.getShipment', { as: ttd, params: { id: unknownId } })).status

  expect([await plain(), await shipment(), await shipment(), await shipment(), await plain()]).toEqual([404, 404, 503, 404, 503])
})

rule('decisions §14', 'the time of a rule runs from the first call for the same thing', async () => {
  const { simulator, shipment } = withScenario({ on: 'notifications', after: 'PT10S', for: 'PT10S', refuse })
  await simulator.advance({ by: 3_600_000 })
  const first = await shipment()
  await simulator.advance({ by: 10_000 })
  const second = [await shipment(), await shipment(unknownId.replace('0', '1'))]
  await simulator.advance({ by: 10_000 })

  expect([first, ...second, await shipment()]).toEqual([404, 503, 404, 404])
})

rule('decisions §14', 'the journal says when the time of the rule begins', async () => {
  const { simulator, shipment } = withScenario({ on: 'notifications', after: 'PT10S', refuse })
  await simulator.advance({ by: 3_600_000 })
  await shipment()

  expect(simulator.journal.find('1').rules).toEqual(['mine[0]: begins at 2026-06-01T11:00:10Z.'])
})

rule('decisions §14', 'an exhausted limit is exhausted again after its minute, or with run once', async () => {
  const { simulator, search } = withScenario({ on: 'fileTransfer.search', exhaust: {} })
  const run = { 'x-standin-scenario': 'mine; run=a' }
  const first = [await search(), await search(recipient, run)]
  await simulator.advance({ by: 59_999 })
  const during = [await search(), await search(recipient, run)]
  await simulator.advance({ by: 1 })

  expect([first, during, [await search(), await search(recipient, run)]]).toEqual([
    [429, 429],
    [429, 429],
    [429, 200],
  ])
})

rule('decisions §14', 'probability counts for the world: calls for different things are drawn apart', async () => {
  const { shipment } = withScenario({ on: 'notifications', probability: 0.5, refuse })
  const statuses = new Set<number>()
  for (let call = 0; call < 20; call++) statuses.add(await shipment())

  expect(statuses).toEqual(new Set([503, 404]))
})

rule('decisions §14', 'a scenario that is defined anew counts its things anew', async () => {
  const { simulator, order, client, headers } = withScenario(once)
  await order('one')
  simulator.scenarios.define('mine', anyDocument({ summary: 'Mine', rules: [once] }))

  expect(await order('one')).toBe(503)
  expect(
    (
      await client.call('notifications.createOrder', {
        as: ttd,
        headers,
        body: orderTo(toEmail('a@example.org'), { idempotencyId: 'one' }),
      })
    ).status,
  ).toBe(201)
})

rule('decisions §14', 'a world keeps 10,000 counters of things, and forgets the oldest', async () => {
  const { simulator, shipment } = withScenario(once)
  await shipment('first', { 'x-standin-scenario': 'mine; run=first' })
  const asked = simulator.world.of(askedCounts)
  for (let call = 1; call < 10_000; call++) asked.put({ name: `mine run ${call}`, since: 0, calls: [1] })
  await shipment('second')

  expect(asked.size).toBe(10_000)
  expect(asked.get('mine run first')).toBeUndefined()
})
