/** The callers in provider states and contracts, identified by their names in the environment file. */

import type { Identity } from '../service/areas/client.ts'
import { callers } from '../service/areas/operation.ts'
import { orderCallers, transferCallers } from '../service/failures/givens.ts'
import { scopes } from '../service/wire/vocabulary.ts'

interface Named {
  readonly here: Identity
  readonly does: string
}

/** Callers, in the same order as in the template of the environment file. */
export const namedCallers = {
  creator: { here: orderCallers.creator, does: 'orders notifications' },
  orderStranger: { here: orderCallers.stranger, does: "may order notifications, but owns none of the creator's notifications" },
  sender: { here: transferCallers.sender, does: 'sends files' },
  recipient: { here: transferCallers.recipient, does: 'receives files' },
  fileStranger: { here: transferCallers.stranger, does: "may send and receive files, but has no access to the sender's files" },
  subscriber: { here: callers.subscriber, does: 'subscribes to events; if this caller is missing, the recipient subscribes' },
} as const satisfies Record<string, Named>

export type CallerName = keyof typeof namedCallers
export const callerNames = Object.keys(namedCallers) as [CallerName, ...CallerName[]]

/**
 * Returns the name of an identity's caller; `undefined` if the organization is not one of the callers. The events scope distinguishes the
 * subscriber from the recipient.
 */
export function callerOf({ orgNo, scope = '' }: Identity): CallerName | undefined {
  if (orgNo === callers.subscriber.orgNo && scope === scopes.eventsSubscribe) return 'subscriber'
  return callerNames.find((name) => name !== 'subscriber' && namedCallers[name].here.orgNo === orgNo)
}

/** Callers to use instead of callers that are missing from the file. */
export const standsInFor: Readonly<Partial<Record<CallerName, CallerName>>> = { subscriber: 'recipient' }
