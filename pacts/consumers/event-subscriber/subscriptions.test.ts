/** The subscriber's contract for /events/api/v1/subscriptions. */
import { Matchers } from '@pact-foundation/pact'
import { expect, test } from 'vitest'
import { example } from '../agreement.ts'
import { down, refuses, refusesAnyone, seen } from '../refusals.ts'
import { agree, resource, subject, subscriber } from './agree.ts'
import type { EventsClient, Wish } from './client.ts'

const path = '/events/api/v1/subscriptions'
const exists = 'a subscription exists'
const id = example('subscriptionId')
const unknownId = '999999999'
const wish = {
  endPoint: 'https://hooks.example.org/file-transfers',
  resourceFilter: resource,
  subjectFilter: subject,
  typeFilter: 'no.altinn.broker.published',
}
const { endPoint: _endPoint, ...filters } = wish
const written = { id: Matchers.integer(Number(id)), validated: Matchers.boolean(false), endPoint: Matchers.like(wish.endPoint), ...filters }

const receiving = 'a subscription'
const subscribing = (body: Wish) => ({
  request: { method: 'POST', path, json: body } as const,
  call: (client: EventsClient) => client.subscribe(body),
})
const { request, call } = subscribing(wish)

test('an organization subscribes to its own events', async () => {
  const made = await agree({ given: [subscriber], receiving, request, response: { status: 201, json: written } }, call)

  expect(made).toMatchObject({ id: Number(id), validated: false, ...filters })
})

test('a subscription is found, and its endpoint is validated', async () => {
  const asked = { method: 'GET', path: `${path}/{subscriptionId}` } as const
  const response = { status: 200, json: { ...written, validated: true } }
  const found = await agree({ given: [exists], receiving: 'a request for a subscription', request: asked, response }, (client) =>
    client.subscription(id),
  )

  expect(found).toMatchObject({ validated: true, ...filters })
})

test('a subscriber lists its subscriptions', async () => {
  const json = {
    count: Matchers.integer(1),
    subscriptions: Matchers.eachLike({ id: written.id, endPoint: written.endPoint, resourceFilter: resource }),
  }
  const asked = { method: 'GET', path } as const
  const listed = await agree(
    { given: [exists], receiving: 'a request for all subscriptions', request: asked, response: { status: 200, json } },
    (client) => client.subscriptions(),
  )

  expect(listed).toHaveLength(1)
})

const removal = 'the removal of a subscription'
const removed = (which: string, place = which) => ({
  receiving: removal,
  request: { method: 'DELETE', path: `${path}/${place}` } as const,
  call: (client: EventsClient) => client.unsubscribe(which),
})

test('a subscriber removes a subscription', async () => {
  const { call: remove, ...asked } = removed(id, '{subscriptionId}')

  expect(await agree({ ...asked, given: [exists], response: { status: 200 } }, remove)).toBeUndefined()
})

const without = (name: keyof typeof wish) => subscribing(Object.fromEntries(Object.entries(wish).filter(([each]) => each !== name)))
const refused = { given: [subscriber], status: 400 } as const
refuses(agree, [
  { ...refused, ...without('resourceFilter'), receiving: `${receiving} without a resource` },
  { ...refused, ...without('endPoint'), receiving: `${receiving} without an endpoint` },
  { ...refused, ...subscribing({ ...wish, endPoint: 'ftp://hooks.example.org/' }), receiving: `${receiving} with a bad endpoint` },
  { ...refused, ...subscribing({ ...wish, resourceFilter: 'standin-plain' }), receiving: `${receiving} to a resource that is no URN` },
  { ...without('subjectFilter'), receiving: `${receiving} to the events of others`, given: [subscriber], status: 403 },
  { ...seen.unreachable, receiving, request, call, given: [subscriber, down('authorization')] },
  { ...removed(unknownId), receiving: `${removal} that does not exist`, given: [subscriber], status: 404 },
  { ...seen.unauthenticated, ...removed(unknownId), receiving: `${removal}, without a token`, token: null },
])
refusesAnyone(agree, { receiving, request, call }, [subscriber])
