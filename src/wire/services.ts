/** What a row or a job may have to ask of the platform and of the world outside. Source: decisions §13. */

/** Internal services: each can be reached, or not. */
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

/** What else is decided outside: how a scan ends, who is reserved, how a message ends, how an event is delivered. */
export type Question = 'scan' | 'identification' | 'outcome' | 'delivery'
