/** The reader's and the publisher's contract for /events/api/v1/events. */
import { Matchers } from '@pact-foundation/pact'
import { expect, test } from 'vitest'
import { down, refuses, refusesAnyone, seen } from '../refusals.ts'
import { agree, publisher, resource, subject, subscriber } from './agree.ts'
import type { EventsClient } from './client.ts'

const path = '/events/api/v1/events'
const exists = 'an event is published'
const event = {
  specversion: '1.0',
  id: 'e0f8c4f2-54d8-4f5b-8c4e-0d2a3a9d9f10',
  source: 'https://example.org/cases/42',
  type: 'org.example.case.closed',
  resource,
  subject,
  data: { outcome: 'granted' },
}

const query = { resource, after: '0', type: event.type }
const textOf = (asked: Readonly<Record<string, string>>) => String(new URLSearchParams(asked))
const reading = (asked: Readonly<Record<string, string>>) => ({
  request: { method: 'GET', path, query: asked } as const,
  call: (client: EventsClient) => client.page(textOf(asked)),
})
const receiving = 'a request for events'
const cloudEvents = Matchers.regex('application/cloudevents\\+json(;.*)?', 'application/cloudevents+json; charset=utf-8')

test('a page of events leads to the next one', async () => {
  const { request, call } = reading(query)
  // The resource is omitted, because a name inside a longer string could not be replaced with the real implementation's name.
  const next = Matchers.regex('https?://.+\\?after=.+', `https://platform.example.org${path}?after=${event.id}&type=${event.type}`)
  const response = {
    status: 200,
    headers: { 'Content-Type': cloudEvents, next },
    json: Matchers.eachLike({ ...event, id: Matchers.like(event.id) }),
  }
  const page = await agree({ given: [exists], receiving, request, response }, call)

  expect(page.events).toEqual([event])
  expect(page.next).toBe(textOf({ after: event.id, type: event.type }))
})

test('after the last event there is none', async () => {
  const { request, call } = reading({ ...query, after: event.id })
  const response = { status: 200, headers: { 'Content-Type': cloudEvents }, json: [] }
  const page = await agree({ given: [exists], receiving: `${receiving} after the last one`, request, response }, call)

  expect(page).toEqual({ events: [], next: undefined })
})

const publication = 'an event of a service owner'
const publishing = (body: object) => ({
  request: { method: 'POST', path, headers: { 'Content-Type': 'application/cloudevents+json' }, json: body } as const,
  call: (client: EventsClient) => client.publish(body),
})

test('a service owner publishes an event', async () => {
  const { request, call } = publishing(event)

  expect(await agree({ given: [publisher], receiving: publication, request, response: { status: 200 } }, call)).toBeUndefined()
})

const { resource: _resource, ...homeless } = event
const { type: _type, ...untyped } = event
refuses(agree, [
  { ...reading({ after: '0' }), receiving: `${receiving} of no resource`, given: [subscriber], status: 400 },
  { ...reading({ resource }), receiving: `${receiving} from nowhere`, given: [subscriber], status: 400 },
  { ...seen.unreachable, ...reading(query), receiving, given: [subscriber, down('authorization')] },
  { ...publishing(homeless), receiving: `${publication} of no resource`, given: [publisher], status: 400 },
  { ...publishing(untyped), receiving: `${publication} without a type`, given: [publisher], status: 400, fields: ['RequestBody'] },
  { ...publishing(event), receiving: `${publication} by an organization`, given: [subscriber], status: 403 },
  { ...seen.unreachable, ...publishing(event), receiving: publication, given: [publisher, down('authorization')] },
])
refusesAnyone(agree, { receiving, ...reading(query) }, [subscriber])
refusesAnyone(agree, { receiving: publication, ...publishing(event) }, [publisher])
