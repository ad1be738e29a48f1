/** Provider states over HTTP, as verifiers of contracts call them. */

import { fileTransfers } from '../../../src/service/areas/file-transfer/records/file-transfers.ts'
import { givens } from '../../../src/service/failures/givens.ts'
import { refusal } from '../../support/control.ts'
import { expect, rule, test } from '../../support/rule.ts'
import { base } from '../../support/standin.ts'

const published = 'a published file transfer exists'

rule('decisions §12', 'every given is listed, with its parameters and the values that it leaves', async ({ ask }) => {
  const { body } = await ask('control.listProviderStates')
  const one = body.providerStates.find(({ state }: { state: string }) => state === published)

  expect(body.providerStates.map(({ state }: { state: string }) => state)).toEqual(givens.map(({ sentence }) => sentence))
  expect(body.total).toBe(givens.length)
  expect(one).toMatchObject({
    params: {
      content: { type: 'string', default: 'a given file' },
      caller: { enum: ['sender', 'recipient', 'stranger'], default: 'recipient' },
    },
    values: ['fileTransferId', 'token'],
  })
})

rule('decisions §12', 'the values of the reply lead to what was arranged', async ({ ask, send }) => {
  const { body } = await ask('control.arrangeProviderState', { body: { state: published, params: { content: 'mine' }, action: 'setup' } })
  const path = `/broker/api/v1/filetransfer/${body.fileTransferId}/download`
  const download = await send(new Request(base + path, { headers: { authorization: `Bearer ${body.token}` } }))

  expect(await download.text()).toBe('mine')
})

rule('decisions §12', 'a given is arranged in the world and environment of the address', async ({ ask, simulator }) => {
  await ask('control.arrangeProviderState', { body: { state: published }, prefix: '/worlds/mine/production' })
  const { test: tested, production } = simulator.knobs('mine').world.environments

  expect([tested, production].map(({ of }) => of(fileTransfers).size)).toEqual([0, 1])
  expect(simulator.world.environments.test.of(fileTransfers).size).toBe(0)
})

rule('decisions §12', 'tearing down takes the world addressed back to its start, and no other', async ({ ask, simulator }) => {
  await ask('control.arrangeProviderState', { body: { state: published } })
  await ask('control.arrangeProviderState', { body: { state: 'an internal service cannot be reached' }, prefix: '/worlds/mine' })
  await ask('control.arrangeProviderState', { body: { state: published, action: 'setup' }, prefix: '/worlds/other' })
  const torn = await ask('control.arrangeProviderState', { body: { state: '', params: {}, action: 'teardown' }, prefix: '/worlds/mine' })
  await ask('control.arrangeProviderState', { body: { state: published, action: 'teardown' } })

  expect(torn).toMatchObject({ status: 200, body: {} })
  expect(simulator.knobs('mine').world.scenarios.active).toEqual([])
  expect(simulator.world.environments.test.of(fileTransfers).size).toBe(0)
  expect(simulator.world.clock.now()).toBe(Date.parse('2026-06-01T10:00:00Z'))
  expect(simulator.knobs('other').world.environments.test.of(fileTransfers).size).toBe(1)
})

test('an interaction without a state arranges nothing', async ({ ask, simulator }) => {
  const { status, body } = await ask('control.arrangeProviderState', { body: { state: '', params: {}, action: 'setup' } })

  expect([status, body]).toEqual([200, {}])
  expect(simulator.world.journal.calls.list()).toEqual([])
})

test('a state without an action begins anew after a call of the service, and not before', async ({ ask, client, simulator }) => {
  const arrange = (state: string | null) => ask('control.arrangeProviderState', { body: { state } })
  const transfers = () => simulator.world.environments.test.of(fileTransfers).size
  const one = await arrange(published)
  await arrange(published)
  const both = transfers()
  await client.call('fileTransfer.overview', { params: { fileTransferId: one.body.fileTransferId } })
  const after = await arrange(published)

  expect([both, after.status, transfers()]).toEqual([2, 200, 1])
})

test('after a call of the service, an interaction without a state and an action begins in a fresh world', async ({
  ask,
  client,
  simulator,
}) => {
  await client.call('notifications.createOrder', { body: { idempotencyId: 'mine' } })
  const { status, body } = await ask('control.arrangeProviderState', { body: { state: null } })

  expect([status, body]).toEqual([200, {}])
  expect(simulator.world.journal.calls.list()).toEqual([])
})

test('a state with the action setup adds to the world, also after a call of the service', async ({ ask, client, simulator }) => {
  for (const state of [published, published]) {
    await ask('control.arrangeProviderState', { body: { state, action: 'setup' } })
    await client.call('fileTransfer.search', { query: { resourceId: 'standin-plain' } })
  }

  expect(simulator.world.environments.test.of(fileTransfers).size).toBe(2)
})

test('extra members that verifiers of other languages send are accepted', async ({ ask }) => {
  const body = { consumer: 'web', state: 'a notification is ordered', states: ['a notification is ordered'], params: null }

  expect((await ask('control.arrangeProviderState', { body })).status).toBe(200)
})

test('an unknown state is refused with the known ones', async ({ ask }) => {
  const refused = await ask('control.arrangeProviderState', { body: { state: 'it rains' } })

  expect(refused.status).toBe(400)
  expect(refused.body.detail).toContain('Unknown given: "it rains".')
  expect(refused.body.choices).toEqual(givens.map(({ sentence }) => sentence))
})

test.for([
  [{ state: published, params: { size: 1 } }, `Given "${published}"`],
  [{ state: published, params: { caller: 'nobody' } }, `Given "${published}"`],
  [{ state: published, action: 'set up' }, 'body.action'],
  [{ state: 'a publshed file transfer exist' }, `Unknown given: "a publshed file transfer exist". Did you mean ${published}?`],
  [{ params: {} }, 'body.state is missing'],
  [{ state: published, parameters: {} }, 'unknown member "parameters"'],
] as const)('%j is refused', async ([body, detail], { ask }) => {
  expect(await ask('control.arrangeProviderState', { body })).toMatchObject(refusal(400, detail))
})

test('a given that the service refuses is answered 409 with the reason', async ({ ask }) => {
  await ask('control.activateScenario', { params: { name: 'outage-authorization' } })
  expect(await ask('control.arrangeProviderState', { body: { state: published } })).toMatchObject(
    refusal(409, 'fileTransfer.initialize returned 503'),
  )
})

test('addresses in a given begin with the base of the call', async ({ ask, simulator }) => {
  await ask('control.arrangeProviderState', { body: { state: 'a notification is ordered' }, prefix: '/worlds/mine' })
  const [line] = simulator.knobs('mine').world.journal.calls.list()

  expect(line?.replyHeaders?.location).toMatch(/^http:\/\/standin\.test\/worlds\/mine\//)
})
