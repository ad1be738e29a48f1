/** The answer of the live broker where something failed that it does not expect. Source: file-transfer §7.4. */
import { plain } from './statuses.ts'

export const brokerFailure = plain(500, '', {
  body: 'problem',
  members: ['type', 'title', 'status', 'detail', 'instance', 'traceId'],
  contentType: 'application/problem+json',
  headers: {
    'cache-control': 'no-cache,no-store',
    expires: '-1',
    pragma: 'no-cache',
    'x-content-type-options': null,
    'tus-resumable': null,
  },
})
