/** Subscription constraints, and the names used in their validation messages. Source: events §4. */

import { pascalKey, type RequestNames } from '../../../wire/json-errors.ts'
import { appPrefix, isApp } from '../cloud-events/cloud-event.ts'
import { canonicalUri } from './canonical-uri.ts'
import type { SubscriptionRequest } from './schemas.ts'

const urn = /^urn:[a-z0-9-]{1,30}(?::[a-z0-9()+,.\-;$_!/]{1,100}){1,10}$/

/** True if the service accepts a string as a URN, which must be lowercase. Source: events §4.1. */
export const isUrn = (text: string): boolean => urn.test(text)

type AddressRefusal = 'endpoint-missing' | 'source-filter-not-absolute'
type FilterRefusal =
  | 'resource-filter-missing'
  | 'source-filter-unsupported'
  | 'alternative-subject-unsupported'
  | 'subunits-without-subject'
  | 'subject-missing'
  | 'app-missing'
  | 'filters-incompatible'

/** Checks a subscription's URLs. The service does this before it checks the caller's scope. Source: events §4.2. */
export function addressRefusal(
  { endPoint, sourceFilter }: SubscriptionRequest,
  mayBePlain: (host: string) => boolean,
): AddressRefusal | undefined {
  if (typeof endPoint !== 'string' || !isAllowed(endPoint, mayBePlain)) return 'endpoint-missing'
  return typeof sourceFilter === 'string' && schemeOf(sourceFilter) !== 'https' ? 'source-filter-not-absolute' : undefined
}

/** Checks a subscription's filters. The service does this after it has checked the caller's scope. Source: events §4.2. */
export function filterRefusal(request: SubscriptionRequest): FilterRefusal | undefined {
  const { resourceFilter, sourceFilter, alternativeSubjectFilter, subjectFilter, includeSubunits } = request
  if (resourceFilter == null) return 'resource-filter-missing'
  if (sourceFilter != null) return 'source-filter-unsupported'
  if (alternativeSubjectFilter) return 'alternative-subject-unsupported'
  return includeSubunits && !subjectFilter ? 'subunits-without-subject' : undefined
}

/** True if a subscription is for app events, either by its resource or by a source under the apps' domain. Source: events §4.6. */
export function isAppSubscription({ resourceFilter, sourceFilter }: SubscriptionRequest): boolean {
  if (typeof resourceFilter === 'string' && isApp(resourceFilter.toLowerCase())) return true
  const host = typeof sourceFilter === 'string' && URL.canParse(sourceFilter) ? new URL(sourceFilter).hostname : ''
  return /apps\.(?:altinn\.no|[a-z0-9-]+\.altinn\.(?:no|cloud))$/.test(host)
}

/** Returns the app resource in a source filter's path. Undefined unless the path has two segments. */
export function appOf(sourceFilter: string): string | undefined {
  const [, org, app, ...others] = new URL(canonicalUri(sourceFilter)).pathname.split('/')
  return app === undefined || others.length > 0 ? undefined : `${appPrefix}${org}_${app}`.toLowerCase()
}

/**
 * Checks the filters in an app event subscription. `subject`: the subject filter, or the party that the alternative subject resolves to.
 * Source: events §4.6.
 */
export function appFilterRefusal(request: SubscriptionRequest, subject: string | null, isOwner: boolean): FilterRefusal | undefined {
  const { resourceFilter, sourceFilter, alternativeSubjectFilter, includeSubunits } = request
  if (!subject && (!isOwner || alternativeSubjectFilter)) return 'subject-missing'
  const app = sourceFilter == null ? resourceFilter : appOf(sourceFilter)
  if (app === undefined) return 'app-missing'
  if (resourceFilter != null && app !== resourceFilter) return 'filters-incompatible'
  return includeSubunits && !subject ? 'subunits-without-subject' : undefined
}

/** Endpoints on the developer's own machine may use plain http. Source: decisions §15. */
function isAllowed(address: string, mayBePlain: (host: string) => boolean): boolean {
  const scheme = schemeOf(address)
  return scheme === 'https' || (scheme === 'http' && mayBePlain(new URL(address).hostname))
}

function schemeOf(address: string): string | undefined {
  const [, scheme] = /^(https?):\/\/./i.exec(address) ?? []
  return URL.canParse(address) ? scheme?.toLowerCase() : undefined
}

const types: Readonly<Record<string, string>> = {
  endPoint: 'System.Uri',
  sourceFilter: 'System.Uri',
  includeSubunits: 'System.Boolean',
}

/** Source: events §4.2. */
export const subscriptionNames: RequestNames = {
  typeOf: (path) =>
    path.length === 0 ? 'Altinn.Platform.Events.Models.SubscriptionRequestModel' : (types[String(path.at(-1))] ?? 'System.String'),
  mayBeNull: (path) => path.at(-1) !== 'includeSubunits',
  keyOf: pascalKey,
}
