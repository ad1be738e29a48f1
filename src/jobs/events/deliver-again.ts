/** The endpoint of a subscription is called once more, after it failed. Source: events §5.2. */
import { z } from 'zod'
import { type Again, aboutDelivery, attempt } from '../attempt.ts'
import { defineJob, type Job } from '../job.ts'

const data = z.object({ deliveryId: z.string(), attempt: z.int() }) satisfies Again['data']

export const deliverAgain: Job<typeof data, 'events' | 'database'> = defineJob({
  id: 'events.deliverAgain',
  summary: 'An event goes once more to an endpoint that failed',
  step: false,
  together: true,
  dependsOn: ['events', 'database'],
  data,
  about: aboutDelivery,

  run: ({ deliveryId, attempt: nth }, act) => attempt(deliveryId, nth, act, deliverAgain),
})
