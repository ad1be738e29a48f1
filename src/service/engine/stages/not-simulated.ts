/** Paths of the live service that Standin knows but does not simulate. Source: notifications §1, file-transfer §1, authentication §10. */

export interface NotSimulated {
  /** Describes what the path does in the live service. */
  readonly what: string
  readonly source: string
  /** The path as written in the documentation. */
  readonly shown: string
  readonly path: RegExp
}

export const notSimulated: readonly NotSimulated[] = [
  {
    what: 'broker statistics',
    source: 'file-transfer §1',
    shown: '/broker/api/v1/statistics',
    path: /^\/broker\/api\/v1\/statistics(?:\/|$)/,
  },
  {
    what: 'the log, and the dashboard by phone number and email address',
    source: 'notifications §14',
    shown: '/notifications/api/v1/future/log, …/future/dashboard/…/phonenumber, …/email',
    path: /^(?:\/notifications\/api\/v1)?\/future\/(?:log(?:\/|$)|dashboard\/(?:.+\/)?(?:phonenumber|email)$)/,
  },
  {
    what: 'publishing by apps, internal event routes, and the test receiver',
    source: 'events §1',
    shown: '/events/api/v1/app, …/inbound, …/outbound, …/storage, …/tests/webhookreceiver',
    path: /^\/events\/api\/v1\/(?:app|inbound|outbound|storage|tests\/webhookreceiver)(?:\/|$)/,
  },
  {
    what: 'other authentication routes',
    source: 'authentication §10',
    shown: '/authentication/api/v1/…',
    path: /^\/authentication\/api\/v1\//,
  },
  { what: 'consent tokens', source: 'authentication §4', shown: '/api/GetConsentToken', path: /^\/api\/getconsenttoken$/ },
]

export const findNotSimulated = (path: string): NotSimulated | undefined => {
  const plain = path.toLowerCase().replace(/\/$/, '')
  return notSimulated.find((each) => each.path.test(plain))
}

/**
 * The methods of paths that only the live service has. Other methods are refused there, as on any path. Source: notifications §1.3,
 * authentication §2.
 */
const methods: readonly (readonly [path: RegExp, allow: string])[] = [
  [/^(?:\/notifications\/api\/v1)?\/orders(?:\/email|\/sms)?$/, 'GET, POST'],
  [/^(?:\/notifications\/api\/v1)?\/orders\/[^/]+(?:\/status|\/notifications\/(?:email|sms))?$/, 'GET'],
  [/^(?:\/notifications\/api\/v1)?\/future\/orders\/composed-email$/, 'POST'],
  [/^\/authentication\/api\/v1\/introspection$/, 'POST'],
]

/** Paths that only platform applications may call. Bearer tokens are refused there. Source: events §4. */
const internal: readonly (readonly [path: RegExp, method: string])[] = [[/^\/events\/api\/v1\/subscriptions\/validate\/[^/]+$/, 'PUT']]

export const isInternal = (path: string, method: string): boolean =>
  internal.some(([pattern, only]) => only === method && pattern.test(path.toLowerCase().replace(/\/$/, '')))

/** Returns the Allow header for a path that is not simulated. `undefined` if the live service does not have the path either. */
export function methodsElsewhere(path: string): string | undefined {
  const plain = path.toLowerCase().replace(/\/$/, '')
  return [...methods, ...internal].find(([pattern]) => pattern.test(plain))?.[1]
}
