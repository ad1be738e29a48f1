/** Errors for unparsable or incomplete request bodies in the notifications area. */

import type { z } from 'zod'
import type { Path, Step } from '../../../wire/json.ts'
import {
  bodyRequired,
  conversionMessage,
  createLookup,
  emptyBody,
  locateAll,
  malformedBody,
  pascalCase,
  printPath,
  type RequestNames,
} from '../../../wire/json-errors.ts'
import { type Errors, Refusal } from '../../../wire/refusal.ts'
import type { BodyReader } from '../../areas.ts'
import { mostErrors } from './base-constraints.ts'

export const models = 'Altinn.Notifications.Models'

const nullable: Readonly<Record<string, string>> = {
  recipient: `${models}.NotificationRecipientExt`,
  reminders: `System.Collections.Generic.List\`1[${models}.NotificationReminderExt]`,
  dialogportenAssociation: `${models}.DialogportenIdentifiersExt`,
  recipientEmail: `${models}.Email.RecipientEmailExt`,
  recipientSms: `${models}.Sms.RecipientSmsExt`,
  recipientPerson: `${models}.Recipient.RecipientPersonExt`,
  recipientOrganization: `${models}.Recipient.RecipientOrganizationExt`,
  recipientExternalIdentity: `${models}.Recipient.RecipientExternalIdentityExt`,
  emailSettings: `${models}.Email.EmailSendingOptionsExt`,
  smsSettings: `${models}.Sms.SmsSendingOptionsExt`,
  conditionEndpoint: 'System.Uri',
}

const notNullable: Readonly<Record<string, string>> = {
  channelSchema: `${models}.NotificationChannelExt`,
  sendingTimePolicy: `${models}.SendingTimePolicyExt`,
  contentType: `${models}.EmailContentTypeExt`,
  ignoreReservation: 'System.Boolean',
  useStaleContactInformation: 'System.Boolean',
  delayDays: 'System.Nullable`1[System.Int32]',
  requestedSendTime: 'System.DateTime',
}

/** Source: notifications §4.3. */
function typeOf(path: Path): string {
  const last = path.at(-1)
  if (last === undefined) return `${models}.NotificationOrderChainRequestExt`
  if (typeof last === 'number') return `${models}.NotificationReminderExt`
  if (last === 'requestedSendTime' && path.length > 1) return 'System.Nullable`1[System.DateTime]'
  return nullable[last] ?? notNullable[last] ?? 'System.String'
}

/** Returns the error key for a path, with list indexes in brackets. Source: notifications §4.2. */
export const indexedKey = (path: Path, named: (step: string, parent: Step | undefined) => string = pascalCase): string =>
  path.map((step, at) => (typeof step === 'number' ? `[${step}]` : `${at > 0 ? '.' : ''}${named(step, path[at - 1])}`)).join('')

const keyOf = (path: Path): string => indexedKey(path, nameOf)

function nameOf(step: string, parent: Step | undefined): string {
  const direct = parent === 'recipientEmail' || parent === 'recipientSms'
  return direct && step.endsWith('Settings') ? 'Settings' : pascalCase(step)
}

export const orderNames: RequestNames = {
  parameter: 'notificationOrderRequest',
  typeOf,
  mayBeNull: (path) => !(String(path.at(-1)) in notNullable),
  keyOf,
}

type Issue = z.core.$ZodIssue
type Kind = 'absent' | 'unreadable' | 'required'
interface Problem {
  readonly kind: Kind
  readonly path: Path
}

/**
 * Returns the error for the first value that cannot be parsed or, if there is none, for all missing required values. `value`: the parsed
 * body, with names as the client spelled them. `text`: the body. Source: notifications §4.2, §4.3, §4.4.
 */
export function notificationErrors(issues: readonly Issue[], value: unknown, text: string, names: RequestNames = orderNames): Errors {
  return misreadInOrder(issues, value, text, names) ?? requiredErrors(problemsOf(issues, value, names), names)
}

