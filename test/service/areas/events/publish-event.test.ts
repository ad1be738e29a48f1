import type { Identity } from '../../../../src/service/areas/client.ts'
import { publishedEvents } from '../../../../src/service/areas/events/records/published-events.ts'
import { dialectNames } from '../../../../src/service/wire/vocabulary.ts'
import { recipient } from '../../../support/file-transfers.ts'
import { expect, rule, test } from '../../../support/rule.ts'
import { base, type Standin, standin } from '../../../support/standin.ts'
import { endpoint, owner, subjectOf, subscribed, urn } from '../../../support/subscribers.ts'

const publisher: Identity = { org: 'ttd', orgNo: '991825827', scope: 'altinn:events.publish' }
const otherOwner: Identity = { org: 'brg', orgNo: '974760673', scope: 'altinn:events.publish' }
const administrator: Identity = { ...otherOwner, scope: 'altinn:events.publish altinn:events.publish.admin' }

const made = {
  specversion: '1.0',
  id: 'made-1',
  source: 'https://example.org/made',
  type: 'org.example.made',
  time: '2026-11-01T12:00:00+02:00',
  subject: subjectOf(recipient),
  resource: urn,
  alternativesubject: '/organisation/370916446',
  data: { b: 1.5, a: 'æ' },
}

async function publish(
  { send, simulator }: Standin,
  body: unknown = made,
  { as = publisher, type = 'application/cloudevents+json' }: { as?: Identity | null; type?: string } = {},
) {
  const headers = {
    ...(as && { authorization: `Bearer ${(await simulator.token(as)).token}` }),
    ...(type !== '' && { 'content-type': type }),
  }
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const response = await send(
    new Request(`${base}/events/api/v1/events`, { method: 'POST', headers, body: new TextEncoder().encode(text) }),
  )
  const answer = await response.text()
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    text: answer,
    body: answer === '' ? undefined : JSON.parse(answer),
  }
}

async function read({ send, simulator }: Standin, query = `resource=${urn}&after=0`, headers: Record<string, string> = {}) {
  const { token } = await simulator.token(owner)
  return send(new Request(`${base}/events/api/v1/events?${query}`, { headers: { authorization: `Bearer ${token}`, ...headers } }))
}

const storedIn = ({ simulator }: Standin) => simulator.world.environments.test.of(publishedEvents).list()

rule('events §6.1, events §6', 'a published event is stored, and polled in the order of the database, with its time in UTC', async () => {
  for (const dialect of dialectNames) {
    const here = standin({ dialect })
    const answered = await publish(here)
    await publish(here, { ...made, id: 'made-2', data: undefined })

    expect([answered.status, answered.text]).toEqual([200, ''])
    expect(await (await read(here)).text()).toBe(
      '[{"specversion":"1.0","id":"made-1","time":"2026-11-01T10:00:00Z","type":"org.example.made","source":"https://example.org/made",' +
        `"subject":"${subjectOf(recipient)}","resource":"${urn}","datacontenttype":"application/json",` +
        '"alternativesubject":"/organisation/370916446","data":{"a":"\\u00E6","b":1.5}}, ' +
        '{"specversion":"1.0","id":"made-2","time":"2026-11-01T10:00:00Z","type":"org.example.made","source":"https://example.org/made",' +
        `"subject":"${subjectOf(recipient)}","resource":"${urn}","alternativesubject":"/organisation/370916446"}]`,
    )
  }
})

rule('events §6.1, events §3.1', 'a published event is pushed in the order of its publisher, with its offset', async ({ here }) => {
  const { url, events } = await endpoint()
  await subscribed(here.client, { endPoint: url, as: owner })
  await here.simulator.advance({ until: 'settled' })
  await publish(here)
  await here.simulator.advance({ until: 'settled' })

  expect(events().map(({ body }) => body)).toEqual([
    '{"specversion":"1.0","id":"made-1","source":"https://example.org/made","type":"org.example.made","time":"2026-11-01T12:00:00\\u002B02:00",' +
      `"subject":"${subjectOf(recipient)}","resource":"${urn}","alternativesubject":"/organisation/370916446",` +
      '"datacontenttype":"application/json","data":{"b":1.5,"a":"\\u00E6"}}',
  ])
})

rule('events §6.1', 'the same id and source again is stored once and pushed again', async ({ here }) => {
  const { url, events } = await endpoint()
  await subscribed(here.client, { endPoint: url, as: owner })
  await here.simulator.advance({ until: 'settled' })
  for (const event of [made, made, { ...made, source: 'https://example.org/other' }]) await publish(here, event)
  await here.simulator.advance({ until: 'settled' })

  expect(events()).toHaveLength(3)
  expect(await (await read(here)).json()).toHaveLength(2)
})

