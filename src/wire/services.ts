/** The internal services of the platform that a row or a job may have to ask. Source: decisions §13. */

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
