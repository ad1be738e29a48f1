/** The subscriber's interactions over HTTP. */
import { createAgreeing } from '../agreement.ts'
import { createEventsClient } from './client.ts'

export const agree = createAgreeing('event-subscriber', createEventsClient)

export const subscriber = 'a caller may subscribe to events'
export const publisher = 'a caller may publish events'
export const resource = 'urn:altinn:resource:standin-plain'
export const subject = 'urn:altinn:organization:identifier-no:370916446'
