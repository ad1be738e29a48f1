import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Identity } from '../../../../src/service/areas/client.ts'
import { eventNames, eventType } from '../../../../src/service/areas/events/cloud-events/cloud-event.ts'
import { eventRetention, publishedEvents } from '../../../../src/service/areas/events/records/published-events.ts'
import { dialectNames } from '../../../../src/service/wire/vocabulary.ts'
import { createRecords } from '../../../../src/service/world/records.ts'
import { initialized, otherRecipient, published, recipient, sender, stranger } from '../../../support/file-transfers.ts'
import { rule } from '../../../support/rule.ts'
import { base, type Standin, standin } from '../../../support/standin.ts'
import { both, owner, short, subjectOf, subscriber, urn } from '../../../support/subscribers.ts'

async function read({ send, simulator }: Standin, query: string, { as = owner, headers = {} }: { as?: Identity; headers?: object } = {}) {
  const { token } = await simulator.token(as)
  const response = await send(
    new Request(`${base}/events/api/v1/events?${query}`, { headers: { authorization: `Bearer ${token}`, ...headers } }),
  )
  const text = await response.text()
  const body = text === '' ? undefined : JSON.parse(text)
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    next: response.headers.get('next'),
    body,
    events: Array.isArray(body) ? body.map(short) : [],
  }
}

async function prepared(options: Parameters<typeof standin>[0] = {}) {
  const here = standin(options)
  const id = await published(here.client, both)
  await here.simulator.advance({ until: 'settled' })
  return { here, id }
}

const all = `resource=${urn}&after=0`

rule('events §6', 'a service owner sees all events of its resource, in the order of publication', async () => {
  const { here, id } = await prepared()
  const { status, type, events, body, next } = await read(here, all)

  expect([status, type]).toEqual([200, 'application/cloudevents+json; charset=utf-8'])
  expect(events).toEqual(['filetransferinitialized S', 'published S', 'published R1', 'published R2'])
  expect(body[2]).toMatchObject({
    resource: urn,
    resourceinstance: id,
    source: `${base}/broker/api/v1/filetransfer`,
    data: { Role: 'Recipient' },
  })
  expect(next).toBe(`${base}/events/api/v1/events?after=${body[3].id}&resource=${urn}`)
})

rule('events §6, decisions §3', 'another organization sees its own events', async () => {
  const { here } = await prepared()
  const events = async ({ orgNo }: { orgNo: string }) => (await read(here, all, { as: subscriber({ orgNo }) })).events

  expect(await events(sender)).toEqual(['filetransferinitialized S', 'published S'])
  expect(await events(recipient)).toEqual(['published R1'])
  expect(await events(otherRecipient)).toEqual(['published R2'])
  expect(await events(stranger)).toEqual([])
})

rule('events §6', 'events that the caller may not see are left out after the page is cut', async () => {
  const { here } = await prepared()
  const { events, next } = await read(here, `${all}&size=2`, { as: subscriber(recipient) })

  expect([events, next]).toEqual([[], null])
})

rule('events §6', 'the pages together show each event once', async () => {
  const { here } = await prepared()
  await published(here.client, both)
  await here.simulator.advance({ until: 'settled' })
  const events: string[] = []
  for (let query: string | undefined = `${all}&size=3&type=%25published&type=no.altinn.broker.file%25`; query !== undefined; ) {
    const page = await read(here, query)
    events.push(...page.events)
    query = page.next?.split('?')[1]
  }

  const once = ['filetransferinitialized S', 'published S', 'published R1', 'published R2']
  expect(events).toEqual([...once, ...once])
})

rule('events §6', 'subject and type filter the events', async () => {
  const { here } = await prepared()

  expect((await read(here, `${all}&subject=${subjectOf(sender)}`)).events).toEqual(['filetransferinitialized S', 'published S'])
  expect((await read(here, `${all}&subject=${subjectOf(sender)}&TYPE=no.altinn.broker.published`)).events).toEqual(['published S'])
  expect((await read(here, `${all}&subject=347147753`)).events).toEqual([])
  expect((await read(here, `${all}&type=published`)).events).toEqual([])
  expect((await read(here, 'resource=urn:altinn:resource:other&after=0')).events).toEqual([])
})

rule('events §6', 'an unknown id means the beginning', async () => {
  const { here } = await prepared()

  expect((await read(here, `resource=${urn}&after=unknown`)).events).toHaveLength(4)
})

