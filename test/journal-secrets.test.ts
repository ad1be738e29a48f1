/** No secret stands in the journal, by whichever door it is read. */
import { seal } from '../src/platform/machine/any-machine.ts'
import { createSecrets } from '../src/service/world/journal/secrets.ts'
import { control } from './support/control.ts'
import { expect, rule, test } from './support/rule.ts'
import { owner, urn } from './support/subscribers.ts'

/** Each holds a word that the journal must not have. */
const planted = {
  headers: {
    'ocp-apim-subscription-key': 'planted-subscription',
    'proxy-authorization': 'Basic planted-proxy',
    'x-api-key': 'planted-api',
    cookie: 'session=planted-cookie; other=planted-other',
    referer: 'https://me:planted-referer@example.org/?token=planted-token',
  },
  query: {
    resourceId: 'standin-plain',
    token: 'planted-1',
    Key: 'planted-2',
    secret: 'planted-3',
    code: 'planted-4',
    sig: 'planted-5',
    password: 'planted-6',
    access_token: 'planted-7',
    client_assertion: 'planted-8',
    url: 'https://me:planted-9@example.org/?sig=planted-10',
  },
  body: {
    endPoint: 'https://me:planted-11@example.org/hook?token=planted-12&code=planted-13',
    resourceFilter: urn,
    password: 'planted-14',
    client_assertion: 'planted-15',
    assertion: 'planted-16',
    note: { 'access-token': 'planted "17"' },
  },
}

async function called() {
  const here = control()
  const { headers, query, body } = planted
  await here.client.call('fileTransfer.search', { query, headers })
  await here.client.call('events.createSubscription', { as: owner, body, headers })
  await here.client.call('notifications.createOrder', { body: { ...body, ['planted'.repeat(3)]: 1 }, headers })
  await here.simulator.advance({ until: 'settled' })
  const { text } = await here.client.call('authentication.getEnterpriseToken', {
    query: { env: 'tt02', scopes: 'altinn:broker.read', orgNo: '312345676' },
  })
  return { ...here, token: text }
}