rule('events §6.1', 'an event without a time gets the time of its publication', async ({ here }) => {
  await publish(here, { ...made, time: null })

  expect(await (await read(here)).json()).toMatchObject([{ time: '2026-06-01T10:00:00Z' }])
})

for (const [what, as, resource, status] of [
  ['the owner of the resource', publisher, urn, 200],
  ['another owner', otherOwner, urn, 403],
  ['an organization that owns nothing', { orgNo: recipient.orgNo, scope: 'altinn:events.publish' }, urn, 403],
  ['an administrator of publishing', administrator, urn, 200],
  ['an administrator of publishing, on a resource that does not exist', administrator, 'urn:altinn:resource:nothing', 200],
  ['an administrator without the scope to publish', { ...administrator, scope: 'altinn:events.publish.admin' }, urn, 403],
  ['the owner with another scope', owner, urn, 403],
  ['the owner, on a resource that does not exist', publisher, 'urn:altinn:resource:nothing', 403],
  ['the owner, on its app', publisher, 'urn:altinn:resource:app_ttd_apps-test', 200],
  ['another owner, on that app', otherOwner, 'urn:altinn:resource:app_ttd_apps-test', 403],
] as const) {
  rule('events §6.1', `${what}: publishing is answered ${status}`, async () => {
    const here = standin({ openResources: false })
    const answered = await publish(here, { ...made, resource }, { as })

    expect([answered.status, answered.text, storedIn(here).length]).toEqual([status, '', status === 200 ? 1 : 0])
  })
}

test('an app that nobody has described belongs to the owner in its name', async ({ here }) => {
  const statusOf = async (as: Identity) => (await publish(here, { ...made, resource: 'urn:altinn:resource:app_ttd_other' }, { as })).status

  expect([await statusOf(publisher), await statusOf(otherOwner)]).toEqual([200, 403])
})

rule('events §6.1', 'publishing-not-authorized, and events-failure for what the service cannot write', async ({ here }) => {
  const failing = [
    { ...made, data: undefined, data_base64: 'aGVq' },
    { ...made, datacontenttype: 'application/xml', data: '<a/>' },
    JSON.stringify(made).replace('"æ"', '"\\ud83d"'),
  ]
  for (const body of failing)
    expect(await publish(here, body)).toMatchObject({
      status: 500,
      type: 'application/problem+json; charset=utf-8',
      body: { title: 'An error occurred while processing your request.', status: 500 },
    })
  expect(await publish(standin({ openResources: false }), failing[0], { as: otherOwner })).toMatchObject({ status: 403 })
  expect(storedIn(here)).toEqual([])
})

rule('events §6.1, decisions §1 #11', 'an event with U+0000 in its data is accepted and lost', async ({ here }) => {
  const answered = await publish(here, { ...made, data: 'a\0b' })

  expect([answered.status, storedIn(here)]).toEqual([200, []])
  expect(here.simulator.journal.list().journal.at(-1)?.why).toContain('U+0000')
})

rule('events §6.1', 'only application/cloudevents+json is read', async ({ here }) => {
  expect(await publish(here, '{', { type: 'application/json', as: null })).toMatchObject({ status: 415, text: '' })
  expect(await publish(here, made, { type: 'application/cloudevents+json; charset=utf-8' })).toMatchObject({ status: 200 })
  expect(await publish(here, made, { type: '' })).toMatchObject({ status: 415, type: 'application/problem+json; charset=utf-8' })
  expect(await publish(here, '')).toMatchObject({ status: 400, body: { errors: { '': ['A non-empty request body is required.'] } } })
})

for (const [what, body, detail] of [
  ['event-resource-missing', { ...made, resource: undefined }, "A 'resource' property must be defined."],
  ['event-resource-missing where it is empty', { ...made, resource: '' }, "A 'resource' property must be defined."],
  ['event-resource-no-urn', { ...made, resource: 'URN:altinn:resource:a' }, "'Resource' must be a valid urn."],
] as const) {
  rule('events §6.1', `${what} is told as a detail`, async () => {
    expect(await publish(standin(), body)).toMatchObject({ status: 400, body: { title: 'Bad Request', detail } })
  })
}

