/** The events area's wire format: paths, callers, JSON and refusals. Source: events §4.2, §6. */

import { plain, type RefusalForm } from '../../wire/refusal.ts'
import { type Area, emptyBody, runtimeCookie, usualArea } from '../../wire/vocabulary.ts'

export type { StoredEvent } from './cloud-events/cloud-event.ts'

const jsonString = (status: number, detail: string) => plain(status, detail, { body: 'string' })

/** The content type of subscription problem details. Source: events §4.2. */
export const jsonProblem = 'application/json; charset=utf-8'

/** The reply when the live service fails. Source: events §4.2, §6.1. */
export const eventsFailure = plain(500, '', {
  title: 'An error occurred while processing your request.',
  members: ['type', 'title', 'status', 'traceId'],
  contentType: 'application/problem+json; charset=utf-8',
  headers: { 'cache-control': 'no-cache,no-store', expires: '-1', pragma: 'no-cache' },
})

const refusals = {
  'endpoint-missing': jsonString(400, 'Missing or invalid endpoint to push events towards'),
  'source-filter-not-absolute': jsonString(400, 'SourceFilter must be an absolute URL with the https scheme.'),
  'resource-filter-no-urn': jsonString(400, 'Resource filter must be a valid urn'),
  'resource-filter-missing': jsonString(400, 'Resource filter is required.'),
  'source-filter-unsupported': jsonString(400, 'Source filter is not supported for subscriptions on this resource.'),
  'alternative-subject-unsupported': jsonString(400, 'AlternativeSubject filter is not supported for subscriptions on this resource.'),
  'subject-missing': jsonString(400, 'A valid subject to the authenticated identity is required'),
  'app-missing': jsonString(400, 'A valid app id is required in source filter {environment}/{org}/{app}'),
  'filters-incompatible': jsonString(400, 'Provided resource filter and source filter are not compatible'),
  'subunits-without-subject': jsonString(400, 'IncludeSubunits requires a subject filter.'),
  'subscription-not-authorized': jsonString(403, 'Not authorized to create a subscription for resource <resource>.'),
  'no-such-subscription': plain(404, 'There is no such subscription.', { body: 'empty' }),
  'foreign-subscription': plain(403, 'The subscription is not yours.', { body: 'empty' }),
  'event-resource-missing': plain(400, "A 'resource' property must be defined."),
  'event-resource-no-urn': plain(400, "'Resource' must be a valid urn."),
  'publishing-not-authorized': plain(403, 'You may not publish events of this resource.', { body: 'empty' }),
  'resource-without-prefix': plain(400, "The 'resource' parameter must begin with `urn:altinn:resource:`"),
  'after-missing': plain(400, "The 'after' parameter must be defined."),
  'two-subjects': plain(400, "Only one of 'subject' or 'alternativeSubject' can be defined."),
  'events-failure': eventsFailure,
} as const satisfies Record<string, RefusalForm>

export const events = {
  ...usualArea,
  unknownBelow: 'events',
  identity: { cookie: runtimeCookie },
  reader: 'events',
  problem: {
    ...usualArea.problem,
    members: ['type', 'title', 'status', 'detail', 'code', 'traceId'],
    validation: ['type', 'title', 'status', 'errors', 'traceId'],
  },
  refusals,
  refusalForms: {
    unauthenticated: { ...emptyBody, headers: {} },
    forbidden: emptyBody,
    'method-not-allowed': emptyBody,
    'too-large': emptyBody,
    'unsupported-media-type': emptyBody,
  },
} as const satisfies Area
