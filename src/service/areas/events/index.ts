/** The events area: delivers file transfers' and service owners' events to subscribers. */
import { defineArea } from '../areas.ts'
import { createSubscription } from './create-subscription.ts'
import { deleteSubscription } from './delete-subscription.ts'
import { getSubscription } from './get-subscription.ts'
import { deliver } from './jobs/deliver.ts'
import { deliverAgain } from './jobs/deliver-again.ts'
import { publish } from './jobs/publish.ts'
import { listSubscriptions } from './list-subscriptions.ts'
import { publishEvent } from './publish-event.ts'
import { readEvents } from './read-events.ts'
import { deliveryLifecycle } from './records/deliveries.ts'
import { events as onTheWire } from './wire.ts'

export { type CloudEvent, cloudEventSchema, exampleEvent, exampleSubscription } from './constraints/schemas.ts'

export const events = defineArea({
  ...onTheWire,
  rows: [createSubscription, listSubscriptions, getSubscription, deleteSubscription, readEvents, publishEvent],
  jobs: [publish, deliver, deliverAgain],
  lifecycles: { delivery: deliveryLifecycle },
})
