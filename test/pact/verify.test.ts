/** What a verification must not let pass. */
import { expect, onTestFinished, test, vi } from 'vitest'
import { verify } from '../../src/pact/verify.ts'
import { pact, pactsIn, served, shipmentPath, type Written } from '../support/pacts.ts'

const ordered = { name: 'a notification is ordered' }
const path = '/future/shipment/{shipmentId}'
const kept: Written = {
  description: 'a manifest',
  given: [ordered],
  path,
  status: 200,
  body: { status: 'Order_Registered', recipients: [] },
}
const refused: Written = { description: 'a manifest without a token', status: 401, body: { status: 401, title: 'Unauthorized' } }

/** Verifies one pact of these interactions, and says of each what is wrong. */
async function whys(...interactions: Written[]) {
  const { url } = await served()
  const { ok, interactions: verified } = await verify({ url, pacts: [pactsIn({ 'web.json': pact('web', ...interactions) })] })
  return { ok, whys: verified.map(({ description, why }) => [description, ...why]) }
}

test('a contract that is kept is verified, each interaction in a world that nobody used', async () => {
  const { url, simulator } = await served()
  const pacts = [pactsIn({ 'web.json': pact('web', kept, { ...kept, description: 'again' }, refused), 'app.json': pact('app', kept) })]
  const { ok, interactions } = await verify({ url: `${url}/worlds/mine`, pacts })

  expect(ok).toBe(true)
  expect(interactions.map(({ consumer, description, given, why }) => [consumer, description, given, why])).toEqual([
    ['app', 'a manifest', ['a notification is ordered'], []],
    ['web', 'a manifest', ['a notification is ordered'], []],
    ['web', 'again', ['a notification is ordered'], []],
    ['web', 'a manifest without a token', [], []],
  ])
  expect(simulator.knobs('mine').world.journal.calls.list()).toEqual([])
  expect(simulator.world.journal.calls.list()).toEqual([])
})

const down = { name: 'an internal service cannot be reached', params: { service: 'database' } }

/** Each with its reason; the requests of the last three would be answered as agreed. */
const wrong: Readonly<Record<string, readonly [Written, unknown]>> = {
  'a reply without a field': [
    { ...kept, body: { status: 'Order_Registered', colour: 'red' } },
    'body $: Actual map is missing the following keys: colour',
  ],
  'a reply with another status': [{ ...refused, status: 403 }, 'status: expected 403 but was 401'],
  'a state that no given names': [
    { ...refused, given: [{ name: 'it rains' }] },
    expect.stringContaining('There is no given "it rains". Valid: a caller may order notifications, '),
  ],
  'a given that throws': [
    { ...refused, given: [down, ordered] },
    expect.stringContaining('Given "a notification is ordered" cannot be arranged here. notifications.createOrder answered 503'),
  ],
  'a parameter that a given does not have': [
    { ...refused, given: [{ ...ordered, params: { colour: 'red' } }] },
    expect.stringContaining('Given "a notification is ordered": '),
  ],
}

test('what is not as agreed fails, each interaction for a reason of its own', async () => {
  const interactions = Object.entries(wrong).map(([description, [interaction]]) => ({ ...interaction, description }))

  expect(await whys(...interactions, refused)).toEqual({
    ok: false,
    whys: [...Object.entries(wrong).map(([description, [, why]]) => [description, why]), [refused.description]],
  })
})

test('an interaction that is pending fails nothing, and is told of', async () => {
  expect(await whys({ ...refused, status: 403, pending: true })).toMatchObject({
    ok: true,
    whys: [[refused.description, expect.any(String)]],
  })
})

test('what the environment says of brokers, filters and proxies changes nothing', async () => {
  onTestFinished(() => void vi.unstubAllEnvs())
  vi.stubEnv('PACT_DESCRIPTION', 'nothing of this name')
  vi.stubEnv('PACT_BROKER_BASE_URL', 'http://127.0.0.1:1')
  vi.stubEnv('HTTP_PROXY', 'http://127.0.0.1:1')

  expect(await whys(kept, refused)).toEqual({ ok: true, whys: [['a manifest'], ['a manifest without a token']] })
})

test('control rows that demand a token get it', async () => {
  const { url } = await served({ adminToken: 'secret' })
  const pacts = [pactsIn({ 'web.json': pact('web', kept) })]

  expect((await verify({ url: `${url}/`, pacts, adminToken: 'secret' })).ok).toBe(true)
})

test('where nothing answers, nothing is verified', async () => {
  const pacts = [pactsIn({ 'web.json': pact('web', refused) })]

  await expect(verify({ url: 'http://127.0.0.1:1', pacts })).rejects.toThrow('Nothing answers at http://127.0.0.1:1.')
})

test('where something else answers, nothing is verified', async () => {
  const { url } = await served()
  const pacts = [pactsIn({ 'web.json': pact('web', refused) })]

  await expect(verify({ url: `${url}${shipmentPath}`, pacts })).rejects.toThrow('is no Standin.')
})

test('a folder without pacts is no success', async () => {
  const { url } = await served()

  await expect(verify({ url, pacts: [pactsIn({})] })).rejects.toThrow('There is no pact in')
})
