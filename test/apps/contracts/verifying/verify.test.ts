/** Verifies contracts against a running Standin. */

import { expect, onTestFinished, test, vi } from 'vitest'
import { verify } from '../../../../src/apps/contracts/verifying/verify.ts'
import type { Identity } from '../../../../src/service/areas/client.ts'
import { shipments } from '../../../../src/service/areas/notifications/records.ts'
import { pact, pactsIn, served, shipmentPath, type Written } from '../../../support/pacts.ts'

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
  'an unknown state': [{ ...refused, given: [{ name: 'it rains' }] }, expect.stringContaining('Unknown given: "it rains". Valid: ')],
  'a given that fails': [
    { ...refused, given: [down, ordered] },
    expect.stringContaining('Given "a notification is ordered" cannot be set up here. notifications.createOrder returned 503'),
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

const published = { name: 'a published file transfer exists', params: { content: '\u0000\u0001\u0002\u00ff' } }
const transfers = '/broker/api/v1/filetransfer'
const bytes = new TextEncoder().encode(published.params.content)
const overview: Written = {
  description: 'an overview',
  given: [published],
  path: `${transfers}/{fileTransferId}`,
  status: 200,
  body: { fileTransferId: 'any' },
  exact: { body: { '$.fileTransferId': '{fileTransferId}' } },
}
const download: Written = {
  description: 'a download',
  given: [published],
  path: `${transfers}/{fileTransferId}/download`,
  status: 200,
  bytes,
}

test('the values that a state left and the bytes of a file are compared one by one', async () => {
  const kept = [overview, download]
  const broken: readonly (readonly [Written, string])[] = [
    [
      { ...overview, description: 'another value', exact: { body: { '$.fileTransferId': '{token}' } } },
      'body $.fileTransferId: the state provided',
    ],
    [
      {
        ...overview,
        description: 'another place',
        body: { recipients: [{ recipient: 'any' }] },
        exact: { body: { "$.recipients[*]['recipient']": '{fileTransferId}' } },
      },
      "body $.recipients[*]['recipient']: the state provided",
    ],
    [
      { ...overview, description: 'no such value', exact: { body: { '$.fileTransferId': '{shipmentId}' } } },
      'body $.fileTransferId: its states provided no shipmentId',
    ],
    [
      { ...overview, description: 'a header', body: undefined, exact: { header: { 'x-standin-call': '{fileTransferId}' } } },
      'header x-standin-call: the state provided',
    ],
    [
      { ...download, description: 'another byte', bytes: bytes.with(0, 7) },
      'body: 5 bytes were expected, but different bytes were received (5)',
    ],
  ]

  expect(await whys(...kept, ...broken.map(([interaction]) => interaction))).toEqual({
    ok: false,
    whys: [
      ...kept.map(({ description }) => [description]),
      ...broken.map(([{ description }, why]) => [description, expect.stringContaining(why)]),
    ],
  })
})

const told = { name: published.name, params: {} }
const message = (description: string, role: string, instance = '{fileTransferId}') => ({
  type: 'Asynchronous/Messages',
  description,
  pending: false,
  providerStates: [told],
  contents: { content: { resourceinstance: 'any', data: { Role: role } }, contentType: 'application/json', encoded: false },
  matchingRules: { body: { '$.resourceinstance': { combine: 'AND', matchers: [{ match: 'type' }] } } },
  generators: { body: { '$.resourceinstance': { type: 'ProviderState', expression: instance.replace('{', '${') } } },
})

test('messages are verified beside calls, with the values that their states left', async () => {
  const { url } = await served({ adminToken: 'secret' })
  const { interactions: calls, ...parties } = pact('web', overview)
  const interactions = [
    ...calls,
    message('no.altinn.broker.published for the recipient', 'Recipient'),
    message('no.altinn.broker.published for the sender', 'Recipient'),
    message('no.altinn.broker.published for the sender, with another value', 'Sender', '{token}'),
    message('no.altinn.broker.uploadfailed', 'Sender'),
  ]
  const verification = await verify({ url, adminToken: 'secret', pacts: [pactsIn({ 'web.json': { ...parties, interactions } })] })

  expect(verification.interactions.map(({ why }) => why)).toEqual([
    [],
    [],
    [expect.stringContaining("body $.data.Role: Expected 'Sender'")],
    [expect.stringContaining('body $.resourceinstance: the state provided')],
    ['No event matches "no.altinn.broker.uploadfailed". Set up a state that publishes one.'],
  ])
})

test('messages are left out where another implementation is verified', async () => {
  const { url, simulator } = await served({ clock: 'real', pace: 'instant' })
  const { interactions, ...parties } = pact('web', refused)
  const both = [...interactions, message('no.altinn.broker.published', 'Sender')]
  const { ok, leftOut } = await verify({
    url,
    pacts: [pactsIn({ 'web.json': { ...parties, interactions: both } })],
    token: async (as) => (await simulator.token(as)).token,
  })

  expect(ok).toBe(true)
  expect(leftOut.map(({ description, why }) => [description, why])).toEqual([
    ['no.altinn.broker.published', 'only Standin can provide its messages to a verifier'],
  ])
})

const forbidden: Written = {
  description: 'forbidden',
  given: [{ ...published, params: { caller: 'stranger' } }],
  path: overview.path ?? '',
  status: 403,
  dialect: 'spec',
}
const unauthorized: Written = { ...forbidden, description: 'unauthorized', status: 401, dialect: 'live' }

test.each(['spec', 'live'] as const)('in the dialect %s, interactions of the other one are left out by name', async (dialect) => {
  const { url, simulator } = await served()
  const {
    ok,
    dialect: verified,
    interactions,
    leftOut,
  } = await verify({
    url: `${url}/worlds/mine`,
    dialect,
    pacts: [pactsIn({ 'web.json': pact('web', overview, forbidden, unauthorized) })],
  })
  const [mine, other] = dialect === 'spec' ? [forbidden, unauthorized] : [unauthorized, forbidden]

  expect([ok, verified]).toEqual([true, dialect])
  expect(interactions.map(({ description }) => description)).toEqual([overview.description, mine.description])
  expect(leftOut).toMatchObject([
    { consumer: 'web', description: other.description, given: [published.name], why: `it is for the ${other.dialect} dialect` },
  ])
  expect(simulator.knobs('mine').dialect.show()).toEqual({ dialect: 'spec' })
})

test('without a dialect, the one of Standin is verified', async () => {
  const { url } = await served({ dialect: 'live' })
  const { interactions } = await verify({
    url: `${url}/worlds/new`,
    pacts: [pactsIn({ 'web.json': pact('web', forbidden, unauthorized) })],
  })

  expect(interactions.map(({ description, why }) => [description, why])).toEqual([[unauthorized.description, []]])
})

test('pacts fail when every interaction is left out', async () => {
  const { url } = await served()
  const pacts = [pactsIn({ 'web.json': pact('web', unauthorized) })]

  await expect(verify({ url, pacts })).rejects.toThrow('There is nothing to verify in')
  await expect(verify({ url, pacts })).rejects.toThrow('it is for the live dialect')
})

test('with tokens, calls alone arrange the states, and what no call brings about is left out by name', async () => {
  const { url, simulator } = await served({ clock: 'real', pace: 'instant', adminToken: 'secret' })
  const unreachable: Written = { ...kept, description: 'an outage', given: [down], status: 503, body: { code: 'NOT-00004' } }
  const unknown: Written = { ...refused, description: 'unknown', given: [{ name: 'it rains' }] }
  const asked: string[] = []
  const { interactions, leftOut } = await verify({
    url,
    pacts: [pactsIn({ 'web.json': pact('web', overview, refused, unreachable, unknown) })],
    async token(as) {
      asked.push(`${as.orgNo} ${as.scope}`)
      return (await simulator.token(as)).token
    },
  })

  expect(interactions.map(({ description, why }) => [description, ...why])).toEqual([
    [overview.description],
    [refused.description],
    ['unknown', expect.stringContaining('Unknown given: "it rains".')],
  ])
  expect(leftOut).toMatchObject([
    { consumer: 'web', description: 'an outage', given: [down.name], why: 'calls cannot set up "an internal service cannot be reached"' },
  ])
  expect(asked).toEqual(['347147753 altinn:broker.write', '370916446 altinn:broker.read'])
})

test('with tokens, each state has an order of its own, also where earlier runs left theirs', async () => {
  const { url, simulator } = await served({ clock: 'real', pace: 'real' })
  const again = { ...kept, description: 'a manifest again' }
  const token = async (as: Identity) => (await simulator.token(as)).token
  const pacts = [pactsIn({ 'web.json': pact('web', kept, again) })]

  for (const run of [1, 2]) expect([run, (await verify({ url, pacts, token })).ok]).toEqual([run, true])
  expect(simulator.world.environments.test.of(shipments).size).toBe(4)
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

  const token = async () => 'a-token'

  for (const other of [{}, { token }]) {
    await expect(verify({ url: 'http://127.0.0.1:1', pacts, ...other })).rejects.toThrow('Cannot connect to http://127.0.0.1:1: ')
  }
})

test('a verification fails if another server answers', async () => {
  const { url } = await served()
  const pacts = [pactsIn({ 'web.json': pact('web', refused) })]

  await expect(verify({ url: `${url}${shipmentPath}`, pacts })).rejects.toThrow('is not Standin.')
})

test('a folder without pacts fails', async () => {
  const { url } = await served()

  await expect(verify({ url, pacts: [pactsIn({})] })).rejects.toThrow('No pacts found in')
})
