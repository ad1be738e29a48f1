/** The notifications area's wire format: paths, callers, JSON and refusals. Source: spec §7, notifications §1, §11.1. */

import { plain, type RefusalForm } from '../../wire/refusal.ts'
import { type Area, runtimeCookie, usualArea } from '../../wire/vocabulary.ts'

const notification = (code: `NOT-${string}`, status: number, title: string, detail: string): RefusalForm => ({
  status,
  code,
  type: `urn:altinn:error:${code}`,
  title,
  detail,
})

const unreachable = notification('NOT-00004', 503, 'Platform dependency unavailable', 'A temporary network failure occurred')

const refusals = {
  'NOT-00001': notification('NOT-00001', 422, 'Missing Contact Information', 'Missing contact information for recipient(s)'),
  'NOT-00002': notification(
    'NOT-00002',
    499,
    'Request Cancelled by Client',
    'The client disconnected or cancelled the request before the server could complete processing',
  ),
  'NOT-00003': notification('NOT-00003', 404, 'Shipment Not Found', 'Shipment not found'),
  'NOT-00004': unreachable,
  /** Cancellation refusals have no code. Source: notifications §11.1. */
  'no-such-order': plain(404, 'There is no such order.', { framework: true }),
  'not-cancellable': plain(409, 'Only an order that is registered, and due in more than 5 minutes, can be cancelled.', { framework: true }),
  /** The refusal for a missing order on the older read routes. Source: notifications §14.6. */
  'order-not-found': plain(404, 'The order does not exist.', { body: 'empty' }),
  /** A concurrent call used the same idempotencyId. Source: notifications §5.4. */
  collided: plain(500, '', { body: 'empty' }),
  unreachable,
} as const satisfies Record<string, RefusalForm>

export const notifications = {
  ...usualArea,
  prefixes: ['', '/notifications/api/v1'],
  identity: { cookie: runtimeCookie, platform: 'platformaccesstoken' },
  reader: 'notifications',
  indent: 2,
  refusals,
} as const satisfies Area
