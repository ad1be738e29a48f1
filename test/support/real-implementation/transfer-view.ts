/** Formats file transfers for callers. Source: file-transfer §4, §6.1. */
import { problems } from './problems.ts'
import type { Steps } from './steps.ts'
import { currentOf, statusOf, type Transfer } from './transfer.ts'
import { type Reply, refuse } from './wire.ts'

/** Formats a time as the service does: with an offset, and without trailing zeros. */
export const timeText = (at: number) =>
  new Date(at)
    .toISOString()
    .replace(/\.?0*Z$/, '')
    .concat('+00:00')

function membersOf(transfer: Transfer) {
  const last = transfer.moves.at(-1)
  const published = transfer.moves.find(({ status }) => status === 'Published')
  return {
    fileTransferId: transfer.id,
    resourceId: transfer.resourceId,
    fileName: transfer.fileName,
    sendersFileTransferReference: transfer.sendersFileTransferReference,
    checksum: transfer.checksum || (published ? transfer.digest : transfer.checksum),
    useVirusScan: !transfer.disableVirusScan,
    fileTransferSize: transfer.size,
    fileTransferStatus: statusOf(transfer),
    fileTransferStatusText: last?.text,
    fileTransferStatusChanged: timeText(last?.at ?? transfer.created),
    created: timeText(transfer.created),
    expirationTime: timeText(transfer.expires),
    sender: transfer.sender,
    recipients: transfer.recipients.map((recipient) => {
      const status = currentOf(transfer, recipient)
      const own = transfer.recipientMoves.filter((move) => move.recipient === recipient)
      return {
        recipient,
        currentRecipientFileTransferStatusCode: status,
        currentRecipientFileTransferStatusText: own.find((move) => move.status === status)?.text,
        currentRecipientFileTransferStatusChanged: timeText(own.at(-1)?.at ?? transfer.created),
      }
    }),
    propertyList: transfer.propertyList,
    published: published ? timeText(published.at) : null,
  }
}

export const overviewOf = (transfer: Transfer, steps: Steps): object => steps.overview(membersOf(transfer))

export function detailsOf(transfer: Transfer, steps: Steps): object {
  const { published, ...members } = membersOf(transfer)
  return {
    fileTransferStatusHistory: transfer.moves.map(({ status, text, at }) => ({
      fileTransferStatus: status,
      fileTransferStatusText: text,
      fileTransferStatusChanged: timeText(at),
    })),
    recipientFileTransferStatusHistory: transfer.recipientMoves.map(({ recipient, status, text, at }) => ({
      recipient,
      recipientFileTransferStatusCode: status,
      recipientFileTransferStatusText: text,
      recipientFileTransferStatusChanged: timeText(at),
    })),
    published,
    ...steps.overview(members),
  }
}

/** `range`: the `Range` header. */
export function contentOf({ fileName, content = Buffer.alloc(0) }: Transfer, range: string | undefined): Reply {
  const plain = /^[\w!#$%&'*+.^`|~-]+$/.test(fileName) ? fileName : JSON.stringify(fileName.replace(/[^ -~]/g, '_'))
  const headers = {
    'content-type': 'application/octet-stream',
    'accept-ranges': 'bytes',
    'content-disposition': `attachment; filename=${plain}; filename*=UTF-8''${encodeURIComponent(fileName)}`,
  }
  const part = partOf(range, content.length)
  if (!part) return { status: 200, headers: { ...headers, 'content-length': String(content.length) }, body: content }
  const { from, to } = part
  const partial = { 'content-range': `bytes ${from}-${to}/${content.length}`, 'content-length': String(to - from + 1) }
  return { status: 206, headers: { ...headers, ...partial }, body: content.subarray(from, to + 1) }
}

function partOf(range: string | undefined, size: number): { from: number; to: number } | undefined {
  const [, first = '', last = ''] = /^bytes=,*(\d{0,19})-(\d{0,19}),*$/.exec(range?.replaceAll(' ', '') ?? '') ?? []
  if (first === '' && last === '') return undefined
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length === 0 ? refuse(problems.noSuchRange()) : { from: size - length, to: size - 1 }
  }
  if (last !== '' && Number(last) < Number(first)) return undefined
  if (Number(first) >= size) refuse(problems.noSuchRange())
  return { from: Number(first), to: last === '' ? size - 1 : Math.min(Number(last), size - 1) }
}
