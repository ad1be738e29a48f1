/** Every way the service says no: the reason, and the answer it takes on the wire. */

export interface RefusalForm {
  readonly status: number
  /** The wire code, where there is one. */
  readonly code?: string
  readonly type: string
  readonly title: string
  /** `<name>` is replaced by the value given with the refusal. */
  readonly detail: string
  readonly headers?: Readonly<Record<string, string | readonly string[]>>
  /** How the refusal is written, where that is not the area's own way. */
  readonly body?: 'empty' | 'gateway' | 'text'
  /** Made by the framework: it has the members of a validation problem. */
  readonly framework?: true
}

const rfc9110 = (section: string) => `https://tools.ietf.org/html/rfc9110#section-${section}`

/** Source: file-transfer §7.1. */
const statuses: Readonly<Record<number, { section: string; title: string }>> = {
  400: { section: '15.5.1', title: 'Bad Request' },
  401: { section: '15.5.2', title: 'Unauthorized' },
  403: { section: '15.5.4', title: 'Forbidden' },
  404: { section: '15.5.5', title: 'Not Found' },
  405: { section: '15.5.6', title: 'Method Not Allowed' },
  406: { section: '15.5.7', title: 'Not Acceptable' },
  409: { section: '15.5.10', title: 'Conflict' },
  413: { section: '15.5.14', title: 'Content Too Large' },
  415: { section: '15.5.16', title: 'Unsupported Media Type' },
  416: { section: '15.5.17', title: 'Range Not Satisfiable' },
  422: { section: '15.5.21', title: 'Unprocessable Entity' },
  499: { section: '', title: 'Client Closed Request' },
  500: { section: '15.6.1', title: 'Internal Server Error' },
  503: { section: '15.6.4', title: 'Service Unavailable' },
}

/** The reason phrase of a status that this service uses. */
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

const broker = (code: `BRO-${string}`, status: number, detail: string) => plain(status, detail, { code })