export function misreadInOrder(
  issues: readonly Issue[],
  value: unknown,
  text: string,
  names: RequestNames = orderNames,
): Errors | undefined {
  const fatal = firstOfLists(problemsOf(issues, value, names).filter(({ kind }) => kind !== 'required'))
  return fatal.length > 0 ? { ...readingErrors(fatal, text, names), ...bodyRequired(names) } : undefined
}

function problemsOf(issues: readonly Issue[], value: unknown, names: RequestNames): Problem[] {
  const lookUp = createLookup()
  return issues.map((issue) => problemOf(issue, lookUp(value, issue.path as Path), names))
}

function problemOf(issue: Issue, value: unknown, names: RequestNames): Problem {
  const path = issue.path as Path
  if (value === undefined) return { kind: names.mayBeAbsent?.(path) ? 'required' : 'absent', path }
  const required = value === null ? names.mayBeNull(path) : issue.code === 'invalid_format'
  return { kind: required ? 'required' : 'unreadable', path }
}

/**
 * Returns only problems with the first bad entry in each list, because a hostile list can contain millions. Problems must be in entry
 * order.
 */
function firstOfLists(problems: readonly Problem[]): Problem[] {
  const first = new Map<string, number>()
  return problems.filter(({ path }) =>
    path.every((step, at) => {
      if (typeof step !== 'number') return true
      const list = printPath(path.slice(0, at))
      first.set(list, first.get(list) ?? step)
      return first.get(list) === step
    }),
  )
}

/** Returns the error that comes first in the body. A missing property counts as located at the end of its object. */
function readingErrors(problems: readonly Problem[], text: string, names: RequestNames): Errors {
  const places = problems.map(({ kind, path }) => (kind === 'absent' ? path.slice(0, -1) : path))
  const located = locateAll(text, places)
  const offset = (at: number) => located[at]?.[problems[at]?.kind === 'absent' ? 'close' : 'end'] ?? Number.POSITIVE_INFINITY
  const first = problems.reduce((best, _, at) => (offset(at) < offset(best) ? at : best), 0)
  const firstPath = places[first] ?? []
  const path = printPath(located[first]?.path ?? firstPath)
  if (problems[first]?.kind === 'unreadable')
    return { [path]: [conversionMessage(names.typeOf(firstPath), path, text, located[first]?.end ?? text.length)] }
  const absent = problems.filter((problem, at) => problem.kind === 'absent' && samePath(places[at] ?? [], firstPath))
  const list = absent.map((problem) => `'${String(problem.path.at(-1))}'`).join(', ')
  return { [path]: [`JSON deserialization for type '${names.typeOf(firstPath)}' was missing required properties including: ${list}.`] }
}

const samePath = (one: Path, other: Path) => one.length === other.length && one.every((step, at) => step === other[at])

/**
 * Returns the errors for missing required values. If all of them are null list entries, throws the `unmappable` refusal, because such
 * entries make the live service fail. Source: notifications §4.4, decisions §1 #11.
 */
function requiredErrors(problems: readonly Problem[], names: RequestNames): Errors {
  const isEntry = ({ path }: Pick<Problem, 'path'>) => typeof path.at(-1) === 'number'
  const entries = problems.slice(0, mostErrors).map(({ path }) => {
    const key = names.keyOf(path)
    return [key, [isEntry({ path }) ? 'A list entry must not be null.' : `The ${key.slice(key.lastIndexOf('.') + 1)} field is required.`]]
  })
  const errors = Object.fromEntries(entries) as Errors
  if (problems.every(isEntry)) throw new Refusal('unmappable', {}, errors)
  return errors
}

export const bodyReader: BodyReader = {
  exact: true,
  accepts: { enums: true, numbersAsText: true },
  misread: misreadInOrder,
  errors: notificationErrors,
  malformed: (text, reason, names = orderNames, known) => malformedBody(text, reason, names, known),
  empty: (names = orderNames) => emptyBody(names),
}
