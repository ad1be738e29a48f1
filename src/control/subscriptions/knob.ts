/** Event subscriptions in both environments. */
import type { z } from 'zod'
import { type Subscription, subscriptions } from '../../service/areas/events/records.ts'
import { Misuse } from '../../service/wire/misuse.ts'
import { zulu } from '../../service/wire/timestamp.ts'
import type { EnvironmentName } from '../../service/world/records.ts'
import type { World } from '../../service/world/world.ts'
import { type Page, pageOf } from '../rows/page.ts'
import type { SubscriptionReply, subscriptionsReply } from './rows.ts'

export type Subscriptions = ReturnType<typeof createSubscriptionsKnob>

export function createSubscriptionsKnob(current: () => World) {
  function existingSubscription(name: EnvironmentName, id: number): Subscription {
    const subscription = current().environments[name].of(subscriptions).records.get(id)
    if (!subscription) throw new Misuse(`Subscription not found in ${name}: ${id}.`, undefined, 404)
    return subscription
  }
  return {
    /** Lists the subscriptions in both environments, each oldest first. */
    list(page?: Page): z.output<typeof subscriptionsReply> {
      const all = Object.values(current().environments).flatMap((environment) =>
        [...environment.of(subscriptions).records.values()].map((subscription) => showSubscription(subscription, environment)),
      )
      return pageOf('subscriptions', all, page, ({ environment, id }) => `${environment}/${id}`)
    },
    /** Marks a subscription as validated now, or as not validated. Throws {@link Misuse} if it does not exist. */
    validate(name: EnvironmentName, id: number, isValidated: boolean): SubscriptionReply {
      const subscription = existingSubscription(name, id)
      subscription.validated = isValidated ? (subscription.validated ?? current().clock.now()) : null
      current().environments[name].of(subscriptions).records.changed(subscription)
      return showSubscription(subscription, { name })
    },
    /** Removes a subscription, regardless of its creator. Throws {@link Misuse} if it does not exist. */
    remove(name: EnvironmentName, id: number): void {
      const subscription = existingSubscription(name, id)
      const { environments, clock } = current()
      environments[name].of(subscriptions).remove(subscription, clock.now())
    },
  }
}

export const showSubscription = (
  { id, consumer, endPoint, resourceFilter, subjectFilter, typeFilter, created, validated }: Subscription,
  { name }: { readonly name: EnvironmentName },
): SubscriptionReply => ({
  id,
  environment: name,
  consumer,
  endPoint,
  resourceFilter,
  subjectFilter,
  typeFilter,
  created: zulu(created),
  validated: validated === null ? null : zulu(validated),
})
