/** This implementation's error responses, in the specification's format. Source: spec §7, decisions §1, file-transfer §7. */
import { randomBytes } from 'node:crypto'
import type { Reply } from './wire.ts'

/** Section of RFC 9110, and title, by status. */
const named: Readonly<Record<number, readonly [section: string, title: string]>> = {
  400: ['15.5.1', 'Bad Request'],
  401: ['15.5.2', 'Unauthorized'],
  403: ['15.5.4', 'Forbidden'],
  404: ['15.5.5', 'Not Found'],
  405: ['15.5.6', 'Method Not Allowed'],
  406: ['15.5.7', 'Not Acceptable'],
  409: ['15.5.10', 'Conflict'],
  413: ['15.5.14', 'Content Too Large'],
  415: ['15.5.16', 'Unsupported Media Type'],
  416: ['15.5.17', 'Range Not Satisfiable'],
  500: ['15.6.1', 'Internal Server Error'],
}

interface Members {
  readonly type?: string
  readonly title?: string
  readonly detail: string
  readonly code?: string
  readonly errors?: object
}

const hex = (bytes: number) => randomBytes(bytes).toString('hex')

export function problem(status: number, members: Members, headers: Readonly<Record<string, string>> = {}): Reply {
  const [section, title] = named[status] ?? ['15', 'Error']
  return {
    status,
    headers: { 'content-type': 'application/problem+json; charset=utf-8', ...headers },
    body: {
      type: `https://tools.ietf.org/html/rfc9110#section-${section}`,
      title,
      status,
      ...members,
      traceId: `00-${hex(16)}-${hex(8)}-00`,
    },
  }
}

const coded = (status: number, code: string, title: string, detail: string) =>
  problem(status, { type: `urn:altinn:error:${code}`, title, detail, code })

const ofBroker = (status: number, code: string, detail: string) => problem(status, { detail, code })

export const problems = {
  unauthenticated: () => problem(401, { detail: 'A valid bearer token is required.' }, { 'www-authenticate': 'Bearer' }),
  forbidden: (scope: string) => problem(403, { detail: `The token lacks the scope ${scope}.` }),
  noSuchPath: (method: string, path: string) => problem(404, { detail: `No such path: ${method} ${path}.` }),
  methodNotAllowed: (allow: string) => problem(405, { detail: `Use ${allow}.` }, { allow }),
  notAcceptable: () => problem(406, { detail: 'This endpoint only answers application/json.' }),
  tooLarge: () => problem(413, { detail: 'The body exceeds 30000000 bytes.' }),
  wrongContentType: () => problem(415, { detail: 'Use the content type of the operation.' }),
  defect: () => problem(500, { detail: '' }),

  missingContact: () => coded(422, 'NOT-00001', 'Missing Contact Information', 'Missing contact information for recipient(s)'),
  cancelled: () =>
    coded(
      499,
      'NOT-00002',
      'Request Cancelled by Client',
      'The client disconnected or cancelled the request before the server could complete processing',
    ),
  noSuchShipment: () => coded(404, 'NOT-00003', 'Shipment Not Found', 'Shipment not found'),
  unavailable: () => coded(503, 'NOT-00004', 'Platform dependency unavailable', 'A temporary network failure occurred'),
  noSuchOrder: () => problem(404, { detail: 'There is no such order.' }),
  tooLate: () => problem(409, { detail: 'The order cannot be cancelled any more.' }),

  noSuchTransfer: () => ofBroker(404, 'BRO-00001', 'The requested file transfer was not found'),
  nothingUploaded: () => ofBroker(400, 'BRO-00003', 'No file uploaded yet'),
  uploadedBefore: () =>
    ofBroker(
      409,
      'BRO-00004',
      'A file transfer has already been, or attempted to be, created. Create a new file transfer resource to try again.',
    ),
  noRight: () =>
    ofBroker(
      403,
      'BRO-00006',
      'You must use a bearer token that represents a system user with access to the resource in the Resource Rights Registry',
    ),
  notReady: () => ofBroker(403, 'BRO-00007', "The requested file transfer's file is not ready for download. See file transfer status."),
  wrongChecksum: () => ofBroker(400, 'BRO-00009', 'The checksum of uploaded file did not match the checksum specified in initialize call.'),
  notPublished: () =>
    ofBroker(400, 'BRO-00010', 'A file transfer can only be confirmed to be downloaded when it is published. See file transfer status.'),
  tooLargeFile: () => ofBroker(400, 'BRO-00016', 'File size exceeds maximum'),
  notDownloaded: () => ofBroker(400, 'BRO-00019', 'Cannot confirm before the files have been downloaded'),
  noSuchRange: () => ofBroker(416, 'BRO-00029', 'The requested byte range is not satisfiable.'),

  /** `wait`: seconds. */
  rateLimited: (wait: number, headers: Readonly<Record<string, string>>) =>
    problem(
      429,
      { type: 'about:blank', title: 'Too Many Requests', detail: `Rate limit is exceeded. Try again in ${wait} seconds.` },
      { 'retry-after': String(wait), ...headers },
    ),
}

/** `errors`: lists of messages, keyed by the value's path. */
export const invalid = (errors: object): Reply =>
  problem(400, { title: 'One or more validation errors occurred.', detail: 'See errors.', errors })
