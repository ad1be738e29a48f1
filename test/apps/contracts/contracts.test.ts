/** The published contracts: what they cover, and what a broken service breaks of them. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readPacts } from '../../../src/apps/contracts/verifying/pact-files.ts'
import { eventTypes } from '../../../src/service/areas/events/cloud-events/cloud-event.ts'
import { operations } from '../../../src/service/areas/index.ts'
import { rateLimits } from '../../../src/service/wire/vocabulary.ts'
import { rule } from '../../support/rule.ts'

interface Written {
  readonly description: string
  readonly request?: { readonly method: string; readonly path: string }
  readonly response?: { readonly status: number }
}

const read = () =>
  readPacts(['pacts']).map(({ path }) => {
    const { consumer, interactions } = JSON.parse(readFileSync(path, 'utf8'))
    return { path, consumer: consumer.name as string, interactions: interactions as Written[] }
  })

const ofConsumers = () => read().filter(({ path }) => !/pacts\/(spec|live)\//.test(path))

/** The operation of a request, by its method and path. */
function operationOf({ method, path }: NonNullable<Written['request']>): string {
  const fits = (pattern: string) => {
    const [one, other] = [pattern.split('/'), path.split('/')]
    return one.length === other.length && one.every((part, at) => part.startsWith('{') || part === other[at])
  }
  const found = operations.filter((each) => each.method === method && [each.path].flat().some(fits))
  // A path without parameters comes before one with them.
  return found.sort((one, other) => String(one.path).split('{').length - String(other.path).split('{').length)[0]?.id ?? ''
}

/** The operations of the specification, and the statuses that it names for each; those of events, and the statuses of their reference. */
const statuses = {
  'notifications.createOrder': [200, 201, 400, 401, 403, 422, 499, 503],
  'notifications.getShipment': [200, 401, 403, 404, 499, 503],
  'fileTransfer.initialize': [200, 400, 401, 403, 429, 499, 503],
  'fileTransfer.upload': [200, 400, 401, 403, 404, 409, 429, 499, 503],
  'fileTransfer.initializeAndUpload': [200, 400, 401, 403, 429, 499, 503],
  'fileTransfer.overview': [200, 400, 401, 403, 404, 429, 499, 503],
  'fileTransfer.details': [200, 400, 401, 403, 404, 429, 499, 503],
  'fileTransfer.search': [200, 400, 401, 403, 429, 499, 503],
  'fileTransfer.download': [200, 206, 400, 401, 403, 404, 416, 429, 499, 503],
  'fileTransfer.confirmDownload': [204, 400, 401, 403, 404, 429, 499, 503],
  'events.createSubscription': [201, 400, 401, 403, 499, 503],
  'events.getSubscription': [200],
  'events.listSubscriptions': [200],
  'events.deleteSubscription': [200, 401, 404],
  'events.readEvents': [200, 400, 401, 403, 499, 503],
  'events.publishEvent': [200, 400, 401, 403, 499, 503],
}

const calls = (pacts: ReturnType<typeof read>) =>
  pacts.flatMap(({ interactions }) =>
    interactions.flatMap(({ request, response }) =>
      request && response ? [{ operation: operationOf(request), status: response.status }] : [],
    ),
  )

rule('spec §4, events §4, events §6', 'the contracts of the consumers cover every operation, with its successes and its refusals', () => {
  const found = Object.groupBy(calls(ofConsumers()), ({ operation }) => operation)
  const seen = Object.entries(found).map(([id, each = []]) => [id, new Set(each.map(({ status }) => status))])

  const wanted = Object.entries(statuses).map(([id, each]) => [id, new Set(each)])

  expect(Object.fromEntries(seen)).toEqual(Object.fromEntries(wanted))
  expect(Object.keys(statuses)).toEqual(expect.arrayContaining(Object.keys(rateLimits)))
})

rule('events §2', 'the contract of the subscriber has a message of every type of event', () => {
  const [subscriber] = read().filter(({ consumer }) => consumer === 'event-subscriber')
  const messages = subscriber?.interactions.filter(({ request }) => request === undefined)
  const types = messages?.map(({ description }) => description.split(' ')[0])

  expect(new Set(types)).toEqual(new Set(eventTypes))
})

test('every contract holds in both dialects, apart from those of strict clients and of the older routes, which name one', () => {
  const dialects = readPacts(['pacts']).map(({ path, interactions }) => [path, [...new Set(interactions.map(({ dialect }) => dialect))]])
  const strict = (name: string) => `pacts/${name}/strict-${name}-client-notification-and-file-transfer-service.json`

  expect(Object.fromEntries(dialects)).toEqual({
    ...Object.fromEntries(ofConsumers().map(({ path }) => [path, [undefined]])),
    [strict('spec')]: ['spec'],
    [strict('live')]: ['live'],
    'pacts/live/older-routes-integrator-notification-and-file-transfer-service.json': ['live'],
  })
  expect(ofConsumers().map(({ consumer }) => consumer)).toEqual([
    'event-subscriber',
    'file-transfer-recipient',
    'file-transfer-sender',
    'notifications-integrator',
  ])
})

test('the strict contracts have a twin for each refusal', () => {
  const [spec = [], live = []] = ['spec', 'live'].map((dialect) =>
    read()
      .filter(({ consumer }) => consumer === `strict-${dialect}-client`)
      .flatMap(({ interactions }) => interactions.map(({ description }) => description))
      .sort(),
  )

  expect(spec.length).toBeGreaterThan(70)
  expect(live).toEqual(spec)
})
