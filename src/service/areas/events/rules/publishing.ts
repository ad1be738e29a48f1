/** How the body of a publisher is read, and an example of one. Source: events §6.1. */

import type { RequestNames } from '../../../wire/json-errors.ts'
import { Refusal } from '../../../wire/refusal.ts'
import { type GivenEvent, readCloudEvent } from './read-cloud-event.ts'

export function readPublished(text: string): GivenEvent {
  const event = readCloudEvent(text)
  if (typeof event === 'string') throw new Refusal('validation', {}, { RequestBody: [event] })
  return event
}

/** A body that is missing is told without the name of the parameter. */
export const publishedNames: RequestNames = { typeOf: () => '', mayBeNull: () => true, keyOf: () => '' }

export const exampleEvent = {
  specversion: '1.0',
  id: 'e0f8c4f2-54d8-4f5b-8c4e-0d2a3a9d9f10',
  source: 'https://example.org/cases/42',
  type: 'org.example.case.closed',
  time: '2026-11-01T10:00:00Z',
  subject: 'urn:altinn:organization:identifier-no:370916446',
  resource: 'urn:altinn:resource:standin-plain',
  data: { outcome: 'granted' },
}