for (const [what, query, options, answer] of [
  ['no resource', 'after=0', {}, { status: 400, body: { errors: { resource: ['The resource field is required.'] } } }],
  ['an empty resource', 'resource=&after=0', {}, { status: 400, body: { errors: { resource: ['The resource field is required.'] } } }],
  [
    'resource-without-prefix',
    'resource=standin-plain',
    {},
    { status: 400, body: { title: 'Bad Request', detail: "The 'resource' parameter must begin with `urn:altinn:resource:`" } },
  ],
  ['after-missing', `resource=${urn}`, {}, { status: 400, body: { detail: "The 'after' parameter must be defined." } }],
  [
    'two-subjects',
    `${all}&subject=x`,
    { headers: { 'Altinn-AlternativeSubject': '/party/1' } },
    { status: 400, body: { detail: "Only one of 'subject' or 'alternativeSubject' can be defined." } },
  ],
  ['another subject alone', all, { headers: { 'Altinn-AlternativeSubject': '/party/1' } }, { status: 200, body: [] }],
  ['a size that is not a number', `${all}&size=many`, {}, { status: 400, body: { errors: { size: ["The value 'many' is not valid."] } } }],
  ['a size past all', `${all}&size=99999999999`, {}, { status: 400 }],
  ['no scope', all, { as: { orgNo: recipient.orgNo, scope: 'altinn:broker.read' } }, { status: 403, body: undefined }],
  ['a scope in another case', all, { as: { orgNo: recipient.orgNo, scope: 'altinn:events.Subscribe' } }, { status: 403, body: undefined }],
  ['a content type', all, { headers: { 'content-type': 'text/plain' } }, { status: 415, body: undefined }],
  ['the content type of JSON', all, { headers: { 'content-type': 'application/json; charset=utf-8' } }, { status: 200, body: [] }],
] as const) {
  rule('events §6', `${what} is answered ${answer.status}`, async () => {
    for (const dialect of dialectNames) expect(await read(standin({ dialect }), query, options)).toMatchObject(answer)
  })
}

rule('events §6, decisions §8', 'at the pace of the real service an event is shown half a minute after it was published', async () => {
  const here = standin({ pace: 'real' })
  await initialized(here.client)
  await here.simulator.advance({ by: 30_999 })
  const before = await read(here, all)
  await here.simulator.advance({ by: 1 })

  expect([before.events, (await read(here, all)).events]).toEqual([[], ['filetransferinitialized S']])
})

rule('events §6', 'after 90 days an event is gone', async () => {
  const { here } = await prepared()
  await here.simulator.advance({ to: new Date(Date.parse('2026-06-01T10:00:01Z') + eventRetention).toISOString() })
  const before = (await read(here, all)).events.length
  await here.simulator.advance({ by: 1 })

  expect([before > 0, (await read(here, `${all}&type=%25published`)).events]).toEqual([true, []])
})

rule('decisions §13', 'without the authorization service no event is shown', async ({ here }) => {
  await here.simulator.scenarios.use('outage-authorization')

  expect(await read(here, all)).toMatchObject({ status: 503, body: { code: 'NOT-00004' } })
})

const few = <T>(...values: T[]) => fc.constantFrom(...values)
const anEvent = fc.record({
  id: fc.integer({ min: 0, max: 9 }).map(String),
  type: few(...eventNames.slice(0, 3).map(eventType)),
  resource: few('a', 'b'),
  subject: few('1', '2', null),
  source: few('x', 'y'),
  wait: fc.integer({ min: 0, max: eventRetention / 4 }),
})

test('a page has the events that a search through all events finds', () => {
  const wishes = fc.record({
    resource: few('a', 'b', 'c'),
    subject: fc.option(few('1', '3'), { nil: undefined }),
    after: fc.integer({ min: 0, max: 10 }).map(String),
    types: fc.option(fc.subarray(eventNames.slice(0, 3).map(eventType)), { nil: undefined }),
    size: fc.integer({ min: 1, max: 5 }),
  })
  fc.assert(
    fc.property(fc.array(anEvent, { maxLength: 40 }), wishes, (made, { types, ...wish }) => {
      const events = createRecords().of(publishedEvents)
      let now = 1_000_000_000_000
      const all = made.map(({ wait, ...event }) => {
        now += wait
        return events.add({ ...event, at: now, instance: null, alternativeSubject: null, text: '' })
      })
      const fresh = all.filter(({ at }) => at >= now - eventRetention)
      const first = fresh.filter(({ again }) => !again)
      const known = first.findLast(({ id }) => id === wish.after)?.number ?? 0
      const expected = first
        .filter(({ number, resource }) => number > known && resource === wish.resource)
        .filter(({ subject }) => wish.subject === undefined || subject === wish.subject)
        .filter(({ type }) => !types || types.includes(type))
        .slice(0, wish.size)

      const wants = types && ((type: string) => types.includes(type))
      expect(events.page({ ...wish, wants }, now, (at) => at)).toEqual(expected)
      expect(events.size).toBe(fresh.length)
    }),
    { seed: 1, numRuns: 500 },
  )
})
