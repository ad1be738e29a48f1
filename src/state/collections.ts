/** The record collections that can be queried, by name. */
import type { EnvironmentName } from './agenda.ts'
import type { World } from './world.ts'

/** Contacts and the outbox are the same in both environments. */
export function collectionsOf({ contacts, environments, outbox }: World, environment: EnvironmentName) {
  const { orders, shipments, fileTransfers, resources, subscriptions, deliveries } = environments[environment]
  return {
    orders,
    shipments,
    fileTransfers,
    resources,
    subscriptions: subscriptions.records,
    deliveries,
    contacts,
    outbox: outbox.records,
  }
}
