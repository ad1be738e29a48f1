/** Sends a file or a byte range to a recipient. Source: file-transfer §6.1. */
import { header } from '../../wire/call.ts'
import { attachment } from '../../wire/form.ts'
import { iso6523 } from '../../wire/identifiers.ts'
import { Refusal } from '../../wire/refusal.ts'
import { reply } from '../../wire/row.ts'
import { scope, scopes } from '../../wire/vocabulary.ts'
import { callers, defineOperation, ofTransfer } from '../operation.ts'
import { serviceOwnerBehind } from '../resources/records.ts'
import { byFileTransferId } from './constraints/replies.ts'
import { aboutTransfer } from './records/file-transfers.ts'
import { recordRecipientStatus } from './records/moves.ts'
import { type Content, current, type FileTransfer, isRecipient } from './records/transfer.ts'
import { transferFor } from './records.ts'

const always = ['content-length', 'accept-ranges', 'content-disposition']
/** A recipient's range requests within this time count as one download. In milliseconds. */
const debounce = 5 * 60_000

export const download = defineOperation({
  id: 'fileTransfer.download',
  method: 'GET',
  path: '/broker/api/v1/filetransfer/{fileTransferId}/download',
  summary: 'Download the file',
  access: scope(scopes.brokerRead),
  limit: 'fileTransfer.download',
  dependsOn: ['authorization', 'storage', 'database'],
  request: { params: byFileTransferId },
  replies: { 200: reply.bytes(...always), 206: reply.bytes(...always, 'content-range') },
  refusals: ['BRO-00001', 'BRO-00006', 'BRO-00007', 'BRO-00005', 'BRO-00002', 'BRO-00029'],
  about: ({ params }, _, environment) => aboutTransfer(params.fileTransferId, environment),
  example: { given: 'a published file transfer exists', as: callers.recipient, input: ofTransfer },

  handle({ params }, context) {
    const transfer = transferFor(context, params.fileTransferId, isRecipient)
    const content = demandContent(transfer)
    serviceOwnerBehind(context, transfer.resourceId)
    const range = readByteRange(header(context.headers, 'range'), content.size)
    if (range === 'unsatisfiable')
      throw context.fail('BRO-00029', { reason: `the file has ${content.size} bytes; the range starts after the end` })
    context.reach('storage')
    const { start, end } = range === 'whole' ? { start: 0, end: content.size } : range
    const { id } = content
    const send = () => {
      demandContent(transfer)
      const body = context.world.blobs.read(id, start, end)
      const recipient = iso6523(context.caller.orgNo ?? '')
      if (range === 'whole' || !hasJustBegun(transfer, recipient, context.now())) {
        context.commit(() => recordRecipientStatus(context, transfer, recipient, 'DownloadStarted'))
      }
      const headers = {
        'content-length': String(end - start),
        'accept-ranges': 'bytes',
        'content-disposition': attachment(transfer.fileName),
      }
      if (range === 'whole') return context.reply(200, body, headers)
      return context.reply(206, body, { ...headers, 'content-range': `bytes ${start}-${end - 1}/${content.size}` })
    }
    return context.world.blobs.check?.(id)?.then(send) ?? send()
  },
})

function demandContent(transfer: FileTransfer): Content {
  const { content } = transfer
  const { status } = current(transfer)
  if (content && isReady(transfer)) return content
  throw new Refusal('BRO-00007', { reason: `the file transfer's status is ${status}${content ? '' : ', and it has no file'}` })
}

function isReady(transfer: FileTransfer): boolean {
  const { status } = current(transfer)
  return status === 'Published' || status === 'AllConfirmedDownloaded'
}

/** Searches backwards from the latest move, and stops at the debounce time. */
function hasJustBegun({ recipientMoves }: FileTransfer, recipient: string, now: number): boolean {
  for (let nth = recipientMoves.length - 1; nth >= 0; nth--) {
    const move = recipientMoves[nth]
    if (!move || now - move.at >= debounce) return false
    if (move.recipient === recipient && move.status === 'DownloadStarted') return true
  }
  return false
}

/** The bytes from `start` (inclusive) to `end` (exclusive). */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

const number = /^\d{0,19}$/
/** The service parses 64-bit integers and rejects larger numbers as malformed. */
const most = 2n ** 63n - 1n

/** Returns `whole` if the header is missing, malformed or contains several ranges. */
export function readByteRange(header: string | undefined, size: number): ByteRange | 'whole' | 'unsatisfiable' {
  const [from, to] = boundsIn(header ?? '')
  if ((from === '' && to === '') || BigInt(from) > most || BigInt(to) > most) return 'whole'
  if (from === '') return between(Math.max(0, size - Number(to)), size, size)
  if (to !== '' && BigInt(to) < BigInt(from)) return 'whole'
  return between(Number(from), to === '' ? size : Math.min(size, Number(to) + 1), size)
}

/** Avoids a regular expression, which would backtrack on a long run of blanks. */
function boundsIn(header: string): readonly [from: string, to: string] {
  const [unit = '', list = '', ...more] = header.split('=', 3).map((part) => part.trim())
  // A list can contain empty parts.
  const ranges = list.split(',').flatMap((part) => part.trim() || [])
  const [from = '', to, ...others] = (ranges[0] ?? '').split('-', 3).map((part) => part.trim())
  const isRead = unit.toLowerCase() === 'bytes' && more.length === 0 && ranges.length === 1 && to !== undefined && others.length === 0
  return isRead && number.test(from) && number.test(to) ? [from, to] : ['', '']
}

const between = (start: number, end: number, size: number) => (start < size ? { start, end } : 'unsatisfiable')
