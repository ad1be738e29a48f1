/** Calls the endpoint of a subscription again after a failure. Source: events §5.2. */
import { z } from 'zod'
import { defineJob } from '../../job.ts'
import { aboutDelivery, attemptDelivery } from './delivery-attempt.ts'

const data = z.object({ deliveryId: z.string(), attempt: z.int() })
declare module '../../../world/bookings.ts' {
  interface BookingData {
    'events.deliverAgain': z.output<typeof data>
  }
}

export const deliverAgain = defineJob({
  id: 'events.deliverAgain',
  summary: 'An event goes again to an endpoint that failed',
  dependsOn: ['events', 'database'],
  asks: ['subscriptions', 'receiver'],
  data,
  together: true,
  about: aboutDelivery,

  run: ({ deliveryId, attempt: nth }, act) => attemptDelivery(deliveryId, nth, act),
})
