/** Every refusal of the service: its reason, and its form on the wire. */
import { oauthErrors } from './authentication/oauth-errors.ts'
import { cut } from './excerpt.ts'
import { brokerCodes } from './file-transfer/broker-codes.ts'
import type { RefusalForm, RefusalValues } from './refusal-form.ts'
import { resumableRefusals } from './resumable-upload/resumable-refusals.ts'

const rfc9110 = (section: string) => `https://tools.ietf.org/html/rfc9110#section-${section}`

/** Source: file-transfer §7.1. */
const statuses: Readonly<Record<number, { section: string; title: string }>> = {
  400: { section: '15.5.1', title: 'Bad Request' },
  401: { section: '15.5.2', title: 'Unauthorized' },
  403: { section: '15.5.4', title: 'Forbidden' },
  404: { section: '15.5.5', title: 'Not Found' },
  405: { section: '15.5.6', title: 'Method Not Allowed' },
  406: { section: '15.5.7', title: 'Not Acceptable' },
  408: { section: '15.5.9', title: 'Request Timeout' },
  409: { section: '15.5.10', title: 'Conflict' },
  410: { section: '15.5.11', title: 'Gone' },
  412: { section: '15.5.13', title: 'Precondition Failed' },
  413: { section: '15.5.14', title: 'Content Too Large' },
  415: { section: '15.5.16', title: 'Unsupported Media Type' },
  416: { section: '15.5.17', title: 'Range Not Satisfiable' },
  422: { section: '15.5.21', title: 'Unprocessable Entity' },
  423: { section: '', title: 'Locked' },
  460: { section: '', title: 'Checksum Mismatch' },
  499: { section: '', title: 'Client Closed Request' },
  500: { section: '15.6.1', title: 'Internal Server Error' },
  503: { section: '15.6.4', title: 'Service Unavailable' },
}

/** The reason phrase of a status; undefined for a status that the service never sends. */
export const reasonPhrase = (status: number) => statuses[status]?.title

function plain(status: number, detail: string, more: Partial<RefusalForm> = {}): RefusalForm {
  const { section, title } = statuses[status] ?? { section: '', title: '' }
  return { status, type: rfc9110(section), title, detail, ...more }
}

const notification = (code: `NOT-${string}`, status: number, title: string, detail: string): RefusalForm => ({
  status,
  code,
  type: `urn:altinn:error:${code}`,
  title,
  detail,
})

const brokerRefusals = Object.fromEntries(
  Object.entries(brokerCodes).map(([code, [status, detail]]) => [code, plain(status, detail, { code })]),
) as Record<keyof typeof brokerCodes, RefusalForm>

const oauthRefusals = Object.fromEntries(
  Object.entries(oauthErrors).map(([key, [error, text]]): [string, RefusalForm] => {
    const coded = key.startsWith('MP-') ? { code: key } : {}
    const headers = { 'cache-control': 'no-store' }
    return [key, { status: 400, type: 'about:blank', title: error, detail: text, body: 'oauth', error, headers, ...coded }]
  }),
) as Record<keyof typeof oauthErrors, RefusalForm>

/** A refusal whose body is a bare JSON string. */
const jsonString = (status: number, detail: string) => plain(status, detail, { body: 'string' })

