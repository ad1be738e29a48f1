/** The scopes that rows require, and who may call a row. Source: authentication §6. */

export const scopes = {
  createNotifications: 'altinn:serviceowner/notifications.create',
  createComposedEmails: 'altinn:serviceowner/notifications.composedemail.create',
  supportNotifications: 'altinn:notifications.support.admin',
  brokerRead: 'altinn:broker.read',
  brokerWrite: 'altinn:broker.write',
  serviceOwner: 'altinn:serviceowner',
  eventsSubscribe: 'altinn:events.subscribe',
  eventsPublish: 'altinn:events.publish',
  /** Besides the one before it: any resource. */
  eventsPublishAdmin: 'altinn:events.publish.admin',
} as const

/** The scope of the token that the service sends to condition endpoints. Source: notifications §10.3. */
export const conditionScope = 'altinn:system/notifications.condition.check'

/** The callers of a row: anyone; anyone with a token; a token with one of these scopes; the administrator of this Standin. */
export type Access =
  | { readonly kind: 'anyone' }
  | { readonly kind: 'token' }
  | { readonly kind: 'scope'; readonly anyOf: readonly string[] }
  | { readonly kind: 'admin' }

export const anyone: Access = { kind: 'anyone' }
export const token: Access = { kind: 'token' }
export const admin: Access = { kind: 'admin' }
export const scope = (...anyOf: readonly string[]): Access => ({ kind: 'scope', anyOf })

/** The scope that a 403 names as missing. */
export const missingScope = (access: Access): string => (access.kind === 'scope' ? access.anyOf.join(' or ') : '')
