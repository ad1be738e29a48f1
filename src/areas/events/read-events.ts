/** Shows the events of a resource that the caller may see, in the order of publication. Source: events §6. */
import { consumerOf, organizationForEvents } from '../../tokens/caller.ts'
import { reply } from '../../wire/row.ts'
import { scope, scopes } from '../../wire/scopes.ts'
import { bareResourceId } from '../../wire/values/identifiers.ts'
import type { PaceName } from '../../world/settings.ts'
import { callers, defineOperation } from '../operation.ts'
import { publishedEvents } from './records/published-event.ts'
import { maySeeEvent } from './records/subscribers.ts'
import { polledEvent } from './rules/cloud-event.ts'
import { eventsHeaders, eventsQuery, eventsReply, nextQuery, pageSize, wantedNames } from './rules/event-query.ts'

/** World milliseconds until a published event can be read. Source: decisions §8. */
const readableAfter = { instant: 0, fast: 0, real: 30_000 } satisfies Record<PaceName, number>

const path = '/events/api/v1/events'

export const readEvents = defineOperation({
  id: 'events.readEvents',
  method: 'GET',
  path,
  summary: 'Read the events of a resource, page by page',
  access: scope(scopes.eventsSubscribe),
  dependsOn: ['authorization', 'database'],
  request: { query: eventsQuery, headers: eventsHeaders },
  replies: { 200: reply.jsonAs('application/cloudevents+json', eventsReply, 'next') },
  refusals: ['resource-without-prefix', 'after-missing', 'two-subjects'],
  demandsJson: true,
  about: ({ query }) => ({ resource: bareResourceId(query.resource) }),
  example: {
    given: 'a published file transfer exists',
    as: callers.subscriber,
    input: () => ({ query: { resource: 'urn:altinn:resource:standin-plain', after: '0' } }),
  },

  handle({ query, headers }, context) {
    const { world, environment, caller, fail, now, url } = context
    const { resource, after, subject, type, size } = query
    const alternative = headers['altinn-alternativesubject']
    const resourceId = bareResourceId(resource)
    if (resourceId === resource) throw fail('resource-without-prefix')
    if (!after) throw fail('after-missing')
    if (subject && alternative) throw fail('two-subjects')
    context.reach('authorization')
    // Events of this service have no alternative subject.
    if (alternative) return context.reply(200, [])
    const wish = { resourceId, subject: subject || undefined, after, names: wantedNames(type), size: pageSize(size) }
    const readableFrom = (at: number) => at + readableAfter[world.settings.pace]
    const subscriber = { consumer: consumerOf(caller) ?? '', orgNo: organizationForEvents(caller) }
    const page = environment
      .of(publishedEvents)
      .page(wish, now(), readableFrom)
      .filter((event) => maySeeEvent(context, subscriber, event))
    const last = page.at(-1)
    const next = last && { next: `${url(path)}?${nextQuery(last.id, query)}` }
    return context.reply(
      200,
      page.map((event) => polledEvent(event, url(''))),
      next,
    )
  },
})
