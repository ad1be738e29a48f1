/** Returns the events for a resource that the caller may see, in publication order. Source: events §6. */

import { bareResourceId, resourcePrefix } from '../../wire/identifiers.ts'
import { reply } from '../../wire/row.ts'
import { scope, scopes } from '../../wire/vocabulary.ts'
import type { PaceName } from '../../world/settings.ts'
import { callers, defineOperation } from '../operation.ts'
import { polledEvent } from './cloud-events/stored-event.ts'
import { fitsHeader, nextAddress, pageSize, typeFilter } from './constraints/event-query.ts'
import { eventsHeaders, eventsQuery, eventsReply } from './constraints/schemas.ts'
import { publishedEvents } from './records/published-events.ts'
import { maySeeEvent, subscriberOf } from './records.ts'

/** Delay in milliseconds of world time before a published event becomes visible to readers. Source: decisions §8. */
const readableAfter = { instant: 0, fast: 0, real: 30_000 } satisfies Record<PaceName, number>

export const readEvents = defineOperation({
  id: 'events.readEvents',
  method: 'GET',
  path: '/events/api/v1/events',
  summary: 'Read a resource’s events, page by page',
  access: scope(scopes.eventsSubscribe),
  dependsOn: ['authorization', 'database'],
  request: { query: eventsQuery, headers: eventsHeaders },
  replies: { 200: reply.jsonTextAs('application/cloudevents+json', eventsReply, 'next') },
  refusals: ['resource-without-prefix', 'after-missing', 'two-subjects', 'events-failure'],
  demandsJson: true,
  problemType: 'application/cloudevents+json; charset=utf-8',
  about: ({ query }) => ({ resource: bareResourceId(query.resource) }),
  example: {
    given: 'a published file transfer exists',
    as: callers.subscriber,
    input: () => ({ query: { resource: 'urn:altinn:resource:standin-plain', after: '0' } }),
  },

  handle({ query, headers }, context) {
    const { world, environment, caller, fail, now, address, url } = context
    const { resource, after, subject, type, size } = query
    const alternative = headers['altinn-alternativesubject']
    if (!resource.startsWith(resourcePrefix)) throw fail('resource-without-prefix')
    if (!after) throw fail('after-missing')
    if (subject && alternative) throw fail('two-subjects')
    context.reach('authorization')
    const wish = {
      resource,
      subject: subject || undefined,
      alternativeSubject: alternative || undefined,
      after,
      wants: typeFilter(type),
      size: pageSize(size),
    }
    const readableFrom = (at: number) => at + readableAfter[world.settings.pace]
    const subscriber = subscriberOf(caller)
    const page = environment
      .of(publishedEvents)
      .page(wish, now(), readableFrom)
      .filter((event) => maySeeEvent(context, subscriber, event))
    const events = `[${page.map(polledEvent).join(', ')}]`
    const last = page.at(-1)
    if (!last) return context.reply(200, events)
    const next = nextAddress(url(''), address.path, address.query, last.id, alternative && !subject ? page[0]?.subject : undefined)
    if (!fitsHeader(next)) throw fail('events-failure', { reason: 'the header next would contain non-ASCII characters' })
    return context.reply(200, events, { next })
  },
})
