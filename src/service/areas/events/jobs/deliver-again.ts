/** Retries a failed delivery to a subscription's endpoint. Source: events §5.2. */

import { defineJob } from '../../operation.ts'
import { eventBookings } from '../bookings.ts'
import { aboutDelivery, attemptDelivery } from './delivery-attempt.ts'

export const deliverAgain = defineJob({
  id: 'events.deliverAgain',
  summary: 'A failed event delivery is retried',
  dependsOn: ['events', 'database'],
  asks: ['subscriptions', 'receiver'],
  ...eventBookings['events.deliverAgain'],
  together: true,
  about: aboutDelivery,

  run: ({ deliveryId, attempt: nth }, act) => attemptDelivery(deliveryId, nth, act),
})
