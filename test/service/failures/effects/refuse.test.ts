import { type RefusalKey, refusals } from '../../../../src/service/areas/areas.ts'
import type { ClientInput, Identity } from '../../../../src/service/areas/client.ts'
import type { OperationId } from '../../../../src/service/areas/index.ts'
import { anyDocument, anyName } from '../../../../src/service/wire/misuse.ts'
import { dialectNames } from '../../../../src/service/wire/vocabulary.ts'
import { unknownId } from '../../../support/file-transfers.ts'
import { orderTo, toEmail, toPerson, ttd } from '../../../support/orders.ts'
import { expect, rule, test } from '../../../support/rule.ts'
import { type Standin, standin } from '../../../support/standin.ts'

const keys = Object.keys(refusals) as RefusalKey[]
const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'

async function refusing({ simulator }: Standin, on: string, code: RefusalKey, more: object = {}): Promise<void> {
  simulator.scenarios.define('refusing', anyDocument({ summary: 'Refusing', rules: [{ on, refuse: { code, ...more } }] }))
  await simulator.scenarios.use(anyName('refusing'))
}

/** The reply, without the span id of the trace, which differs in every call. */
async function said({ client }: Standin, id: OperationId, input: ClientInput) {
  const { status, headers, text } = await client.call(id, { ...input, headers: { traceparent, ...input.headers } })
  return { status, headers: Object.fromEntries(headers), text: text.replace(/(?<=80319c-)[0-9a-f]{16}/, 'span') }
}

const shipment: ClientInput = { as: ttd, params: { id: unknownId } }
const transfer: ClientInput = { params: { fileTransferId: unknownId } }
const stranger: Identity = { orgNo: '314567895', scope: 'altinn:something.else' }

const genuineRefusals: [name: string, id: OperationId, key: RefusalKey, input: ClientInput, well?: ClientInput][] = [
  ['no such shipment', 'notifications.getShipment', 'NOT-00003', shipment],
  ['no such transfer', 'fileTransfer.overview', 'BRO-00001', transfer],
  ['no token', 'notifications.getShipment', 'unauthenticated', { ...shipment, as: null }, shipment],
  ['no token for the broker', 'fileTransfer.overview', 'unauthenticated', { ...transfer, as: null }, transfer],
  ['another scope', 'fileTransfer.overview', 'forbidden', { ...transfer, as: stranger }, transfer],
  ['another scope for orders', 'notifications.getShipment', 'forbidden', { ...shipment, as: stranger }, shipment],
  ['a person without contact details', 'notifications.createOrder', 'NOT-00001', { as: ttd, body: orderTo(toPerson('02838039440')) }],
  ['another Accept', 'fileTransfer.overview', 'not-acceptable', { ...transfer, headers: { accept: 'text/plain' } }, transfer],
  [
    'another content type',
    'notifications.createOrder',
    'unsupported-media-type',
    { as: ttd, body: 'text', headers: { 'content-type': 'text/plain' } },
    { as: ttd, body: orderTo(toEmail()) },
  ],
]

for (const dialect of dialectNames) {
  for (const [name, id, key, provoked, well = provoked] of genuineRefusals) {
    rule('decisions §16', `an injected ${key} has the same bytes as a genuine one: ${name}, ${dialect}`, async () => {
      const here = standin({ dialect, callHeaders: false })
      const genuine = await said(here, id, provoked)
      await refusing(here, id, key)
      const injected = await said(here, id, well)

      expect(injected).toEqual(genuine)
      expect(injected.status).toBeGreaterThanOrEqual(400)
    })
  }

  rule('decisions §16', `an injected rate-limited has the same bytes as a genuine one, ${dialect}`, async () => {
    const here = standin({ dialect, rateLimits: 'current', callHeaders: false })
    for (let spent = 0; spent < (dialect === 'spec' ? 30 : 10); spent++) await said(here, 'fileTransfer.details', transfer)
    const genuine = await said(here, 'fileTransfer.details', transfer)
    await refusing(here, 'fileTransfer.details', 'rate-limited')

    expect(await said(here, 'fileTransfer.details', transfer)).toEqual(genuine)
    expect([genuine.status, genuine.headers['retry-after']]).toEqual([429, '60'])
  })
}

test.each(keys)('%s fills every placeholder of its texts', async (key) => {
  const here = standin()
  await refusing(here, 'fileTransfer.overview', key)

  const { status, headers, text } = await said(here, 'fileTransfer.overview', transfer)

  expect(status).toBe(refusals[key].status)
  expect(JSON.stringify([headers, text])).not.toMatch(/<\w+>/)
})

rule('decisions §14', 'retryAfter adds Retry-After to any refusal', async ({ here }) => {
  await refusing(here, 'notifications.getShipment', 'NOT-00004', { retryAfter: 3 })

  const { status, headers } = await said(here, 'notifications.getShipment', shipment)

  expect([status, headers['retry-after']]).toEqual([503, '3'])
})

