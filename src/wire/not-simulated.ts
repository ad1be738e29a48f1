/** Paths of the live services that Standin knows but does not simulate. Source: notifications §1, file-transfer §1, authentication §10. */

const known = [
  /^(?:\/notifications\/api\/v1)?\/orders(?:\/(?!chain(?:\/|$))|$)/,
  /^(?:\/notifications\/api\/v1)?\/future\/orders\/composed-email$/,
  /^(?:\/notifications\/api\/v1)?\/future\/dashboard(?:\/|$)/,
  /^\/broker\/api\/v1\/statistics(?:\/|$)/,
  /^\/events\/api\/v1\/(?:subscriptions\/validate|app|storage)(?:\/|$)/,
  /^\/authentication\/api\/v1\//,
  /^\/token$/,
  /^\/api\/get(?:personal|platform|enterpriseuser|consent)token$/,
]

export const isKnownButNotSimulated = (path: string): boolean => known.some((form) => form.test(path.toLowerCase().replace(/\/$/, '')))
