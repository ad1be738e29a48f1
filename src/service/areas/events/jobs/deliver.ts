/** Calls a subscription's endpoint for the first time. Source: events §5. */

import { defineJob } from '../../operation.ts'
import { eventBookings } from '../bookings.ts'
import { aboutDelivery, attemptDelivery } from './delivery-attempt.ts'

export const deliver = defineJob({
  id: 'events.deliver',
  summary: 'An event is delivered to a subscription',
  dependsOn: ['events', 'database'],
  asks: ['subscriptions', 'receiver'],
  ...eventBookings['events.deliver'],
  together: true,
  about: aboutDelivery,

  run: ({ deliveryId }, act) => attemptDelivery(deliveryId, 1, act),
})
