import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Verifier } from '@pact-foundation/pact'
import { expect, test } from 'vitest'
import { freePort } from '../../../src/persistence/stored-worlds.ts'
import { failure, run } from '../../support/command-line.ts'
import { environmentOf, servedStates, type Written } from '../../support/environment.ts'
import { otherServer } from '../../support/listen.ts'
import { pactsIn } from '../../support/pacts.ts'

const recipient = fileURLToPath(
  new URL('../../../pacts/file-transfer-recipient-notification-and-file-transfer-service.json', import.meta.url),
)

const subscriber = fileURLToPath(new URL('../../../pacts/event-subscriber-notification-and-file-transfer-service.json', import.meta.url))

async function serveWith(change: ((document: Written) => object) | undefined, ...more: string[]) {
  const { folder, url } = await servedStates(change, ...more)
  const send = (path: string, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
    fetch(url + path, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) })
  return { url, send, folder }
}
const serve = (...more: string[]) => serveWith(undefined, ...more)
const setup = (state: string, params: object = {}) => ({ state, params, action: 'setup' })
const teardown = (state: string) => ({ state, action: 'teardown' })

test('the verifier of the npm package holds a contract against the real implementation', { timeout: 120_000 }, async () => {
  const { url } = await serve()
  const { interactions, ...document } = JSON.parse(readFileSync(recipient, 'utf8')) as { interactions: { description: string }[] }
  const chosen = interactions.filter(({ description }) =>
    /^(?:the confirmation of a download|a request for the content of a file)$/.test(description),
  )
  const folder = pactsIn({ 'pact.json': { ...document, interactions: chosen } })
  const verifier = new Verifier({
    provider: 'notification-and-file-transfer-service',
    providerBaseUrl: url,
    providerStatesSetupUrl: `${url}/states`,
    pactUrls: [join(folder, 'pact.json')],
    logLevel: 'error',
  })

  expect(chosen.length).toBeGreaterThan(8)
  await expect(verifier.verifyProvider()).resolves.toContain('"result":true')
})

test('the verifier of the npm package holds the contract of events against it', { timeout: 120_000 }, async () => {
  const { url } = await serve()
  const { interactions, ...document } = JSON.parse(readFileSync(subscriber, 'utf8')) as {
    interactions: { description: string; request?: object; providerStates?: { name: string }[] }[]
  }
  const chosen = interactions.filter(
    // Without a webhook, no endpoint is validated.
    ({ request, providerStates = [] }) => request && providerStates.every(({ name }) => name !== 'a subscription exists'),
  )
  const verifier = new Verifier({
    provider: 'notification-and-file-transfer-service',
    providerBaseUrl: url,
    providerStatesSetupUrl: `${url}/states`,
    pactUrls: [join(pactsIn({ 'pact.json': { ...document, interactions: chosen } }), 'pact.json')],
    logLevel: 'error',
  })

  expect(chosen.length).toBeGreaterThan(25)
  await expect(verifier.verifyProvider()).resolves.toContain('"result":true')
})

test('a state is set up with its values, and taken back', { timeout: 60_000 }, async () => {
  const { send, url } = await serve()
  const published = await send('/states', setup('a published file transfer exists', { caller: 'recipient' }))
  const { fileTransferId, token } = (await published.json()) as Record<string, string>
  const overview = () => fetch(`${url}/broker/api/v1/filetransfer/${fileTransferId}`, { headers: { authorization: `Bearer ${token}` } })

  // The names of the contracts come back in place of those of the implementation.
  expect(await (await overview()).json()).toMatchObject({ resourceId: 'standin-plain', sender: '0192:347147753' })
  await send('/states', setup('calls are cancelled'))
  expect((await overview()).status).toBe(499)
  await send('/states', teardown('calls are cancelled'))
  expect((await overview()).status).toBe(200)
})

test('a verifier that names no action begins its next interaction with the next state', { timeout: 60_000 }, async () => {
  const { send, url } = await serve()
  const states = ['a caller may send files', 'calls are cancelled']
  async function statusAfter(all: readonly string[]): Promise<number> {
    const { token } = (await (await send('/states', { consumer: 'ruby', state: null, states: all })).json()) as { token: string }
    const path = '/broker/api/v1/filetransfer/00000000-0000-4000-8000-000000000000'
    return (await fetch(url + path, { headers: { authorization: `Bearer ${token}` } })).status
  }

  expect(await statusAfter(states)).toBe(499)
  expect(await statusAfter(states.slice(0, 1))).toBe(404)
})

test('an event is shown as a real webhook brought it', { timeout: 60_000 }, async () => {
  const port = await freePort('127.0.0.1')
  const { send } = await serve('--webhook-address', `http://127.0.0.1:${port}`, '--webhook-port', String(port))
  const description = 'no.altinn.broker.published for the recipient'
  const reply = await send('/messages', { description, providerStates: [{ name: 'a published file transfer exists' }] })

  expect(await reply.json()).toMatchObject({
    type: 'no.altinn.broker.published',
    resource: 'urn:altinn:resource:standin-plain',
    subject: 'urn:altinn:organization:identifier-no:370916446',
  })
})