rule('decisions §14', 'retryAfter sets header, RateLimit and detail of a rate limit refusal', async () => {
  const here = standin({ rateLimits: 'current' })
  await refusing(here, 'fileTransfer.overview', 'rate-limited', { retryAfter: 7 })

  const { headers, text } = await said(here, 'fileTransfer.overview', transfer)

  expect([headers['retry-after'], headers.ratelimit, JSON.parse(text).detail]).toEqual([
    '7',
    '"fileTransfer.overview";r=0;t=7',
    'Rate limit is exceeded. Try again in 7 seconds.',
  ])
})

rule('decisions §4', 'a refusal of a scenario counts against the rate limit, unless that of the service does not', async () => {
  const here = standin({ rateLimits: 'current' })
  await refusing(here, 'fileTransfer.overview', 'NOT-00004')
  for (let call = 0; call < 5; call++) await said(here, 'fileTransfer.overview', transfer)
  await refusing(here, 'fileTransfer.overview', 'forbidden')
  for (let call = 0; call < 5; call++) await said(here, 'fileTransfer.overview', transfer)
  await here.simulator.scenarios.off()

  const { headers } = await said(here, 'fileTransfer.overview', transfer)

  expect(headers.ratelimit).toBe('"fileTransfer.overview";r=114;t=60')
})

test('the journal line names the refusal, its scenario and the stage', async ({ here }) => {
  await refusing(here, 'notifications.createOrder', 'NOT-00001')

  await said(here, 'notifications.createOrder', { as: ttd, body: orderTo(toEmail()) })

  const line = here.simulator.world.journal.calls.list().at(-1)
  expect(line).toMatchObject({
    status: 422,
    code: 'NOT-00001',
    scenario: 'refusing',
    stage: 'rules',
    commits: 0,
  })
  expect(here.simulator.journal.find(line?.id ?? '').rules).toEqual(['refusing[0]: applied to call 1.'])
})

for (const [fault, description] of [
  ['unknown-issuer', "The issuer 'https://platform.tt02.altinn.no/authentication/api/v1/openid/' is invalid"],
  ['unknown-key', 'The signature key was not found'],
  ['bad-signature', 'The signature is invalid'],
] as const) {
  rule('authentication §7', `in the dialect live the broker says of a token with the fault ${fault}: ${description}`, async () => {
    const here = standin({ dialect: 'live' })
    await refusing(here, 'fileTransfer.overview', 'unauthenticated', { fault })
    const challenge = `Bearer error="invalid_token", error_description="${description}"`

    expect((await said(here, 'fileTransfer.overview', transfer)).headers['www-authenticate']).toBe(`${challenge}, ${challenge}`)
    expect((await said(here, 'fileTransfer.overview', { ...transfer, as: null })).headers['www-authenticate']).toBe('Bearer, Bearer')
  })
}

rule('authentication §7', 'in the dialect live the broker gives no description of a token with the fault unreadable', async () => {
  const here = standin({ dialect: 'live' })
  await refusing(here, 'fileTransfer.overview', 'unauthenticated', { fault: 'unreadable' })
  const challenge = 'Bearer error="invalid_token"'

  expect((await said(here, 'fileTransfer.overview', transfer)).headers['www-authenticate']).toBe(`${challenge}, ${challenge}`)
})

test('only a refusal of a token can have its fault', ({ simulator }) => {
  const rules = [{ on: 'fileTransfer', refuse: { code: 'forbidden', fault: 'unknown-key' } }]

  expect(() => simulator.scenarios.define('mine', anyDocument({ summary: 'Mine', rules }))).toThrow(
    'is allowed only with the `unauthenticated` code',
  )
})

rule('decisions §14', 'Retry-After is a date of the clock of the machine, exactly so long after Date, and never too early', async () => {
  const here = standin({ now: Date.parse('2030-01-01T00:00:00.250Z'), callHeaders: false })
  await refusing(here, 'fileTransfer.overview', 'rate-limited', { retryAfter: 30, retryAfterAs: 'date' })
  const before = Date.now()
  const { status, headers } = await said(here, 'fileTransfer.overview', transfer)
  const [date, until] = [headers.date ?? '', headers['retry-after'] ?? '']

  expect([status, Date.parse(until) - Date.parse(date)]).toEqual([429, 30_000])
  expect(new Date(until).toUTCString()).toBe(until)
  expect(Date.parse(date)).toBeGreaterThanOrEqual(before)
  expect(Date.parse(date)).toBeLessThan(Date.now() + 1000)
})

test('a date without seconds is refused, and so is another form', () => {
  const document = (more: object) => anyDocument({ summary: 'Refusing', rules: [{ on: 'all', refuse: { code: 'rate-limited', ...more } }] })
  const { simulator } = standin()
  const define = (more: object) => () => simulator.scenarios.define('refusing', document(more))

  expect(define({ retryAfterAs: 'date' })).toThrow('needs retryAfter, the seconds until the date')
  expect(define({ retryAfter: 1, retryAfterAs: 'http' })).toThrow(`retryAfterAs: unknown value "http". Valid: seconds, date.`)
})
