/** The facts of a job that calls a webhook endpoint. */

import { deliveries } from '../../areas/events/records/delivery.ts'
import { subscriptions } from '../../areas/events/records/subscription.ts'
import type { Line } from '../../state/journal-line.ts'
import type { World } from '../../state/world.ts'
import { derivedClientId } from '../../tokens/derived-guid.ts'
import { type Before, type Facts, factsOf } from './deed.ts'

/** Undefined for other jobs, for an endpoint that was not called, and where a scenario lost the call or its reply. The caller is the one that made the subscription, as far as it is known. */
export function deliveryFacts(
  line: Line,
  world: World,
  until: number,
  subscriberOf: (subscription: number) => string | undefined,
): (Facts & Before) | undefined {
  if (!delivers(line)) return undefined
  if (line.rule?.effects.receiver !== undefined) return undefined
  const { deliveryId } = line.data as { readonly deliveryId: string }
  const { of } = world.environments[line.environment]
  const delivery = of(deliveries).get(deliveryId)
  const attempt = delivery?.attempts.at(-1)
  if (!delivery || !attempt || line.commits === 0 || delivery.status === 'held' || attempt.resent) return undefined
  const orgNo = of(subscriptions).records.get(delivery.subscription)?.orgNo
  return {
    ...factsOf(line, until),
    commits: 0,
    // It is no call of the client, so it repeats none.
    request: null,
    caller: subscriberOf(delivery.subscription) ?? (orgNo === undefined ? delivery.consumer : derivedClientId(orgNo)),
    orgNo: orgNo ?? null,
    delivery: { status: attempt.status, why: attempt.why, validates: delivery.event === null, held: isHeld(line, world) },
  }
}

const delivers = ({ operation }: Line) => operation === 'events.deliver' || operation === 'events.deliverAgain'

/** Real milliseconds. */
const moment = 100

/** Results are noted in the order of sending: that of a quick endpoint waits for a slow one that was called before. */
function isHeld(line: Line, { journal }: World): boolean {
  const took = line.ms ?? 0
  if (took < moment) return false
  const end = line.began + took - moment
  return journal.jobs
    .list()
    .some((other) => other !== line && delivers(other) && other.ms !== null && other.began <= line.began && other.began + other.ms >= end)
}
