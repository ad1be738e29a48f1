/** The live services' refusals, member by member. The specification's refusals are in `spec.test.ts`. */
import { Matchers } from '@pact-foundation/pact'
import type { Answered } from '../agreement.ts'
import type { StrictCall } from './calls.ts'
import { refusesStrictly } from './strict.ts'

const traceId = Matchers.regex('00-[0-9a-f]{32}-[0-9a-f]{16}-0[01]', '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01')

/** Source: file-transfer §7.1. */
const typeOf = (call: StrictCall) => `application/${call.request.path.endsWith('/download') ? 'problem+' : ''}json; charset=utf-8`

const problem = (call: StrictCall, status: number, members: object): Answered => ({
  status,
  headers: { 'Content-Type': typeOf(call) },
  json: { type: Matchers.string('urn:altinn:error:NOT-00003'), status, traceId, ...members },
})
/** Checks the Content-Length header, because Pact cannot require an empty body. */
const empty = (status: number): Answered => ({ status, headers: { 'Content-Length': '0' } })

/** The notifications area puts the text in the title, the file transfer area in the detail. Source: decisions §1 #5. */
const coded = (call: StrictCall, status: number, code: string, text: string, phrase: string): Answered =>
  problem(call, status, { code, statusDescription: phrase, ...(call.area === 'notifications' ? { title: text } : { detail: text }) })

refusesStrictly('live', {
  unauthenticated: () => empty(401),
  forbidden: () => empty(403),
  foreign: (call) =>
    coded(
      call,
      401,
      'BRO-00006',
      'You must use a bearer token that represents a system user with access to the resource in the Resource Rights Registry',
      'Unauthorized',
    ),
  unknown: (call) =>
    call.area === 'notifications'
      ? coded(call, 404, 'NOT-00003', 'Shipment not found', 'Not Found')
      : coded(call, 404, 'BRO-00001', 'The requested file transfer was not found', 'Not Found'),
  malformed: () => empty(404),
  wrong: (call, errors) =>
    problem(call, 400, {
      title: 'One or more validation errors occurred.',
      errors: Object.fromEntries(Object.entries(errors).map(([field, message]) => [field, [message]])),
    }),
  unreachable(call) {
    if (call.area === 'notifications') return empty(500)
    const title = Matchers.string('An error occurred while processing your request.')
    const { json } = problem(call, 500, { title, detail: '', instance: Matchers.string('/broker') })
    return { status: 500, headers: { 'Content-Type': 'application/problem+json' }, json }
  },
  cancelled: (call) =>
    coded(
      call,
      499,
      'NOT-00002',
      'The client disconnected or cancelled the request before the server could complete processing',
      'Client Closed Request',
    ),
  limited: () => ({
    status: 429,
    headers: { 'Content-Type': 'application/json', 'Retry-After': Matchers.regex('\\d+', '60') },
    json: {
      statusCode: 429,
      message: Matchers.regex('Rate limit is exceeded\\. Try again in \\d+ seconds\\.', 'Rate limit is exceeded. Try again in 60 seconds.'),
    },
  }),
})
