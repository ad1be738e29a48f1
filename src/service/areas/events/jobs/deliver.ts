/** Calls the endpoint of a subscription for the first time. Source: events §5. */
import { z } from 'zod'
import { defineJob } from '../../job.ts'
import { aboutDelivery, attemptDelivery } from './delivery-attempt.ts'

const data = z.object({ deliveryId: z.string() })
declare module '../../../world/bookings.ts' {
  interface BookingData {
    'events.deliver': z.output<typeof data>
  }
}

export const deliver = defineJob({
  id: 'events.deliver',
  summary: 'An event goes to the endpoint of a subscription',
  dependsOn: ['events', 'database'],
  asks: ['subscriptions', 'receiver'],
  data,
  step: { instant: 0, fast: 0, real: 1_000 },
  together: true,
  about: aboutDelivery,

  run: ({ deliveryId }, act) => attemptDelivery(deliveryId, 1, act),
})
