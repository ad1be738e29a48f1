/** Subscriptions: schemas, constraints, an example, and the names that the service uses in its validation messages. Source: events §4. */
import { z } from 'zod'
import { pascalKey, type RequestNames } from '../../../wire/json-errors.ts'
import { isReadableUri } from '../../../wire/uri.ts'
import { canonicalUri } from './canonical-uri.ts'
import { appPrefix, isApp } from './cloud-event.ts'

/** The content type of problem details about subscriptions. Source: events §4.2. */
export const jsonProblem = 'application/json; charset=utf-8'

const text = z.string().nullish()
/** The most characters of an address that .NET reads. */
const longestUri = 65_519

const uri = z
  .string()
  .refine((address) => address.length <= longestUri && isReadableUri(address))
  .meta({ format: 'uri' })
  .nullish()

/** Has few constraints: missing or wrong texts have refusals of their own, which `addressRefusal` and `filterRefusal` find. */
export const subscriptionRequest = z
  .object({
    endPoint: uri,
    sourceFilter: uri.describe('The address of an app, /<org>/<app>. Only for the events of apps.'),
    resourceFilter: text,
    subjectFilter: text,
    alternativeSubjectFilter: text,
    typeFilter: text,
    includeSubunits: z.boolean().optional(),
  })
  .meta({ required: ['endPoint'] })
export type SubscriptionRequest = z.output<typeof subscriptionRequest>

/** In the order of the wire. */
export const subscriptionReply = z.object({
  id: z.int(),
  endPoint: z.string(),
  sourceFilter: z.string().optional(),
  resourceFilter: z.string(),
  subjectFilter: z.string().optional(),
  typeFilter: z.string().optional(),
  consumer: z.string(),
  createdBy: z.string(),
  created: z.iso.datetime(),
  validated: z.boolean(),
  includeSubunits: z.boolean(),
})
export type SubscriptionReply = z.output<typeof subscriptionReply>

export const subscriptionsReply = z.object({ count: z.int(), subscriptions: z.array(subscriptionReply) })

const isId = (written: string) => /^[+-]?\d{1,10}$/.test(written) && Math.abs(Number(written)) < 2 ** 31

export const bySubscriptionId = z.object({
  id: z
    .string()
    .refine(isId, { error: ({ input }) => `The value '${String(input)}' is not valid.` })
    .meta({ type: 'integer', format: 'int32' })
    .describe('The id of the subscription.'),
})

const urn = /^urn:[a-z0-9-]{1,30}(?::[a-z0-9()+,.\-;$_!/]{1,100}){1,10}$/

/** Whether a text is a URN as the service reads it: in lower case. Source: events §4.1. */
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

/** The refusal for the addresses of a subscription. The service checks them before the scope of the caller. Source: events §4.2. */
export function addressRefusal(
  { endPoint, sourceFilter }: SubscriptionRequest,
  mayBePlain: (host: string) => boolean,
): AddressRefusal | undefined {
  if (typeof endPoint !== 'string' || !isAllowed(endPoint, mayBePlain)) return 'endpoint-missing'
  return typeof sourceFilter === 'string' && schemeOf(sourceFilter) !== 'https' ? 'source-filter-not-absolute' : undefined
}

/** The refusal for the filters of a subscription. The service checks them after the scope of the caller. Source: events §4.2. */
export function filterRefusal(request: SubscriptionRequest): FilterRefusal | undefined {
  const { resourceFilter, sourceFilter, alternativeSubjectFilter, subjectFilter, includeSubunits } = request
  if (resourceFilter == null) return 'resource-filter-missing'
  if (sourceFilter != null) return 'source-filter-unsupported'
  if (alternativeSubjectFilter) return 'alternative-subject-unsupported'
  return includeSubunits && !subjectFilter ? 'subunits-without-subject' : undefined
}

/** Whether a subscription asks for the events of an app: by its resource, or by a source that is on the domain of apps. Source: events §4.6. */
export function asksForApp({ resourceFilter, sourceFilter }: SubscriptionRequest): boolean {
  if (typeof resourceFilter === 'string' && isApp(resourceFilter.toLowerCase())) return true
  const host = typeof sourceFilter === 'string' && URL.canParse(sourceFilter) ? new URL(sourceFilter).hostname : ''
  return /apps\.(?:altinn\.no|[a-z0-9-]+\.altinn\.(?:no|cloud))$/.test(host)
}

/** The resource of the app that a source filter names by its path; undefined where the path has other than two segments. */
export function appOf(sourceFilter: string): string | undefined {
  const [, org, app, ...others] = new URL(canonicalUri(sourceFilter)).pathname.split('/')
  return app === undefined || others.length > 0 ? undefined : `${appPrefix}${org}_${app}`.toLowerCase()
}

/**
 * The refusal for the filters of a subscription to the events of an app. `subject`: the subject filter, after an alternative subject has
 * become one. Source: events §4.6.
 */
export function appFilterRefusal(request: SubscriptionRequest, subject: string | null, isOwner: boolean): FilterRefusal | undefined {
  const { resourceFilter, sourceFilter, alternativeSubjectFilter, includeSubunits } = request
  if (!subject && (!isOwner || alternativeSubjectFilter)) return 'subject-missing'
  const app = sourceFilter == null ? resourceFilter : appOf(sourceFilter)
  if (app === undefined) return 'app-missing'
  if (resourceFilter != null && app !== resourceFilter) return 'filters-incompatible'
  return includeSubunits && !subject ? 'subunits-without-subject' : undefined
}

/** Plain http is allowed for developers whose endpoint runs on their own machine. Source: decisions §15. */
function isAllowed(address: string, mayBePlain: (host: string) => boolean): boolean {
  const scheme = schemeOf(address)
  return scheme === 'https' || (scheme === 'http' && mayBePlain(new URL(address).hostname))
}

/** The scheme of an absolute http or https address with a host. */
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

export const exampleSubscription = {
  endPoint: 'https://hooks.example.org/file-transfers',
  resourceFilter: 'urn:altinn:resource:standin-plain',
  subjectFilter: 'urn:altinn:organization:identifier-no:370916446',
  typeFilter: 'no.altinn.broker.published',
}
