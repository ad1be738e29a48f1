/** Callers with limits of their own, over HTTP. */
import { expect, test } from 'vitest'
import { control, refusal } from '../../support/control.ts'
import { rule } from '../../support/rule.ts'
import { fixtures } from '../../support/standin.ts'

const rich = { ...fixtures, callers: [{ orgNo: '347147753', limits: { 'fileTransfer.search': 600 } }] }
const search = { as: { orgNo: '347147753', clientId: 'mine' }, query: { resourceId: 'standin-plain' } }

const limitIn = ({ headers }: { readonly headers: Headers }) => /q=(\d+)/.exec(headers.get('ratelimit-policy') ?? '')?.[1]

rule('decisions §4', 'a caller gets limits of its own, and the usual ones again', async () => {
  const { ask, client, simulator } = control({ rateLimits: 'current', fixtures: rich })
  const limit = async () => limitIn(await client.call('fileTransfer.search', search))
  const limits = [await limit()]
  const put = await ask('control.putCaller', { params: { caller: 'mine' }, body: { limits: { 'fileTransfer.search': 45 } } })
  limits.push(await limit())
  await ask('control.removeCaller', { params: { caller: 'mine' } })
  limits.push(await limit())
  await ask('control.removeCaller', { params: { caller: '347147753' } })
  limits.push(await limit())

  expect(put.body).toEqual({ caller: 'mine', limits: { 'fileTransfer.search': 45 } })
  expect(limits).toEqual(['600', '45', '600', '30'])
  expect(simulator.callers.list()).toEqual({ callers: [], total: 0, next: null })
})

rule('decisions §12', 'the callers are listed, those of the fixtures first', async () => {
  const { ask, simulator } = control({ fixtures: rich })
  await ask('control.putCaller', { params: { caller: 'mine' }, body: { limits: {} } })
  const { body } = await ask('control.listCallers')

  expect(body).toEqual(simulator.callers.list())
  expect(body.callers).toEqual([
    { caller: '347147753', limits: { 'fileTransfer.search': 600 } },
    { caller: 'mine', limits: {} },
  ])
})

test('a change concerns one world', async () => {
  const { ask } = control({ fixtures: rich })
  await ask('control.makeWorld', { params: { name: 'other' } })
  await ask('control.removeCaller', { params: { caller: '347147753' }, prefix: '/worlds/other' })

  expect((await ask('control.listCallers')).body.total).toBe(1)
  expect((await ask('control.listCallers', { prefix: '/worlds/other' })).body.total).toBe(0)
})

test('a caller without limits of its own is not found, and an operation without a limit is refused', async () => {
  const { ask } = control({ fixtures: rich })

  expect(await ask('control.removeCaller', { params: { caller: 'mine' } })).toMatchObject({
    status: 404,
    body: { choices: ['347147753'] },
  })
  expect(await ask('control.putCaller', { params: { caller: 'mine' }, body: { limits: { 'events.readEvents': 1 } } })).toMatchObject(
    refusal(400, 'body.limits'),
  )
})