rule('decisions §12', 'no door of the journal shows a secret', async () => {
  const { ask, send, simulator, token } = await called()
  const stream = await send(new Request('http://standin.test/_standin/journal/stream', { headers: { 'last-event-id': '0' } }))
  const reader = stream.body?.getReader()
  let streamed = ''
  while ((streamed.match(/"method":"/g) ?? []).length < 4) streamed += new TextDecoder().decode((await reader?.read())?.value)
  await reader?.cancel()
  const lists = [await ask('control.listJournal'), await ask('control.listJournal', { query: { jobs: 'true' } })]
  const ids: string[] = lists.flatMap(({ body }) => body.journal.map(({ id }: { id: string }) => id))
  const full = await Promise.all(ids.map((id) => ask('control.showJournalLine', { params: { id } })))
  const all = JSON.stringify([simulator.world.data.journal, simulator.journal.list(), lists, full]) + streamed

  expect(full).toHaveLength(ids.length)
  expect(all.match(/planted[- ]\S{0,20}/g)).toBeNull()
  expect(all).not.toContain(token.slice(0, 20))
  expect(all).not.toMatch(/eyJ/)
})

rule('decisions §12', 'equal secrets look equal, and a test can look for them', async () => {
  const { ask, simulator } = await called()
  const [search, subscribe] = simulator.world.journal.calls.list()
  const verify = async (where: object) => (await ask('control.verifyJournal', { body: { count: 1, where } })).body.ok

  expect(search?.requestHeaders['x-api-key']).toMatch(/^…[\da-f]{8}$/)
  expect(search?.requestHeaders['x-api-key']).toBe(subscribe?.requestHeaders['x-api-key'])
  expect(search?.requestHeaders.authorization).toMatch(/^Bearer …[\da-f]{8}$/)
  expect(search?.requestHeaders.authorization).not.toBe(subscribe?.requestHeaders.authorization)
  expect(await verify({ path: search?.path ?? '', header: { 'X-Api-Key': 'planted-api' } })).toBe(true)
  expect(await verify({ path: search?.path ?? '', header: { 'X-Api-Key': 'planted-other' } })).toBe(false)
  expect(await verify({ query: { token: 'planted-1' } })).toBe(true)
  expect(await verify({ operation: 'events', body: { endPoint: planted.body.endPoint } }).catch(() => false)).toBeFalsy()
  expect(await verify({ path: subscribe?.path ?? '', body: { endPoint: planted.body.endPoint, password: 'planted-14' } })).toBe(true)
})

test('what a token row is asked and what it answers is a mark, but its refusals are readable', async ({ client, simulator }) => {
  const query = { env: 'tt02', scopes: 'altinn:broker.read', orgNo: '312345676' }
  await client.call('authentication.getEnterpriseToken', { query })
  await client.call('authentication.getEnterpriseToken', { query: { env: 'nowhere' } })
  const [good, bad] = simulator.world.journal.calls.list()

  expect(good?.replyBody).toMatch(/^…[\da-f]{8}$/)
  expect(bad?.replyBody).toMatch(/Parameter must be supplied/)
})

const secrets = createSecrets(() => 'mark')

test.each([
  ['{"token" : "a\\"b", "code": "NOT-00001", "key": "k"}', '{"token" : "…mark", "code": "NOT-00001", "key": "k"}'],
  ['{"Access_Token":"cut off', '{"Access_Token":"…mark'],
  ['{"url":"https:\\/\\/me:you@host\\/?a=1\\u0026sig=x"}', '{"url":"https:\\/\\/…mark@host\\/?a=1\\u0026sig=…mark"}'],
  ['https://a:p@ss@host/x?code=1&b=2#key', 'https://…mark@host/x?code=…mark&b=2#key'],
  ['the token eyJhbGciOiJSUzI1NiJ9.eyJhIjoxfQ.sig-nature is bad', 'the token …mark is bad'],
  ['nothing to hide: 12:30, a@b.example', 'nothing to hide: 12:30, a@b.example'],
])('%s is kept as %s', (text, kept) => {
  expect(secrets.text(text)).toBe(kept)
})

test.each([
  ['a=1&token=x+y&b', 'a=1&token=%E2%80%A6mark&b'],
  ['redirect=https%3A%2F%2Fu%3Ap%40h%2F', 'redirect=https://%E2%80%A6mark@h/'],
  ['%zz=1', '%zz=1'],
])('the query %s is kept as %s', (query, kept) => {
  expect(secrets.query(query)).toBe(kept)
})

rule(
  'decisions §12',
  'a header is hidden by its name: those of the table, those with token, secret or password in it, and those that end in -key',
  () => {
    const hidden = [
      'dpop',
      'x-csrf-token',
      'X-Amz-Security-Token',
      'x-xsrf-token',
      'x-auth-token',
      'x-functions-key',
      'platformaccesstoken',
    ]
    const more = ['x-mytokens', 'my_secret_header', 'X-Password-Hash', 'idempotency-key', `x-${'long-'.repeat(20)}secret`]
    const open = ['x-request-id', 'keyboard', 'x-key-id', 'monkey', 'host']
    const kept = (names: readonly string[]) => names.map((name) => secrets.header(name, 'planted'))

    for (const time of ['first', 'second']) expect([time, kept([...hidden, ...more])]).toEqual([time, Array(12).fill('…mark')])
    expect(kept(open)).toEqual(Array(5).fill('planted'))
  },
)

test('a mark has eight characters, and tells equal texts', () => {
  expect(seal('one')).toMatch(/^[\da-f]{8}$/)
  expect(seal('one')).toBe(seal('one'))
  expect(seal('one')).not.toBe(seal('other'))
})
