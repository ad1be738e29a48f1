/** Opens a file transfer, accepts its file once the bytes are stored, and changes its status. */

import { bareResourceId, iso6523, organizationNumber } from '../../wire/identifiers.ts'
import { demandStorable, Refusal, type Stored } from '../../wire/refusal.ts'
import { endOfTime } from '../../wire/timestamp.ts'
import type { Collision } from '../circumstances.ts'
import type { Act, Context } from '../operation.ts'
import { demandRegistered, demandStorage, type Resource, serviceOwnerOf, timeToLiveOf } from '../resources/records.ts'
import type { InitializeRequest } from './constraints/requests.ts'
import { fileTransfers, storeFileTransfer } from './records/file-transfers.ts'
import {
  announceInitialized,
  bookScan,
  checksumDiffers,
  checksumMismatch,
  failUpload,
  moveFileTransfer,
  moveSilently,
  showComputedChecksum,
  startUpload,
  uploadError,
} from './records/moves.ts'
import { type Content, current, type FileTransfer, fileTransferLifecycle } from './records/transfer.ts'
import { type AccessContext, resourceFor } from './records.ts'

export { exampleFileTransfer, type InitializeRequest, initializeRequest } from './constraints/requests.ts'
export {
  bookScan,
  checksumDiffers,
  checksumMismatch,
  demandUploadable,
  failUpload,
  moveFileTransfer,
  moveSilently,
  senderChecksum,
  showComputedChecksum,
  startUpload,
  uploadError,
  withEventFacts,
} from './records/moves.ts'

/** Returns a recipient's canonical form. Source: file-transfer §0.3. */
export const recipientForm = (text: string) => iso6523(organizationNumber(text))

type Opening = Act<'authorization' | 'resource-registry' | 'database'> & AccessContext & Pick<Context, 'url'>

/** Checks the request in the documented order and creates the transfer. Source: file-transfer §2. */
export function openFileTransfer(request: InitializeRequest, act: Opening): FileTransfer {
  demandStorable({ ResourceId: [request.resourceId] })
  const resource = resourceFor(act, bareResourceId(request.resourceId), organizationNumber(request.sender))
  const owner = serviceOwnerOf(act, resource)
  const scanned = request.disableVirusScan !== true
  if (!scanned && act.environment.name === 'production' && !resource.unscannedApproved) throw new Refusal('BRO-00020')
  demandStorage(owner)
  act.reach('resource-registry')
  demandRegistered(resource)
  const recipients = request.recipients.map(recipientForm)
  demandParties(resource, organizationNumber(request.sender), recipients)
  demandStorable(storedFileTransfer(request))
  return act.commit(() => {
    const transfer = newTransfer(request, recipients, resource, act)
    storeFileTransfer(act.environment.of(fileTransfers), transfer)
    announceInitialized(act, transfer)
    // The expiry time can be in the past, because a resource's time to live can be negative.
    act.book('fileTransfer.expire', { fileTransferId: transfer.id }, Math.max(transfer.expires, act.now()))
    return transfer
  })
}

/** The longest reference that the database accepts. The service's validation allows longer references. Source: file-transfer §2. */
const longestReference = 500

const storedFileTransfer = ({ fileName, sendersFileTransferReference, checksum, propertyList }: InitializeRequest): Stored => ({
  FileName: [fileName],
  SendersFileTransferReference: [sendersFileTransferReference, longestReference],
  Checksum: [checksum ?? ''],
  PropertyList: [Object.entries(propertyList).flat().join('')],
})

function demandParties({ accessList, requiredParty = '' }: Resource, sender: string, recipients: readonly string[]): void {
  const listed = accessList && new Set(accessList)
  const unlisted = listed && recipients.find((recipient) => !listed.has(recipient))
  if (unlisted !== undefined) throw new Refusal('BRO-00028', { reason: `${unlisted} is not on the resource's access list` })
  const required = organizationNumber(requiredParty.trim())
  if (required === '' || required === sender) return
  if (recipients.length > 1)
    throw new Refusal('BRO-00027', {
      reason: `the resource requires ${required} as the sender or the only recipient; there are ${recipients.length} recipients`,
    })
  if (recipients[0] !== iso6523(required))
    throw new Refusal('BRO-00026', { reason: `the resource requires ${required} as the sender or recipient` })
}

function newTransfer(
  request: InitializeRequest,
  recipients: readonly string[],
  resource: Resource,
  { random, now, url }: Pick<Opening, 'random' | 'now' | 'url'>,
): FileTransfer {
  const { fileName, sendersFileTransferReference, sender, propertyList, checksum, disableVirusScan } = request
  const at = now()
  return {
    id: random.guid(),
    created: at,
    expires: Math.min(at + timeToLiveOf(resource), endOfTime),
    resourceId: resource.id,
    fileName,
    sendersFileTransferReference,
    sender,
    base: url(''),
    propertyList,
    virusScan: disableVirusScan !== true,
    expectedChecksum: checksum,
    checksum,
    uploads: 0,
    content: null,
    moves: [{ status: 'Initialized', at }],
    recipients: [...new Set(recipients)],
    // A recipient listed twice gets two entries. Source: file-transfer §2.
    recipientMoves: recipients.map((recipient) => ({ recipient, status: 'Initialized', at })),
  }
}

/** Returns the upload's start time in milliseconds of world time since 1970. */
export function beginUpload(transfer: FileTransfer, act: Act): number {
  act.commit(() => startUpload(act, transfer))
  return current(transfer).at
}

const alone = (): Collision => 'none'

/**
 * Accepts stored content and calls `keep`, or refuses it with BRO-00008 or BRO-00009. `collision`: returns the outcome if uploads ran
 * concurrently.
 */
export function finishUpload(transfer: FileTransfer, content: Content, keep: () => void, act: Act, collision = alone): void {
  const refused = act.commit(() => {
    const { status } = current(transfer)
    const ends = collision()
    const differs = checksumDiffers(transfer, content)
    // Only the file from the upload that finished first remains.
    if (ends === 'spared' && !differs) return undefined
    if (ends === 'lost' || (ends === 'none' && status !== 'UploadStarted')) {
      // If several uploads run concurrently, the first to finish publishes the file, and each later upload fails the transfer.
      failUpload(act, transfer, uploadError)
      return new Refusal('BRO-00008', { reason: `another upload to this file transfer was in progress: its status was ${status}` })
    }
    if (differs) {
      // The file is gone, but the service still reports its size.
      if (fileTransferLifecycle.can(status, 'Failed')) transfer.lostSize = content.size
      failUpload(act, transfer, checksumMismatch, moveSilently)
      return new Refusal('BRO-00009', { reason: `the file has the MD5 ${content.md5}; the sender sent ${transfer.expectedChecksum}` })
    }
    keep()
    transfer.content = content
    accept(transfer, act)
    return undefined
  })
  if (refused) throw refused
}

/** Publishes a file immediately, without a virus scan. */
function accept(transfer: FileTransfer, act: Act): void {
  if (!transfer.virusScan) {
    moveFileTransfer(act, transfer, 'Published')
    showComputedChecksum(act.environment, transfer)
    return
  }
  moveFileTransfer(act, transfer, 'UploadProcessing')
  bookScan(transfer, 'plain', act)
}
