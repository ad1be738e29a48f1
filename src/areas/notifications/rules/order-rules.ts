/** The rules for an order that could be read. */
import { type Errors, Refusal } from '../../../wire/refusals/refusal.ts'
import type { RuleContext } from '../../../wire/row.ts'
import { endOfTime, readTimestamp } from '../../../wire/values/timestamp.ts'
import { conditionEndpointErrors } from '../../../wire/values/uri.ts'
import type { OrderRequest, ReminderRequest } from './order.ts'
import { type Report, recipientRules } from './recipient-rules.ts'

/** The most errors of an answer. Without a limit, a hostile order could produce millions. */
export const mostErrors = 200
const day = 86_400_000

/** All errors at once. Throws the refusal `unmappable` when the only errors are reminders beyond the year 9999. Source: notifications §4.5. */
export function orderRules(request: OrderRequest, { now }: RuleContext): Errors | undefined {
  const errors = new Map<string, string[]>()
  const report: Report = (key, message) => errors.set(key, [...(errors.get(key) ?? []), message])
  const sendTime = request.requestedSendTime === undefined ? undefined : readTimestamp(request.requestedSendTime)
  if (sendTime && !sendTime.zoned) report('RequestedSendTime', 'The requested send time value must have specified a time zone.')
  if (sendTime && sendTime.at < now) report('RequestedSendTime', 'RequestedSendTime must be greater than or equal to now.')
  conditionRules(request.conditionEndpoint, '', report)
  recipientRules(request.recipient, 'Recipient', report)
  for (const [at, reminder] of (request.reminders ?? []).entries()) {
    if (errors.size >= mostErrors) break
    reminderRules(reminder, `Reminders[${at}]`, { now, sendTime: sendTime?.at ?? now }, report)
  }
  if (errors.size === 0) return undefined
  const found = Object.fromEntries(errors)
  const messages = [...errors.values()].flat()
  if (messages.every((message) => message === beyondCalendar)) throw new Refusal('unmappable', {}, found)
  return found
}

function conditionRules(endpoint: string | null | undefined, prefix: string, report: Report): void {
  if (typeof endpoint !== 'string') return
  for (const error of conditionEndpointErrors(endpoint)) report(`${prefix}ConditionEndpoint`, error)
}

interface Times {
  readonly now: number
  /** When the main notification goes out. */
  readonly sendTime: number
}

function reminderRules(reminder: ReminderRequest, key: string, times: Times, report: Report): void {
  const hasDelay = typeof reminder.delayDays === 'number'
  const hasTime = typeof reminder.requestedSendTime === 'string'
  if (hasDelay === hasTime) report(key, 'Either DelayDays or RequestedSendTime must be defined, but not both.')
  if (hasDelay && hasTime) {
    report(`${key}.RequestedSendTime`, 'RequestedSendTime must be null when DelayDays is set.')
    report(`${key}.DelayDays`, 'DelayDays must be null when RequestedSendTime is set.')
  }
  delayRules(reminder.delayDays, `${key}.DelayDays`, times.sendTime, report)
  sendTimeRules(reminder.requestedSendTime, `${key}.RequestedSendTime`, times.now, report)
  conditionRules(reminder.conditionEndpoint, `${key}.`, report)
  recipientRules(reminder.recipient, `${key}.Recipient`, report)
}

/** A rule of Standin: the live service has none, and fails on such a date. Source: decisions §1 #11. */
const beyondCalendar = 'DelayDays must not lead past the year 9999.'

function delayRules(days: number | null | undefined, key: string, sendTime: number, report: Report): void {
  if (typeof days !== 'number') return
  if (days < 1) report(key, 'DelayDays must be greater than or equal to 1 day.')
  else if (sendTime + days * day > endOfTime) report(key, beyondCalendar)
}

function sendTimeRules(text: string | null | undefined, key: string, now: number, report: Report): void {
  const time = typeof text === 'string' ? readTimestamp(text) : undefined
  if (time && !time.zoned) report(key, 'The RequestedSendTime must have specified a time zone.')
  if (time && time.at < now) report(key, 'RequestedSendTime must be greater than or equal to the current UTC time.')
}
