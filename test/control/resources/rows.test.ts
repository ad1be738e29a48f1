/** Resources over HTTP: listed, changed, removed. */
import { control, refusal } from '../../support/control.ts'
import { initializeOn, owner } from '../../support/resources.ts'
import { expect, rule, test } from '../../support/rule.ts'
import { base } from '../../support/standin.ts'

rule('decisions §12', 'the resources of both environments are listed with their configuration', async ({ ask, simulator }) => {
  const { resources, total } = (await ask('control.listResources')).body

  expect(total).toBe(resources.length)
  expect(resources).toEqual(simulator.resources.list().resources)
  expect(resources.filter(({ id }: { id: string }) => id === 'standin-short')).toEqual(
    ['test', 'production'].map((environment) => expect.objectContaining({ environment, timeToLive: 'PT600S', gracePeriod: 'PT60S' })),
  )
})

rule('decisions §12', 'a resource is added in one environment, and its rules hold at once', async () => {
  const { ask, client, simulator } = control({ openResources: false })
  const before = await initializeOn(client, 'mine')
  const body = { owner: '991825827', timeToLive: '8d', maxFileTransferSize: 10 }
  const added = await ask('control.putResource', { params: { id: 'mine' }, body })
  const after = await initializeOn(client, 'mine')

  expect([before.status, added.status, after.status]).toEqual([403, 201, 200])
  expect(added.body).toMatchObject({ id: 'mine', environment: 'test', timeToLive: 'P8D', purgeAfterConfirmed: true, gracePeriod: null })
  expect((await ask('control.showResource', { params: { id: 'mine' } })).body).toEqual(added.body)
  expect((await ask('control.showResource', { params: { id: 'mine' }, prefix: '/production' })).status).toBe(404)
  expect(simulator.resources.find('test', 'mine')).toEqual(added.body)
})

test('a resource is replaced as a whole', async ({ ask }) => {
  const replaced = await ask('control.putResource', { params: { id: 'standin-small' }, body: { gracePeriod: 'PT5M' } })

  expect(replaced).toMatchObject({ status: 200, body: { owner: null, maxFileTransferSize: null, gracePeriod: 'PT300S' } })
})

test('a resource of the fixtures is removed, and can be added again', async () => {
  const { ask, client, simulator } = control({ openResources: false })
  const params = { id: 'standin-plain' }
  const removed = await ask('control.removeResource', { params })
  const refused = await initializeOn(client, 'standin-plain')
  const again = await ask('control.removeResource', { params })
  await ask('control.putResource', { params, body: { owner: owner.orgNo } })

  expect([removed.status, refused.status, again.status, (await initializeOn(client, 'standin-plain')).status]).toEqual([204, 403, 404, 200])
  expect(again.body.choices).not.toContain('standin-plain')
  expect(simulator.resources.list().resources.filter(({ id }) => id === 'standin-plain')).toHaveLength(2)
})

test('a reset brings the resources of the fixtures back', async ({ ask }) => {
  const params = { id: 'standin-plain' }
  await ask('control.removeResource', { params })
  await ask('control.reset')

  expect((await ask('control.showResource', { params })).status).toBe(200)
})

test.for([
  [{ ownr: '991825827' }, 'body: unknown member "ownr". Did you mean owner? Valid: owner, '],
  [{ owner: '12' }, 'body.owner: "12": An organization number has 9 digits.'],
  [{ timeToLive: 'soon' }, 'body.timeToLive: "soon" is neither a duration of fixed length, such as 30s'],
] as const)('the resource %j is refused', async ([body, detail], { ask, send }) => {
  expect(await ask('control.putResource', { params: { id: 'mine' }, body })).toMatchObject(refusal(400, detail))
  expect((await send(new Request(`${base}/_standin/resources/mine`))).status).toBe(404)
})
