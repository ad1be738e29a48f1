/** What a row or a job depends on outside the service: internal services, and decisions of others. Source: decisions §13. */

/** The internal services. Scenarios can make each of them unreachable. */
export const services = [
  'register',
  'names',
  'authorization',
  'resource-registry',
  'sms',
  'email',
  'storage',
  'scanner',
  'events',
  'database',
] as const

export type Service = (typeof services)[number]

/** How a service is away: no connection, an answer of 500, or no answer at all. Source: decisions §13. */
export const manners = ['unreachable', 'failing', 'hanging'] as const
export type Manner = (typeof manners)[number]

/** What a reason says of a service that is away so. */
export const mannerTexts: Readonly<Record<Manner, string>> = {
  unreachable: 'cannot be reached',
  failing: 'answers 500',
  hanging: 'does not answer',
}

/** What the service may see late, because it caches it. Source: decisions §14. */
export const caches = ['contacts', 'subscriptions'] as const
export type Cached = (typeof caches)[number]

/** World milliseconds. A world remembers for so long what was true before a change. */
export const longestLateness = 3_600_000

/**
 * What others decide: the result of a scan, whether a person is reserved, the outcome of a message, the delivery of an event, whether the
 * keys that sign tokens are rotated, how late changes are seen, how a call to an address of a client ends, in which order histories come,
 * how calls of the same moment end.
 */
export type Question = 'scan' | 'identification' | 'outcome' | 'delivery' | 'keys' | 'receiver' | 'histories' | 'collision' | Cached
