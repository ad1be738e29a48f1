/** No verdict is good by a call that may have been sent before its client had read the reply, or by a coincidence. */
import { expect, test } from 'vitest'
import { backOff } from '../../../src/control/verdicts/back-off.ts'
import { completeDownload, downloadConfirmed } from '../../../src/control/verdicts/downloads.ts'
import type { Verdict } from '../../../src/control/verdicts/judging/verdict.ts'
import { collidedOrder, sameIdempotencyId } from '../../../src/control/verdicts/orders.ts'
import { finalState } from '../../../src/control/verdicts/polling.ts'
import { pollingRate } from '../../../src/control/verdicts/rate-limits.ts'
import { refusedInOutage } from '../../../src/control/verdicts/refusals.ts'
import { additions } from '../../../src/control/verdicts/replies.ts'
import { jitter, retried } from '../../../src/control/verdicts/retries.ts'
import { expiredToken } from '../../../src/control/verdicts/tokens.ts'
import { collidedUpload, resumedUpload } from '../../../src/control/verdicts/uploads.ts'
import { expectBroken, expectGood, expectNotExercised, type Told, verdictOn } from '../../support/deeds.ts'
import { start } from '../../support/standin.ts'

const id = '11111111-1111-4111-8111-111111111111'
const file = `/broker/api/v1/filetransfer/${id}`
const order = (status: number): Told => ({ status, body: JSON.stringify({ idempotencyId: 'a', recipient: 'x' }) })
const refused: Told = { status: 401, code: 'BRO-00006', refusedByOutage: true, expires: Number.MAX_SAFE_INTEGER }
const overview: Told = { operation: 'fileTransfer.overview', method: 'GET', path: file }
const download: Told = { ...overview, operation: 'fileTransfer.download', path: `${file}/download`, fileSize: 20, replyBytes: 20 }
const confirmation: Told = { operation: 'fileTransfer.confirmDownload', path: `${file}/confirmdownload`, status: 204 }
const append: Told = { operation: 'resumableUpload.appendToUpload', method: 'PATCH', path: `${file}/upload/tus/${id}` }

/** What a client was told, and the call that is right after it. */
const answers: [Verdict, Told, Told][] = [
  [retried, order(503), order(201)],
  [sameIdempotencyId, order(503), order(201)],
  [collidedOrder, { ...order(500), collided: true }, order(200)],
  [refusedInOutage, refused, { ...refused, status: 200, code: null, refusedByOutage: false }],
  [completeDownload, download, confirmation],
  [downloadConfirmed, download, confirmation],
  [collidedUpload, { operation: 'fileTransfer.upload', path: `${file}/upload`, status: 500, collided: true }, overview],
  [resumedUpload, { ...append, status: null, lost: true }, { ...append, status: 204 }],
]

test.each(answers)('$id is good by the next call of a connection, or after a while, and not by one beside it', (verdict, told, next) => {
  expectGood(verdict, told, { ...next, after: 5 })
  expectGood(verdict, told, { ...next, after: 1_000, connection: 2 })
  for (const connection of [2, null]) expect(verdictOn(verdict, told, { ...next, after: 5, connection }).verdict).not.toBe('good')
})

test('polls that are fast now and then are not good by those that are slow', () => {
  const details = (after: number): Told => ({ operation: 'fileTransfer.details', method: 'GET', after })

  expectGood(pollingRate, ...[2100, 2100, 2100].map(details))
  expectNotExercised(pollingRate, ...[1, 2, 3].flatMap(() => [2100, 10, 10, 10, 10].map(details)))
})

test('operations with fixed waits of their own have no chance in them', () => {
  const failing = (operation: string, ...waits: number[]): Told[] =>
    [5_000, ...waits].map((after) => ({ operation, path: `/${operation}`, body: operation, status: 503, after }))
  const fixed = () => [...failing('fileTransfer.search', 500, 1_000), ...failing('notifications.createOrder', 2_000, 4_000)]

  expectNotExercised(jitter, ...fixed(), ...fixed(), ...fixed())
})

test('waits that a busy machine makes alone do not grow', () => {
  expectNotExercised(backOff, ...[0, 3, 9, 20].map((after): Told => ({ status: 503, after })))
})

test('a token that a client had before replaces no expired one', () => {
  const expires = Date.parse(start) + 10_000
  const [first, other] = [
    { token: 'A', expires, scopes: ['x'], method: 'GET' },
    { token: 'B', expires: expires + 9e6, scopes: ['y'], method: 'GET' },
  ]

  expectNotExercised(expiredToken, other, first, { ...other, after: 60_000 })
  expectNotExercised(expiredToken, first, { ...other, after: 60_000 })
  expectGood(expiredToken, first, { ...other, scopes: ['x'], after: 60_000 })
})

test('a read that fails after the final state is a read', () => {
  const read: Told = { operation: 'notifications.getShipment', method: 'GET', path: `/future/shipment/${id}` }
  const final = { ...read, replyBody: JSON.stringify({ status: 'Order_Completed' }) }

  expectGood(finalState, final)
  expectNotExercised(finalState, final, { ...read, status: 503 })
})

test('an id that the client had in its path was not read in a reply with additions', () => {
  const upload: Told = { operation: 'fileTransfer.upload', path: `${file}/upload`, body: 'x', greased: true }

  expectNotExercised(additions, { ...upload, replyBody: JSON.stringify({ fileTransferId: id }) }, overview)
  expectBroken(additions, ['1', '2'], { ...upload, replyBody: '{}' }, upload)
})

test('calls of one moment that collide are no repetitions whose waits could grow', () => {
  const uploads = Array.from({ length: 8 }, (_, nth): Told => ({ status: 500, collided: true, after: 3, connection: nth + 1 }))

  expectNotExercised(backOff, ...uploads)
})
