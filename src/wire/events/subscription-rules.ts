/** What is demanded of a subscription before anyone asks who makes it. Source: events §4.2. */
import type { SubscriptionRequest } from './subscription.ts'

const urn = /^urn:[a-z0-9-]{1,30}(?::[a-z0-9()+,.\-;$_!/]{1,100}){1,10}$/

type AddressFault = 'endpoint-missing' | 'source-filter-not-absolute'
type FilterFault =
  | 'resource-filter-no-urn'
  | 'resource-filter-missing'
  | 'source-filter-unsupported'
  | 'alternative-subject-unsupported'
  | 'subunits-without-subject'

/** The two rules about addresses come before the scope, the others after it. */
export function addressFault(
  { endPoint, sourceFilter }: SubscriptionRequest,
  mayBePlain: (host: string) => boolean,
): AddressFault | undefined {
  if (typeof endPoint !== 'string' || !isAllowed(endPoint, mayBePlain)) return 'endpoint-missing'
  return typeof sourceFilter === 'string' && schemeOf(sourceFilter) !== 'https' ? 'source-filter-not-absolute' : undefined
}

export function filterFault(request: SubscriptionRequest): FilterFault | undefined {
  const { resourceFilter, sourceFilter, alternativeSubjectFilter, subjectFilter, includeSubunits } = request
  if (resourceFilter != null && !urn.test(resourceFilter)) return 'resource-filter-no-urn'
  if (resourceFilter == null) return 'resource-filter-missing'
  if (sourceFilter != null) return 'source-filter-unsupported'
  if (alternativeSubjectFilter) return 'alternative-subject-unsupported'
  return includeSubunits && !subjectFilter ? 'subunits-without-subject' : undefined
}

/** Plain http is for whoever develops on the machine that calls. Source: decisions §15. */
function isAllowed(text: string, mayBePlain: (host: string) => boolean): boolean {
  const scheme = schemeOf(text)
  return scheme === 'https' || (scheme === 'http' && mayBePlain(new URL(text).hostname))
}

/** Of an absolute URL with a host. */
function schemeOf(text: string): string | undefined {
  const [, scheme] = /^(https?):\/\/./i.exec(text) ?? []
  return URL.canParse(text) ? scheme?.toLowerCase() : undefined
}
