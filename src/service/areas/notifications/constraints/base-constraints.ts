/** Constraints shared by all newer orders, including composed emails, and a function that collects errors. */

import type { Errors } from '../../../wire/refusal.ts'
import { readTimestamp } from '../../../wire/timestamp.ts'
import { conditionEndpointErrors } from '../../../wire/uri.ts'
import type { OrderRequest } from './order.ts'

/** Maximum number of errors in a reply. Without this limit, a hostile order could produce millions. */
export const mostErrors = 200

export type Report = (key: string, message: string) => void

/** Collects errors from constraints, keyed by name. `count` returns the number of keys so far. */
export function collect(constraints: (report: Report, count: () => number) => void): Errors | undefined {
  const errors = new Map<string, string[]>()
  constraints(
    (key, message) => errors.set(key, [...(errors.get(key) ?? []), message]),
    () => errors.size,
  )
  return errors.size === 0 ? undefined : Object.fromEntries(errors)
}

/** Reports errors and returns the requested send time. */
export function baseConstraints(
  { requestedSendTime, conditionEndpoint }: Pick<OrderRequest, 'requestedSendTime' | 'conditionEndpoint'>,
  now: number,
  report: Report,
): number | undefined {
  const sendTime = requestedSendTime === undefined ? undefined : readTimestamp(requestedSendTime)
  if (sendTime && !sendTime.zoned) report('RequestedSendTime', 'The requested send time value must have specified a time zone.')
  if (sendTime && sendTime.at < now) report('RequestedSendTime', 'RequestedSendTime must be greater than or equal to now.')
  conditionConstraints(conditionEndpoint, '', report)
  return sendTime?.at
}

export function conditionConstraints(endpoint: string | null | undefined, prefix: string, report: Report): void {
  if (typeof endpoint !== 'string') return
  for (const error of conditionEndpointErrors(endpoint)) report(`${prefix}ConditionEndpoint`, error)
}