const withTime = (time: unknown) => ({ ...made, time })
for (const [what, body, message] of [
  ['a list', '[]', "Cannot decode JSON element of kind 'Array' as CloudEvent"],
  ['no version', { ...made, specversion: undefined }, 'Structured mode content does not represent a CloudEvent'],
  ['another version', { ...made, specversion: '0.3' }, "Unsupported CloudEvents spec version '0.3'"],
  ['no id and no type', { ...made, id: undefined, type: null }, "CloudEvent is missing required attributes: id, type (Parameter 'data')"],
  ['a number for a text', { ...made, type: 1 }, "Invalid token type 'Number' for CloudEvent attribute 'type' with type 'String'"],
  ['a list for an extension', { ...made, ext: [] }, "Invalid token type 'Array' for CloudEvent attribute"],
  ['a fraction for an extension', { ...made, ext: 1.5 }, 'One of the identified items was in an invalid format.'],
  ['a name in capitals', { ...made, Ext: 'x' }, "Invalid character 'E' in attribute name 'Ext' (Parameter 'name')"],
  ['an empty name', { ...made, '': 'x' }, "Attribute names must be non-empty (Parameter 'name')"],
  ['an empty subject', { ...made, subject: '' }, "Value for attribute 'subject' is invalid: Value must be non-empty (Parameter 'value')"],
  [
    'a control character',
    { ...made, ext: 'a\u0085' },
    "Value for attribute 'ext' is invalid: Control character U+0085 is not permitted in string attributes (Parameter 'value')",
  ],
  [
    'a noncharacter',
    { ...made, ext: '\u{1ffff}' },
    "Value for attribute 'ext' is invalid: Noncharacter U+1ffff is not permitted in string attributes (Parameter 'value')",
  ],
  ['a time with a comma', withTime('2026-11-01T10:00:00,5Z'), "Text for attribute 'time' is invalid: Invalid timestamp (Parameter 'text')"],
  [
    'a day that does not exist',
    withTime('2026-02-30T10:00:00Z'),
    "Text for attribute 'time' is invalid: Invalid timestamp (Parameter 'text')",
  ],
  [
    'an address with a port that does not exist',
    { ...made, source: 'https://a.example:99999/' },
    "Text for attribute 'source' is invalid: Invalid URI: Invalid port specified. (Parameter 'text')",
  ],
  [
    'a relative schema',
    { ...made, dataschema: 'a' },
    "Text for attribute 'dataschema' is invalid: Invalid URI: The format of the URI could not be determined. (Parameter 'text')",
  ],
  [
    'two kinds of data',
    { ...made, data_base64: 'aGVq' },
    "Structured mode content cannot contain both 'data' and 'data_base64' properties.",
  ],
  [
    'an object as plain text',
    { ...made, datacontenttype: 'text/plain' },
    'CloudEvents with a non-JSON datacontenttype can only have string data values.',
  ],
  ['half a name', `{"specversion":"1.0","\\ud83d":1}`, 'Cannot read incomplete UTF-16 JSON text as string with missing low surrogate.'],
  [
    'too many levels',
    `{"specversion":"1.0","data":${'['.repeat(64)}${']'.repeat(64)}}`,
    'The maximum configured depth of 64 has been exceeded. Cannot read next JSON array. LineNumber: 0 | BytePositionInLine: 91.',
  ],
] as const) {
  rule('events §6.1', `${what} is a fault of the event`, async () => {
    expect(await publish(standin(), body)).toMatchObject({
      status: 400,
      type: 'application/problem+json; charset=utf-8',
      body: { title: 'One or more validation errors occurred.', errors: { RequestBody: [message] } },
    })
  })
}

test('hostile events are refused quickly', async ({ here }) => {
  const bodies = [
    '['.repeat(1_000_000),
    `{"specversion":"1.0","data":[${'0,'.repeat(300_000)}0]}`,
    `{"specversion":"1.0",${'"a":0,'.repeat(40_000)}"b":0}`,
  ]

  for (const body of bodies) expect((await publish(here, body)).status).toBe(400)
  expect((await publish(here, { ...made, source: 'a'.repeat(1_000_000), type: '"\\'.repeat(100_000) })).status).toBe(200)
})

rule('events §6', 'next has the subject of the first event where the header asked for another subject', async ({ here }) => {
  await publish(here)
  const response = await read(here, `resource=${urn}&after=0&x`, { 'altinn-alternativesubject': '/organisation/370916446' })
  const other = await read(here, `resource=${urn}&after=0`, { 'altinn-alternativesubject': '/organisation/1' })

  expect(response.headers.get('next')).toBe(`${base}/events/api/v1/events?after=made-1&resource=${urn}&x=&subject=${subjectOf(recipient)}`)
  expect(await other.json()).toEqual([])
})

rule('events §6', 'events-failure: next is never written with characters beyond ASCII', async ({ here }) => {
  const query = `resource=${urn}&after=0&x=%C3%A6`
  const before = await read(here, query)
  await publish(here)

  expect([before.status, (await read(here, query)).status]).toEqual([200, 500])
})
