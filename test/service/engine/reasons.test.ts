/** Every refusal has a reason in its journal line, and every cause has a reason of its own. */
import { type RefusalKey, refusals } from '../../../src/service/areas/areas.ts'
import { reasonOf } from '../../../src/service/engine/stages/say.ts'
import { Refusal } from '../../../src/service/wire/refusal.ts'
import { scopes } from '../../../src/service/wire/vocabulary.ts'
import {
  confirmed,
  initialized,
  otherRecipient,
  published,
  recipient,
  request,
  sender,
  stranger,
  unknownId,
  withoutOrganization,
} from '../../support/file-transfers.ts'
import { brg, orderTo, placed, toEmail, toPerson, ttd } from '../../support/orders.ts'
import { expect, rule, test } from '../../support/rule.ts'
import { type Standin, standin } from '../../support/standin.ts'

const lastLine = ({ simulator }: Standin) => simulator.world.journal.calls.list().at(-1)
const why = (here: Standin) => lastLine(here)?.why ?? ''

test('every refusal of the catalogue has a reason in words', () => {
  for (const key of Object.keys(refusals) as RefusalKey[]) expect(reasonOf(new Refusal(key))).toMatch(new RegExp(`^${key}: \\S.{7}`))
})

test('a reason names the fields and their messages, and stays short', () => {
  const errors = Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`field${at}`, ['is wrong', 'x'.repeat(1000)]]))
  const reason = reasonOf(new Refusal('validation', {}, errors))

  expect(reason).toContain('field0: is wrong x')
  expect(reason).toMatch(/; and 4 more$/)
  expect(reason.length).toBeLessThan(1200)
})

type Cause = (here: Standin) => Promise<unknown>

const shipment =
  (id: string, as = ttd): Cause =>
  ({ client }) =>
    client.call('notifications.getShipment', { as, params: { id } })
const overview =
  (as: typeof stranger): Cause =>
  async ({ client }) =>
    client.call('fileTransfer.overview', { as, params: { fileTransferId: await published(client) } })
const start =
  (over: object, as = sender): Cause =>
  ({ client }) =>
    client.call('fileTransfer.initialize', { as, body: { ...request, ...over } })
const resource =
  (resourceId: string): Cause =>
  ({ client }) =>
    client.call('resources.getResource', { as: { orgNo: '326403849', scope: scopes.serviceOwner }, params: { resourceId } })
const download =
  (make: typeof published): Cause =>
  async ({ client }) =>
    client.call('fileTransfer.download', { as: recipient, params: { fileTransferId: await make(client) } })
const withToken =
  (authorization: (here: Standin) => string | Promise<string>): Cause =>
  async (here) =>
    here.client.call('fileTransfer.search', {
      as: null,
      headers: { authorization: await authorization(here) },
      query: { resourceId: 'standin-plain' },
    })
const orderOf =
  (...ids: string[]): Cause =>
  ({ client }) =>
    client.call('notifications.createOrder', {
      as: ttd,
      body: orderTo(toPerson(ids[0] ?? ''), {
        reminders: ids.slice(1).map((id) => ({ delayDays: 1, sendersReference: 'r', recipient: toPerson(id) })),
      }),
    })

/** By refusal: what a tester wants to tell apart. */
const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')

const causes: Partial<Record<RefusalKey, Readonly<Record<string, Cause>>>> = {
  'BRO-00006': {
    'a stranger reads': overview(stranger),
    'a stranger confirms': async ({ client }) =>
      client.call('fileTransfer.confirmDownload', { as: stranger, params: { fileTransferId: await published(client) } }),
    'a recipient uploads': async ({ client }) =>
      client.call('fileTransfer.upload', { as: recipient, params: { fileTransferId: await initialized(client) }, body: new Uint8Array(1) }),
    'the sender is another organization': start({ sender: `0192:${otherRecipient.orgNo}` }),
    'the resource does not exist': ({ client }) => client.call('fileTransfer.search', { as: sender, query: { resourceId: 'a:b' } }),
    'the resource belongs to another owner': resource('standin-unscanned'),
    'no organization': async (here) => {
      const params = { fileTransferId: await published(here.client) }
      await here.client.call('fileTransfer.overview', { ...(await withoutOrganization(here.simulator)), params })
    },
  },
  'BRO-00025': { 'no such resource': resource('nowhere:at-all'), 'not configured': resource('standin-unconfigured') },
  'BRO-00007': {
    'no file yet': download(initialized),
    'being scanned': download(async (client) => {
      const id = await initialized(client)
      await client.call('fileTransfer.upload', { as: sender, params: { fileTransferId: id }, body: new TextEncoder().encode('x') })
      return id
    }),
  },
  'NOT-00003': {
    unknown: shipment(unknownId),
    'of another organization': async (here) => shipment((await placed(here, toEmail()))[0], brg)(here),
  },
  'not-cancellable': {
    'already sent': async (here) => {
      const [id] = await placed(here, toEmail())
      await here.simulator.advance({ until: 'settled' })
      await here.client.call('notifications.cancelOrder', { as: ttd, params: { id } })
    },
    'due soon': async (here) => {
      const [id] = await placed(here, toEmail(), { requestedSendTime: '2026-06-01T10:04:00Z' })
      await here.client.call('notifications.cancelOrder', { as: ttd, params: { id } })
    },
  },
  'NOT-00001': {
    'the main recipient': orderOf('02838039440'),
    'the recipient of a reminder': orderOf('12838590150', '02838039440'),
  },
  'unreadable-media-type': {
    'another type': ({ client }) =>
      client.call('fileTransfer.initialize', { as: sender, headers: { 'content-type': 'text/plain' }, body: 'x' }),
  },
  unauthenticated: {
    'no header': ({ client }) => client.call('fileTransfer.search', { as: null, query: { resourceId: 'standin-plain' } }),
    'another scheme': withToken(() => 'Basic abc'),
    'no JWT': withToken(() => 'Bearer abc'),
    expired: withToken(async ({ simulator }) => {
      const { token } = await simulator.token({ ttl: 1 })
      await simulator.advance({ by: 2_000 })
      return `Bearer ${token}`
    }),
    'a changed payload': withToken(async ({ simulator }) => {
      const [head, payload = '', signature] = (await simulator.token({})).token.split('.')
      const claims = { ...JSON.parse(Buffer.from(payload, 'base64url').toString()), scope: 'more' }
      return `Bearer ${head}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.${signature}`
    }),
    'an unsigned token': withToken(() => `Bearer ${[{ alg: 'none' }, {}].map(encoded).join('.')}.`),
    'another issuer': withToken(
      () => `Bearer ${[{ alg: 'RS256' }, { iss: 'https://evil.example/', exp: 9e9 }, {}].map(encoded).join('.')}`,
    ),
  },
  validation: {
    'one field': start({ fileName: '' }),
    'another field': start({ sendersFileTransferReference: '' }),
    'no JSON': ({ client }) => client.call('fileTransfer.initialize', { as: sender, body: '{' }),
  },
}