test('what cannot be done is refused with the reason', { timeout: 60_000 }, async () => {
  const { send } = await serve()
  const refusals = [
    await send('/states', setup('it rains')),
    await send('/states', setup('an expired file transfer exists')),
    await send('/states', setup('calls are cancelled'), { origin: 'https://page.example' }),
    await send('/messages', { description: 'no.altinn.broker.published' }),
    await send('/states', { ...setup('a notification is ordered'), params: { adress: 'a' } }),
    await send('/states', { state: ['it rains'], action: 'arrange' }),
  ]
  const details = await Promise.all(refusals.map(async (reply) => [reply.status, ((await reply.json()) as { detail: string }).detail]))

  expect(details).toEqual([
    [400, expect.stringMatching(/^Unknown given: "it rains"\. Valid: [^:]+ more\.$/)],
    [409, expect.stringContaining('calls cannot set up "an expired file transfer exists"')],
    [403, 'Web pages are not allowed to call this server.'],
    [409, expect.stringContaining('cannot be verified without webhooks. Start with --webhook-address')],
    [400, expect.stringContaining('Given "a notification is ordered": it has the unknown member "adress". Valid: ')],
    [400, 'The body cannot be read: state is not a string; action must be one of setup, teardown.'],
  ])
})

test('a message to anyone whom the file does not name is not sent, by no route', { timeout: 60_000 }, async () => {
  const sent: unknown[] = []
  const notifications = await otherServer((request, response) => {
    sent.push(request.url)
    response.end()
  })
  const { send } = await serveWith(({ addresses, ...document }) => ({
    ...document,
    addresses: { ...Object(addresses), notifications: { url: notifications } },
  }))
  const orders: readonly (readonly [path: string, body: object])[] = [
    ['/future/orders', { recipient: { recipientPerson: { nationalIdentityNumber: '11111111111' } } }],
    ['/future/orders', { Recipient: { RecipientEmail: { EmailAddress: 'someone.else@example.org' } } }],
    ['/orders/sms', { recipients: [{ mobileNumber: '+4799999999' }, { mobileNumber: '+4790000000' }] }],
    ['/orders', { recipients: [{ organizationNumber: '310000000' }] }],
  ]
  const replies = await Promise.all(orders.map(async ([path, body]) => (await send(path, body)).json()))

  expect(replies).toEqual(
    orders.map(() => expect.objectContaining({ status: 409, detail: expect.stringMatching(/^No message is sent to "/) })),
  )
  expect(sent).toEqual([])
  await send('/future/orders', { recipient: { recipientEmail: { emailAddress: 'someone@example.org' } } })
  expect(sent).toEqual(['/future/orders'])
})

test('a name of ours in a header is exchanged, too', { timeout: 60_000 }, async () => {
  const echo = await otherServer(({ headers }, response) => response.end(headers['x-resource']))
  const { send } = await serveWith(({ addresses, ...document }) => ({
    ...document,
    addresses: { ...Object(addresses), fileTransfer: { url: echo } },
  }))

  expect(await (await send('/broker/api/v1/filetransfer', {}, { 'x-resource': 'standin-plain' })).text()).toBe('hav-exchange')
})

test('every state is taken back, also after one that fails, and each time that it was set up', { timeout: 60_000 }, async () => {
  const log = 'echo "$STANDIN_PARAMS" >> taken-back'
  const { send, folder } = await serveWith((document) => ({
    ...document,
    states: {
      'calls are cancelled': { setup: 'true', teardown: 'exit 7' },
      'a rate limit is used up': { setup: 'true', teardown: log },
      'an internal service cannot be reached': { setup: 'true', teardown: log },
    },
  }))
  await send('/states', setup('an internal service cannot be reached', { service: 'database' }))
  await send('/states', setup('calls are cancelled'))
  for (const operation of ['fileTransfer.overview', 'fileTransfer.search'])
    await send('/states', setup('a rate limit is used up', { operation }))
  const reply = await send('/states', teardown('calls are cancelled'))

  expect(await reply.text()).toContain('ended with 7')
  expect(
    readFileSync(join(folder, 'taken-back'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toEqual([{ operation: 'fileTransfer.search' }, { operation: 'fileTransfer.overview' }, { service: 'database' }])
})

test('a port that is taken is named', { timeout: 60_000 }, async () => {
  const { url, folder } = await serve()
  const { port } = new URL(url)

  expect(await run(['states', 'serve', '--environment', 'real.yaml', '--port', port], { folder })).toMatchObject(
    failure(`Port ${port} on 127.0.0.1 is in use.`),
  )
})

test('a file in standin.config.yaml is one for "verify", and none for commands that talk to Standin', { timeout: 60_000 }, async () => {
  const { folder } = await environmentOf()
  const outcome = async (environment: string, ...args: string[]) => {
    writeFileSync(join(folder, 'standin.config.yaml'), `environment: ${environment}\n`)
    return (await run(args, { folder })).err
  }

  expect(await outcome('real.yaml', 'journal', '--url', 'http://127.0.0.1:1')).toMatch(/127\.0\.0\.1:1/)
  expect(await outcome('nowhere.yaml', 'verify', recipient)).toContain('nowhere.yaml cannot be read')
  expect(await outcome('production', 'states', 'serve')).toContain('Use --environment <file>.')
  expect(await outcome('prod', 'journal')).toContain('environment is "prod"')
})