/** Sources: spec §7, decisions §1, file-transfer §7.2. */
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

  'BRO-00001': broker('BRO-00001', 404, 'The requested file transfer was not found'),
  'BRO-00002': broker('BRO-00002', 400, 'Service owner needs to be configured to use the broker API'),
  'BRO-00003': broker('BRO-00003', 400, 'No file uploaded yet'),
  'BRO-00004': broker(
    'BRO-00004',
    409,
    'A file transfer has already been, or attempted to be, created. Create a new file transfer resource to try again.',
  ),
  'BRO-00005': broker(
    'BRO-00005',
    403,
    'The resource needs to be registered as an Altinn 3 resource and it has to be associated with a service owner',
  ),
  'BRO-00006': broker(
    'BRO-00006',
    403,
    'You must use a bearer token that represents a system user with access to the resource in the Resource Rights Registry',
  ),
  'BRO-00007': broker('BRO-00007', 403, "The requested file transfer's file is not ready for download. See file transfer status."),
  'BRO-00008': broker('BRO-00008', 500, 'Error occurred while uploading file See /details for more information.'),
  'BRO-00009': broker('BRO-00009', 400, 'The checksum of uploaded file did not match the checksum specified in initialize call.'),
  'BRO-00010': broker(
    'BRO-00010',
    400,
    'A file transfer can only be confirmed to be downloaded when it is published. See file transfer status.',
  ),
  'BRO-00011': broker('BRO-00011', 400, 'Max file transfer size cannot be negative'),
  'BRO-00012': broker('BRO-00012', 400, 'Max file transfer size cannot be zero'),
  'BRO-00013': broker(
    'BRO-00013',
    400,
    'Max file transfer size cannot be set higher than 50GB in production unless the resource has been pre-approved for disabled virus scan. Contact us @ Slack.',
  ),
  'BRO-00014': broker(
    'BRO-00014',
    400,
    "Invalid file transfer time to live format. Should follow ISO8601 standard for duration. Example: 'P30D' for 30 days.",
  ),
  'BRO-00015': broker('BRO-00015', 400, 'Time to live cannot exceed 365 days'),
  'BRO-00016': broker('BRO-00016', 400, 'File size exceeds maximum'),
  'BRO-00017': broker(
    'BRO-00017',
    400,
    "Invalid grace period format. Should follow ISO8601 standard for duration. Example: 'PT2H' for 2 hours.",
  ),
  'BRO-00018': broker('BRO-00018', 400, 'Grace period cannot exceed 24 hours'),
  'BRO-00019': broker('BRO-00019', 400, 'Cannot confirm before the files have been downloaded'),
  'BRO-00020': broker(
    'BRO-00020',
    400,
    'In order to use file transfers without virus scan the service resource needs to be approved by Altinn. Please contact us @ Slack.',
  ),
  'BRO-00021': broker('BRO-00021', 503, 'Storage provider is not ready yet. Please try again later.'),
  'BRO-00022': broker(
    'BRO-00022',
    400,
    'Max file transfer size cannot be set higher than 100GB in production because it has not yet been tested for it. Contact us @ Slack if you need it.',
  ),
  'BRO-00023': broker('BRO-00023', 400, 'In order to use manifest file shim you need to provide external service code and edition code'),
  'BRO-00024': broker('BRO-00024', 400, 'The service owner associated with the resource has not been configured.'),
  'BRO-00025': broker('BRO-00025', 400, 'The resource has not been configured.'),
  'BRO-00026': broker('BRO-00026', 400, 'The resource requires the service owner party to be present as part of the transaction.'),
  'BRO-00027': broker(
    'BRO-00027',
    400,
    'When required party is specified and the required party is not the sender, the number of recipients can only be one.',
  ),
  'BRO-00028': broker('BRO-00028', 400, 'All recipients need to be in the access list of the resource.'),
  'BRO-00029': broker('BRO-00029', 416, 'The requested byte range is not satisfiable.'),
  'BRO-07001': broker('BRO-07001', 400, 'Caller organization id could not be determined'),
  'BRO-07002': broker('BRO-07002', 409, 'Service owner already exists'),
  'BRO-07003': broker('BRO-07003', 500, 'Service owner could not be initialized'),
  'BRO-07004': broker('BRO-07004', 404, 'Service owner not found'),

  validation: plain(400, 'See errors.', { title: 'One or more validation errors occurred.' }),
  /** Input that passes every rule of the live service and then breaks it. */
  unmappable: plain(400, 'See errors.', { title: 'One or more validation errors occurred.' }),
  unauthenticated: plain(401, 'A valid bearer token is required.', { headers: { 'www-authenticate': 'Bearer' } }),
  forbidden: plain(403, 'The token lacks the scope <scope>.'),
  'no-organization': plain(403, 'The token names no organization.'),
  /** The two of a cancellation bear no code. Source: notifications §11.1. */
  'no-such-order': plain(404, 'There is no such order.', { framework: true }),
  'not-cancellable': plain(409, 'Only an order that is registered, and due in more than 5 minutes, can be cancelled.', { framework: true }),
  'no-such-path': plain(404, 'No such path: <method> <path>.'),
  'method-not-allowed': plain(405, 'Use <allow>.', { headers: { allow: '<allow>' } }),
  'not-acceptable': plain(406, 'The Accept header names none of <types>.'),
  'too-large': plain(413, 'The body exceeds <limit> bytes.'),
  'unsupported-media-type': plain(415, 'Use <type>.'),
  /** The same, judged only when the body is read. */
  'unreadable-media-type': plain(415, 'Use <type>.', { framework: true }),
  'rate-limited': plain(429, 'Rate limit is exceeded. Try again in <seconds> seconds.', {
    type: 'about:blank',
    title: 'Too Many Requests',
    headers: { 'retry-after': '<seconds>' },
  }),
  /** A dependency that an operation asked could not be reached. */
  unreachable: notification('NOT-00004', 503, 'Platform dependency unavailable', 'A temporary network failure occurred'),
} as const satisfies Record<string, RefusalForm>

export type RefusalKey = keyof typeof refusals
export type RefusalTable = Readonly<Record<RefusalKey, RefusalForm>>
export type RefusalValues = Readonly<Record<string, string | number>>

/** Messages by the key of what they are about. Source: notifications §4.1, file-transfer §7.3. */
export type Errors = Record<string, string[]>

/** Thrown by its key; the dialect and the area of the row decide how it looks. */
export class Refusal extends Error {
  readonly key: RefusalKey
  readonly values: RefusalValues
  readonly errors: Errors | undefined

  constructor(key: RefusalKey, values: RefusalValues = {}, errors?: Errors) {
    super(key)
    this.name = 'Refusal'
    this.key = key
    this.values = values
    this.errors = errors
  }
}
