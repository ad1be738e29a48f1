/** The specification's refusals, member by member. The consumers' contracts cover only the members that they use. */
import { Matchers } from '@pact-foundation/pact'
import type { Answered } from '../agreement.ts'
import { refusesStrictly } from './strict.ts'

const contentType = 'application/problem+json; charset=utf-8'
const traceId = Matchers.regex('00-[0-9a-f]{32}-[0-9a-f]{16}-0[01]', '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01')

type Told = { readonly title: string; readonly detail: unknown; readonly type?: string; readonly code?: string; readonly errors?: object }

/** Source: decisions §1. */
const problem = (status: number, { title, detail, type = typeOf(status), ...more }: Told, headers: Answered['headers'] = {}): Answered => ({
  status,
  headers: { 'Content-Type': contentType, ...headers },
  json: { type, title, status, detail, traceId, ...more },
})

/** Sections of RFC 9110. */
const sections: Readonly<Record<number, string>> = { 400: '15.5.1', 401: '15.5.2', 403: '15.5.4', 404: '15.5.5' }
const typeOf = (status: number) => `https://tools.ietf.org/html/rfc9110#section-${sections[status]}`

/** Source: spec §7. */
const coded = (status: number, code: string, title: string, detail: string): Answered =>
  problem(status, { type: `urn:altinn:error:${code}`, title, detail, code })

const noShipment = coded(404, 'NOT-00003', 'Shipment Not Found', 'Shipment not found')

refusesStrictly('spec', {
  unauthenticated: () =>
    problem(401, { title: 'Unauthorized', detail: 'A valid bearer token is required.' }, { 'WWW-Authenticate': 'Bearer' }),
  forbidden: () =>
    problem(403, {
      title: 'Forbidden',
      detail: Matchers.regex('The token lacks the scope altinn:.+\\.', 'The token lacks the scope altinn:broker.read.'),
    }),
  foreign: () =>
    problem(403, {
      title: 'Forbidden',
      detail: 'You must use a bearer token that represents a system user with access to the resource in the Resource Rights Registry',
      code: 'BRO-00006',
    }),
  unknown: ({ area }) =>
    area === 'notifications'
      ? noShipment
      : problem(404, { title: 'Not Found', detail: 'The requested file transfer was not found', code: 'BRO-00001' }),
  malformed: () => noShipment,
  wrong: (_, errors) =>
    problem(400, {
      title: 'One or more validation errors occurred.',
      detail: 'See errors.',
      errors: Object.fromEntries(Object.entries(errors).map(([field, message]) => [field, [message]])),
    }),
  unreachable: () => coded(503, 'NOT-00004', 'Platform dependency unavailable', 'A temporary network failure occurred'),
  cancelled: () =>
    coded(
      499,
      'NOT-00002',
      'Request Cancelled by Client',
      'The client disconnected or cancelled the request before the server could complete processing',
    ),
  limited: ({ limit: { operation } = { operation: '' } }, limit) =>
    problem(
      429,
      {
        type: 'about:blank',
        title: 'Too Many Requests',
        detail: Matchers.regex(
          'Rate limit is exceeded\\. Try again in \\d+ seconds\\.',
          'Rate limit is exceeded. Try again in 60 seconds.',
        ),
      },
      {
        'Retry-After': Matchers.regex('\\d+', '60'),
        'RateLimit-Policy': `"${operation}";q=${limit};w=60`,
        RateLimit: Matchers.regex(`"${operation}";r=0;t=\\d+`, `"${operation}";r=0;t=60`),
      },
    ),
})
