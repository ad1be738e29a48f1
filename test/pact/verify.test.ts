/** Verifies contracts against a running Standin. */
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

/** Verifies one pact of these interactions. Returns each description with its complaints. */
async function whys(...interactions: Written[]) {
  const { url } = await served()
  const { ok, interactions: verified } = await verify({ url, pacts: [pactsIn({ 'web.json': pact('web', ...interactions) })] })
  return { ok, whys: verified.map(({ description, why }) => [description, ...why]) }
}

test('a kept contract is verified, each interaction in a fresh world', async () => {
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

/** Each with its reason. Without their states, the last three would succeed. */
const wrong: Readonly<Record<string, readonly [Written, unknown]>> = {
  'a reply without a field': [
    { ...kept, body: { status: 'Order_Registered', colour: 'red' } },
    'body $: Actual map is missing the following keys: colour',
  ],
  'a reply with another status': [{ ...refused, status: 403 }, 'status: expected 403 but was 401'],
  'an unknown state': [{ ...refused, given: [{ name: 'it rains' }] }, expect.stringContaining('There is no given "it rains". Valid: ')],
  'a given that fails': [
    { ...refused, given: [down, ordered] },
    expect.stringContaining('Given "a notification is ordered" cannot be arranged here. notifications.createOrder answered 503'),
  ],
  'an unknown parameter of a given': [
    { ...refused, given: [{ ...ordered, params: { colour: 'red' } }] },
    expect.stringContaining('Given "a notification is ordered": '),
  ],
}

test('each broken interaction fails for its own reason', async () => {
  const interactions = Object.entries(wrong).map(([description, [interaction]]) => ({ ...interaction, description }))

  expect(await whys(...interactions, refused)).toEqual({
    ok: false,
    whys: [...Object.entries(wrong).map(([description, [, why]]) => [description, why]), [refused.description]],
  })
})

test('a pending interaction does not fail the verification, and its complaint is reported', async () => {
  expect(await whys({ ...refused, status: 403, pending: true })).toMatchObject({
    ok: true,
    whys: [[refused.description, expect.any(String)]],
  })
})

test('environment variables of brokers, filters and proxies change nothing', async () => {
  onTestFinished(() => void vi.unstubAllEnvs())
  vi.stubEnv('PACT_DESCRIPTION', 'nothing of this name')
  vi.stubEnv('PACT_BROKER_BASE_URL', 'http://127.0.0.1:1')
  vi.stubEnv('HTTP_PROXY', 'http://127.0.0.1:1')

  expect(await whys(kept, refused)).toEqual({ ok: true, whys: [['a manifest'], ['a manifest without a token']] })
})

test('a verification sends the admin token', async () => {
  const { url } = await served({ adminToken: 'secret' })
  const pacts = [pactsIn({ 'web.json': pact('web', kept) })]

  expect((await verify({ url: `${url}/`, pacts, adminToken: 'secret' })).ok).toBe(true)
})

test('a verification fails if nothing answers', async () => {
  const pacts = [pactsIn({ 'web.json': pact('web', refused) })]

  await expect(verify({ url: 'http://127.0.0.1:1', pacts })).rejects.toThrow('Nothing answers at http://127.0.0.1:1.')
})

test('a verification fails if another server answers', async () => {
  const { url } = await served()
  const pacts = [pactsIn({ 'web.json': pact('web', refused) })]

  await expect(verify({ url: `${url}${shipmentPath}`, pacts })).rejects.toThrow('is not Standin.')
})

test('a folder without pacts fails', async () => {
  const { url } = await served()

  await expect(verify({ url, pacts: [pactsIn({})] })).rejects.toThrow('There is no pact in')
})