for (const [key, each] of Object.entries(causes)) {
  test(`${key}: the journal tells its causes apart`, async () => {
    const reasons = new Map<string, string>()
    for (const [name, bring] of Object.entries(each)) {
      const here = standin()
      await bring(here)
      expect(why(here), name).toMatch(new RegExp(`^${key}: \\S.{7}`))
      reasons.set(why(here), name)
    }
    expect([...reasons.values()]).toEqual(Object.keys(each))
  })
}

test('an unsigned token is called so, with and without claims and a signature', async () => {
  const [none, signed, claims, empty] = [{ alg: 'None' }, { alg: 'RS256' }, { scope: 'a' }, {}].map(encoded)
  for (const token of [`${none}.${empty}.`, `${none}.${claims}.x`, `${none}..`, `${signed}.${claims}.`]) {
    const here = standin()
    await here.client.call('fileTransfer.search', { as: null, headers: { authorization: `Bearer ${token}` } })

    expect([token, why(here)]).toEqual([token, expect.stringContaining('the token is not signed')])
  }
})

rule('decisions §12', 'the line says whose contact details are missing', async ({ here }) => {
  await orderOf('12838590150', '02838039440')(here)

  expect(why(here)).toBe('NOT-00001: the register contains no address for 02838039440 (EmailPreferred, reminder 1)')
})

rule('decisions §6', 'the line says that a request was a repeated one', async ({ here }) => {
  await placed(here, toEmail())
  await here.client.call('notifications.createOrder', { as: ttd, body: orderTo(toEmail()) })

  expect(why(here)).toMatch(/^a retry: order \S+ already has this idempotencyId/)
})

rule('decisions §12', 'the line says that a scenario does not exist, and that a scenario or a preference refused', async ({ here }) => {
  const said = async (headers: Record<string, string>) => {
    await here.client.call('notifications.getShipment', { as: ttd, params: { id: unknownId }, headers })
    return why(here)
  }

  expect(await said({ 'x-standin-scenario': 'unavailabel' })).toContain('Unknown scenario: "unavailabel"')
  expect(await said({ 'x-standin-scenario': 'unavailable' })).toBe('NOT-00004: the scenario unavailable refuses the call')
  expect(await said({ 'x-standin-scenario': 'bad-gateway' })).toBe('the scenario bad-gateway replied instead of the service')
  expect(await said({ prefer: 'code=NOT-00002' })).toBe('NOT-00002: the call requests it (Prefer)')
  expect(await said({ prefer: 'code=418' })).toBe('418: the call requests it (Prefer)')
  expect(await said({ 'x-standin-scenario': 'outage-database' })).toBe('unreachable: the internal service database cannot be reached')
})

test('what the client gets names no reason of the journal', async ({ here }) => {
  const { text } = await here.client.call('fileTransfer.overview', {
    as: stranger,
    params: { fileTransferId: await published(here.client) },
  })

  expect(text).not.toContain('the sender or a recipient')
})

test('the reason distinguishes confirmed files and unused things from wrong ones', async ({ here }) => {
  const fileTransferId = await confirmed(here.client)
  await here.client.call('fileTransfer.confirmDownload', { as: recipient, params: { fileTransferId } })

  expect(why(here)).toBe("BRO-00010: the file transfer's status is AllConfirmedDownloaded, not Published")
})
