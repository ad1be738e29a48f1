/** Publishes a service owner's event and sends it to matching subscriptions. Source: events §6.1. */

import { bareResourceId } from '../../wire/identifiers.ts'
import type { RequestNames } from '../../wire/json-errors.ts'
import { Refusal } from '../../wire/refusal.ts'
import { parsedJson, reply } from '../../wire/row.ts'
import { scope, scopes } from '../../wire/vocabulary.ts'
import { callers, defineOperation } from '../operation.ts'
import { type GivenEvent, readCloudEvent } from './cloud-events/read-cloud-event.ts'
import { storedEvent } from './cloud-events/stored-event.ts'
import { cloudEventSchema, exampleEvent } from './constraints/schemas.ts'
import { isUrn } from './constraints/subscription-constraints.ts'
import { validationsOf } from './jobs/delivery-attempt.ts'
import { spread } from './jobs/spread.ts'
import { publishedEvents } from './records/published-events.ts'
import { mayPublish, subscriberOf } from './records.ts'

/** The error message for a missing body does not contain the parameter's name. */
const publishedNames: RequestNames = { typeOf: () => '', mayBeNull: () => true, keyOf: () => '' }

export const publishEvent = defineOperation({
  id: 'events.publishEvent',
  method: 'POST',
  path: '/events/api/v1/events',
  summary: 'Publish an event for one of the caller’s resources',
  access: scope(scopes.eventsPublish),
  dependsOn: ['authorization', 'database'],
  asks: ['delivery', 'subscriptions'],
  request: { body: parsedJson('application/cloudevents+json', cloudEventSchema, readPublished, publishedNames) },
  replies: { 200: reply.empty() },
  refusals: ['event-resource-missing', 'event-resource-no-urn', 'publishing-not-authorized', 'events-failure'],
  about: ({ body }) => ({ resource: bareResourceId(body.attributes.get('resource') ?? '') }),
  example: { as: callers.publisher, input: () => ({ body: exampleEvent }) },

  async handle({ body }, context) {
    const { caller, environment, fail, world } = context
    const resource = body.attributes.get('resource')
    if (!resource) throw fail('event-resource-missing')
    if (!isUrn(resource)) throw fail('event-resource-no-urn')
    context.reach('authorization')
    const isAdministrator = caller.scopes.includes(scopes.eventsPublishAdmin)
    if (!isAdministrator && !mayPublish(context, subscriberOf(caller), resource)) throw fail('publishing-not-authorized')
    if (body.data === null) throw fail('events-failure', { reason: 'the service cannot serialize the event data' })
    await validationsOf(world)
    const event = { ...storedEvent(body, context.now()), cause: context.cause }
    if (event.text.includes('\\u0000')) context.explain('The event is lost: the database does not accept U+0000.')
    else context.commit(() => spread(environment.of(publishedEvents).add(event), context, context.stepEnd('events.publish', event.at)))
    return context.reply(200, undefined)
  },
})

function readPublished(text: string): GivenEvent {
  const event = readCloudEvent(text)
  if (typeof event === 'string') throw new Refusal('validation', {}, { RequestBody: [event] })
  return event
}
