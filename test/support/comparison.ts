/** A sample report of `standin compare`. */
import type { ComparisonReport } from '../../src/control/app-reports.ts'

type Group = ComparisonReport['groups'][number]
type ShownReply = NonNullable<Group['example']['there']>

export function shownReply(status: number, body: object): ShownReply {
  const text = JSON.stringify(body)
  return { status, headers: { 'content-type': 'application/json' }, body: text, bytes: text.length, missing: 0 }
}

export const comparedGroup = (changes: Partial<Group> = {}): Group => ({
  operation: 'fileTransfer.overview',
  kind: 'value',
  where: 'fileTransferStatus',
  calls: 2,
  of: 3,
  there: 'Published',
  here: 'AllConfirmedDownloaded',
  example: {
    from: 'traffic.har, entry 12',
    at: '2026-06-01T10:00:00.000Z',
    method: 'GET',
    url: '/broker/api/v1/filetransfer/1',
    there: shownReply(200, { fileTransferStatus: 'Published', fileName: 'a.txt' }),
    here: shownReply(200, { fileTransferStatus: 'AllConfirmedDownloaded', fileName: 'a.txt' }),
  },
  rule: 'decisions §1 #4, file-transfer §7.1',
  likely: 'standin',
  ...changes,
})

export const comparison = (changes: Partial<ComparisonReport> = {}): ComparisonReport => ({
  version: 1,
  standin: '1.0.0',
  dialect: 'live',
  environment: 'traffic.har',
  complete: true,
  began: '2026-06-01T10:00:00.000Z',
  ended: '2026-06-01T10:05:00.000Z',
  calls: 10,
  same: 5,
  groups: [comparedGroup()],
  apart: { 'known-before': 3 },
  coverage: { met: { 'fileTransfer.overview': { 200: 3 } }, never: ['notifications.createOrder'] },
  ...changes,
})