/** Sources: spec §7, decisions §1, file-transfer §7.2, events §4.2, §6. */
export const refusals = {
  'NOT-00001': notification('NOT-00001', 422, 'Missing Contact Information', 'Missing contact information for recipient(s)'),
  'NOT-00002': notification(
    'NOT-00002',
    499,
    'Request Cancelled by Client',
    'The client disconnected or cancelled the request before the server could complete processing',
  ),
  'NOT-00003': notification('NOT-00003', 404, 'Shipment Not Found', 'Shipment not found'),
  'NOT-00004': notification('NOT-00004', 503, 'Platform dependency unavailable', 'A temporary network failure occurred'),

  ...brokerRefusals,
  ...oauthRefusals,

  'endpoint-missing': jsonString(400, 'Missing or invalid endpoint to push events towards'),
  'source-filter-not-absolute': jsonString(400, 'SourceFilter must be an absolute URL with the https scheme.'),
  'resource-filter-no-urn': jsonString(400, 'Resource filter must be a valid urn'),
  'resource-filter-missing': jsonString(400, 'Resource filter is required.'),
  'source-filter-unsupported': jsonString(400, 'Source filter is not supported for subscriptions on this resource.'),
  'alternative-subject-unsupported': jsonString(400, 'AlternativeSubject filter is not supported for subscriptions on this resource.'),
  'subunits-without-subject': jsonString(400, 'IncludeSubunits requires a subject filter.'),
  'subscription-not-authorized': jsonString(403, 'Not authorized to create a subscription for resource <resource>.'),
  'no-such-subscription': plain(404, 'There is no such subscription.', { body: 'empty' }),
  'foreign-subscription': plain(403, 'The subscription is not yours.', { body: 'empty' }),
  'resource-without-prefix': plain(400, "The 'resource' parameter must begin with `urn:altinn:resource:`"),
  'after-missing': plain(400, "The 'after' parameter must be defined."),
  'two-subjects': plain(400, "Only one of 'subject' or 'alternativeSubject' can be defined."),
  ...resumableRefusals,

  validation: plain(400, 'See errors.', { title: 'One or more validation errors occurred.' }),
  /** Input that passes every rule of the live service, and then makes it fail. */
  unmappable: plain(400, 'See errors.', { title: 'One or more validation errors occurred.' }),
  unauthenticated: plain(401, 'A valid bearer token is required.', { headers: { 'www-authenticate': 'Bearer' } }),
  'unreadable-platform-token': plain(401, 'The PlatformAccessToken header is not a readable token.', {
    headers: { 'www-authenticate': 'Bearer' },
  }),
  forbidden: plain(403, 'The token lacks the scope <scope>.'),
  'no-organization': plain(403, 'The token names no organization.'),
  /** The two refusals of a cancellation have no code. Source: notifications §11.1. */
  'no-such-order': plain(404, 'There is no such order.', { framework: true }),
  'not-cancellable': plain(409, 'Only an order that is registered, and due in more than 5 minutes, can be cancelled.', { framework: true }),
  /** The gateway in front. Source: authentication §8. */
  'subscription-key-missing': plain(
    401,
    'Access denied due to missing subscription key. Make sure to include subscription key when making requests to an API.',
    { body: 'gateway' },
  ),
  'subscription-key-wrong': plain(
    401,
    'Access denied due to invalid subscription key. Make sure to provide a valid key for an active subscription.',
    { body: 'gateway' },
  ),
  'no-such-path': plain(404, 'No such path: <method> <path>.'),
  'method-not-allowed': plain(405, 'Use <allow>.', { headers: { allow: '<allow>' } }),
  'not-acceptable': plain(406, 'The Accept header names none of <types>.'),
  'too-large': plain(413, 'The body exceeds <limit> bytes.'),
  'unsupported-media-type': plain(415, 'Use <type>.'),
  /** The same reason, in areas that check the content type when they read the body. */
  'unreadable-media-type': plain(415, 'Use <type>.', { framework: true }),
  /** Source: authentication §2. */
  'not-exchangeable': plain(401, 'A valid token of Maskinporten is required.', { members: ['type', 'title', 'status', 'traceId'] }),
  'unknown-token-provider': plain(
    400,
    "Invalid token provider: <provider>. Trusted token providers are 'Maskinporten', 'Id-porten' and 'AltinnStudio'.",
    { body: 'text', headers: { 'content-type': 'text/plain; charset=utf-8' } },
  ),
  'enterprise-user': plain(410, '', {
    title: 'Virksomhetsbruker is no longer available',
    members: ['type', 'title', 'status', 'traceId'],
  }),
  'rate-limited': plain(429, 'Rate limit is exceeded. Try again in <seconds> seconds.', {
    type: 'about:blank',
    title: 'Too Many Requests',
    headers: { 'retry-after': '<seconds>' },
  }),
  /** The operation needs an internal service that cannot be reached. */
  unreachable: notification('NOT-00004', 503, 'Platform dependency unavailable', 'A temporary network failure occurred'),
} as const satisfies Record<string, RefusalForm>

export type RefusalKey = keyof typeof refusals
export type RefusalTable = Readonly<Record<RefusalKey, RefusalForm>>
/** The validation messages of a refusal, by the key of the value that they are about. Source: notifications §4.1, file-transfer §7.3. */
export type Errors = Record<string, string[]>

/** How many characters of a value, a key or a message a refusal repeats: a client may have written a part of it. */
const mostText = 8_192

function cutValues(values: RefusalValues): RefusalValues {
  const isLong = (value: string | number) => typeof value === 'string' && value.length > mostText
  if (!Object.values(values).some(isLong)) return values
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? cut(value, mostText) : value]))
}

function cutErrors(errors: Errors): Errors {
  const isShort = ([key, messages]: [string, string[]]) => key.length <= mostText && messages.every((each) => each.length <= mostText)
  const entries = Object.entries(errors)
  if (entries.every(isShort)) return errors
  return Object.fromEntries(entries.map(([key, messages]) => [cut(key, mostText), messages.map((each) => cut(each, mostText))]))
}

/** A refusal of the service, thrown with its key. The dialect and the area of the row decide its form. */
export class Refusal extends Error {
  readonly key: RefusalKey
  readonly values: RefusalValues
  readonly errors: Errors | undefined

  constructor(key: RefusalKey, values: RefusalValues = {}, errors?: Errors) {
    super(key)
    this.name = 'Refusal'
    this.key = key
    this.values = cutValues(values)
    this.errors = errors && cutErrors(errors)
  }
}
