import { configure, initializeOn, newcomer, owner, register } from '../../../support/resources.ts'
import { expect, rule } from '../../../support/rule.ts'

rule('file-transfer §9', 'a new service owner is answered 200 without a body, and the second time 409', async ({ client }) => {
  const first = await register(client)
  const second = await register(client)
  const known = await register(client, owner)

  expect([first.status, first.text]).toEqual([200, ''])
  expect(second.problem).toMatchObject({ status: 409, code: 'BRO-07002', detail: 'Service owner already exists' })
  expect(known.problem.code).toBe('BRO-07002')
})

rule('decisions §2', 'a service owner of one environment is not one in the other', async ({ clientOf }) => {
  const replies = [await register(clientOf()), await register(clientOf('/production'))]

  expect(replies.map(({ status }) => status)).toEqual([200, 200])
})

rule('file-transfer §2', 'a transfer is refused until the storage of a new service owner is ready', async ({ client, simulator }) => {
  await register(client)
  await configure(client, 'of-my-own', {}, newcomer)

  const before = await initializeOn(client, 'of-my-own')
  await simulator.advance({ until: 'settled' })
  const after = await initializeOn(client, 'of-my-own')

  expect(before.problem).toMatchObject({ status: 503, code: 'BRO-00021' })
  expect(after.status).toBe(200)
})

rule('file-transfer §7.3', 'a service owner needs a name', async ({ client }) => {
  const errorsOf = async (body: object) => (await client.call('resources.createServiceOwner', { as: newcomer, body })).problem.errors

  for (const body of [{}, { name: null }, { name: '' }, { name: ' ' }])
    expect(await errorsOf(body)).toEqual({ Name: ['The Name field is required.'] })
  expect(Object.keys((await errorsOf({ name: 1 })) ?? {})).toEqual(['serviceOwnerInitializeExt', '$.name'])
})
