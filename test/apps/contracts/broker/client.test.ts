/** What users hear when a Pact Broker does not answer as it should. test/broker/ has the tests with a real one. */
import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { brokerOf, openBroker } from '../../../../src/apps/contracts/broker/client.ts'
import { otherServer } from '../../../support/listen.ts'

const ask = (url: string, credentials = {}) => openBroker({ url, ...credentials }).link('pb:webhooks')

/** A server that answers each call with this. */
const answering = (status: number, body: string, wait = 0) =>
  otherServer((_, response) => {
    void setTimeout(wait).then(() => response.writeHead(status, { 'content-type': 'application/hal+json' }).end(body))
  })

test('nothing listens there', async () => {
  await expect(ask('http://127.0.0.1:9')).rejects.toThrow(
    /^The Pact Broker at http:\/\/127\.0\.0\.1:9 cannot be reached \(tried GET .*: .+\)\.$/,
  )
})

test('a broker that does not answer is given up', async () => {
  const url = await answering(200, '{}', 60_000)

  const impatient = openBroker({ url }, { toFind: 200, toAnswer: 200 })
  await expect(impatient.link('pb:webhooks')).rejects.toThrow(`cannot be reached (tried GET ${url}: no answer within 0.2 seconds).`)
})

/** The answer to the index, and what is said. */
const answers: readonly [what: string, status: number, body: string, said: string][] = [
  ['a page', 200, '<html>', "is not a Pact Broker, or its reply is invalid. The reply contains no links. Is this a Pact Broker's URL?"],
  ['another API', 200, '{"ok":true}', 'The reply contains no links.'],
  ['a broker without the link', 200, '{"_links":{}}', 'is too old: its index has no pb:webhooks link.'],
  ['a refusal of the caller', 401, '', 'refuses calls without credentials (401). Set PACT_BROKER_TOKEN, or PACT_BROKER_USERNAME and'],
  ['a broken broker', 500, '{"error":{"message":"It rains."}}', 'returned 500 for GET'],
  ['a reason', 500, '{"error":{"message":"It rains."}}', 'It rains.'],
  ['a list of reasons', 400, '{"errors":["It rains.","It pours."]}', 'It rains.; It pours.'],
  ['reasons by member', 400, '{"errors":{"contracts":["is missing"]}}', 'contracts is missing'],
  ['a notice', 409, '{"notices":[{"type":"debug","text":"Hm."},{"type":"error","text":"Changed."}]}', '. Changed.'],
]

test.each(answers)('%s is reported', async (_what, status, body, said) => {
  await expect(ask(await answering(status, body))).rejects.toThrow(said)
})

test.each([
  [{ token: 'secret', username: 'me' }, 'Bearer secret'],
  [{ username: 'me', password: 'pass' }, `Basic ${Buffer.from('me:pass').toString('base64')}`],
  [{}, undefined],
])('the credentials %j are sent', async (credentials, sent) => {
  const seen: unknown[] = []
  const url = await otherServer((request, response) => {
    seen.push(request.headers.authorization)
    response.end('{"_links":{"pb:webhooks":{"href":"http://x/webhooks"}}}')
  })

  expect([await ask(url, credentials), seen]).toEqual(['http://x/webhooks', [sent]])
})

test('credentials go only to the broker itself, also where a link, an address or a redirect leads elsewhere', async () => {
  const seen: Record<string, string> = {}
  const elsewhere = await otherServer((request, response) => {
    seen[request.url ?? ''] = request.headers.authorization ?? 'none'
    response.writeHead(request.url === '/closed' ? 401 : 200).end('{"_links":{}}')
  })
  const home = await otherServer((request, response) => {
    if (request.url === '/moved') response.writeHead(302, { location: `${elsewhere}/redirected` }).end()
    else response.end(`{"_links":{"pb:webhooks":{"href":"${elsewhere}/linked"}}}`)
  })
  const broker = openBroker({ url: home, token: 'secret' })

  await broker.send('GET', await broker.link('pb:webhooks'), z.unknown())
  await broker.send('GET', `${home}/moved`, z.unknown())
  await expect(broker.send('GET', `${elsewhere}/closed`, z.unknown())).rejects.toThrow(
    `${elsewhere}/closed refuses calls without credentials (401). Credentials are sent only to the Pact Broker at ${home}.`,
  )
  expect(seen).toEqual({ '/linked': 'none', '/redirected': 'none', '/closed': 'none' })
})

test('a refusal never repeats the credentials', async () => {
  const url = await answering(401, '')
  const told = await ask(url, { token: 'secret' }).catch((thrown: Error) => thrown.message)

  expect(told).toContain('refuses these credentials (401).')
  expect(told).not.toContain('secret')
})

test('placeholders of links are filled and escaped', async () => {
  const url = await answering(200, '{"_links":{"pb:pacticipant-version":{"href":"http://x/{pacticipant}/{version}","templated":true}}}')

  expect(await openBroker({ url }).link('pb:pacticipant-version', { pacticipant: 'a b/c', version: '1' })).toBe('http://x/a%20b%2Fc/1')
})

test('a reply of another form is refused', async () => {
  const url = await answering(200, '{"number":1}')

  await expect(openBroker({ url }).send('GET', url, z.object({ number: z.string() }))).rejects.toThrow(
    'is not a Pact Broker, or its reply is invalid.',
  )
})

test('the variables of the tools of Pact name the broker', () => {
  expect(brokerOf({ PACT_BROKER_BASE_URL: 'http://x', PACT_BROKER_TOKEN: 't' })).toMatchObject({ url: 'http://x', token: 't' })
  expect(() => brokerOf({})).toThrow('No Pact Broker URL. Set PACT_BROKER_BASE_URL.')
})
