/** The endpoint of a subscription is called for the first time. Source: events §5. */
import { z } from 'zod'
import { aboutDelivery, attempt } from '../attempt.ts'
import { defineJob } from '../job.ts'
import { deliverAgain } from './deliver-again.ts'

export const deliver = defineJob({
  id: 'events.deliver',
  summary: 'An event goes to the endpoint of a subscription',
  step: true,
  together: true,
  dependsOn: ['events', 'database'],
  data: z.object({ deliveryId: z.string() }),
  about: aboutDelivery,

  run: ({ deliveryId }, act) => attempt(deliveryId, 1, act, deliverAgain),
})
