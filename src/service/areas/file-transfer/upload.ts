/** Uploads a transfer's file as a byte stream. Source: file-transfer §3.1. */
import { type CallBody, ClientGone, header, noBytes } from '../../wire/call.ts'
import { Refusal } from '../../wire/refusal.ts'
import { bytes, reply } from '../../wire/row.ts'
import { utf8 } from '../../wire/text.ts'
import { scope, scopes } from '../../wire/vocabulary.ts'
import type { Collision } from '../circumstances.ts'
import type { Act } from '../operation.ts'
import { callers, defineOperation } from '../operation.ts'
import { byFileTransferId, initializeReply } from './constraints/replies.ts'
import { openContent, storeContent } from './content.ts'
import { aboutTransfer } from './records/file-transfers.ts'
import { demandRoom, demandUploadable, failUpload, uploadError } from './records/moves.ts'
import { type Content, current, type FileTransfer, type FileTransferMove, isSender } from './records/transfer.ts'
import { transferFor } from './records.ts'
import { beginUpload, finishUpload } from './sending.ts'

type Asking = Pick<Act, 'circumstances'>

/** Returns the collision outcome for an upload that arrives after another one has finished. `none`: the normal refusal. */
function lateCollision(transfer: FileTransfer, arrived: number, act: Asking): Collision {
  const apart = endsUpload(current(transfer)) ? nearest(arrived, startsOf(transfer)) : undefined
  return apart === undefined ? 'none' : collisionOf(transfer, apart, act)
}

/** True if this move can end an upload. A rejected or confirmed file belongs to an earlier upload. */
const endsUpload = ({ status, text }: FileTransferMove): boolean =>
  status === 'UploadProcessing' || status === 'Published' || (status === 'Failed' && text === uploadError)

/** Returns an upload's collision outcome once its bytes are stored. The first upload to finish has no collision. */
function collisionAtEnd(transfer: FileTransfer, began: number, act: Asking): Collision {
  const starts = startsOf(transfer)
  const others = starts.toSpliced(starts.indexOf(began), 1)
  return collisionOf(transfer, current(transfer).status === 'UploadStarted' ? undefined : nearest(began, others), act)
}

const collisionOf = ({ id }: FileTransfer, apart: number | undefined, { circumstances }: Asking): Collision =>
  circumstances.collision({ of: 'upload', thing: id, apart })

const startsOf = ({ moves }: FileTransfer): number[] => moves.flatMap(({ status, at }) => (status === 'UploadStarted' ? [at] : []))

/** Returns the milliseconds of world time to the nearest other start, if there is one. */
const nearest = (at: number, starts: readonly number[]): number | undefined =>
  starts.length === 0 ? undefined : Math.min(...starts.map((start) => Math.abs(start - at)))

export const upload = defineOperation({
  id: 'fileTransfer.upload',
  method: 'POST',
  path: '/broker/api/v1/filetransfer/{fileTransferId}/upload',
  summary: 'Upload to an initialized file as a binary stream',
  access: scope(scopes.brokerWrite),
  limit: 'fileTransfer.upload',
  dependsOn: ['authorization', 'storage', 'database'],
  asks: ['scan', 'collision'],
  request: { params: byFileTransferId, body: bytes() },
  replies: { 200: reply.json(initializeReply) },
  refusals: ['BRO-00001', 'BRO-00006', 'BRO-00004', 'BRO-00005', 'BRO-00002', 'BRO-00021', 'BRO-00016', 'BRO-00008', 'BRO-00009'],
  about: ({ params }, _, environment) => aboutTransfer(params.fileTransferId, environment),
  example: {
    given: 'a file transfer is initialized',
    as: callers.sender,
    input: ({ fileTransferId = '' }) => ({ params: { fileTransferId }, body: utf8('<report/>') }),
  },

  async handle({ params, body }, context) {
    const transfer = transferFor(context, params.fileTransferId, isSender)
    const late = lateCollision(transfer, context.arrived, context)
    const began = begin(transfer, late, context)
    const blob = await receive(transfer, body, context)
    let isKept = false
    try {
      finishUpload(
        transfer,
        blob,
        () => (isKept = true),
        context,
        () => (began === undefined ? late : collisionAtEnd(transfer, began, context)),
      )
    } finally {
      if (!isKept) context.world.blobs.remove(blob.id)
    }
    return context.reply(200, { fileTransferId: transfer.id })
  },
})

/** Starts an upload. Returns undefined for a late upload, which does not change the transfer. */
function begin(
  transfer: FileTransfer,
  late: Collision,
  context: Act & { readonly headers: Parameters<typeof header>[0] },
): number | undefined {
  const demand = late === 'none' ? demandUploadable : demandRoom
  demand(context, transfer, announcedLength(context.headers))
  return late === 'none' ? beginUpload(transfer, context) : undefined
}

function announcedLength(headers: Parameters<typeof header>[0]): number | undefined {
  const length = header(headers, 'content-length')
  return length === undefined ? undefined : Number(length)
}

/** Stores an upload's bytes. If the client disconnects, the transfer is unchanged and the client can upload again. */
async function receive(transfer: FileTransfer, body: CallBody | undefined, act: Act): Promise<Content> {
  try {
    const content = await storeContent(openContent(act.world.blobs, transfer.virusScan), body?.chunks() ?? noBytes(), act.signal())
    await act.waited()
    return content
  } catch (thrown) {
    if (thrown instanceof ClientGone) throw thrown
    act.commit(() => failUpload(act, transfer, uploadError))
    throw new Refusal('BRO-00008', { reason: thrown instanceof Error ? thrown.message : String(thrown) })
  }
}
