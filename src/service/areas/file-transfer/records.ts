/** File transfer records, and which callers may use them and their resource. Source: file-transfer §1, decisions §3. */
import type { Caller } from '../../tokens/caller.ts'
import { readGuid } from '../../wire/identifiers.ts'
import { Refusal } from '../../wire/refusal.ts'
import type { Act } from '../operation.ts'
import { findResource, type Resource } from '../resources/records.ts'
import { fileTransfers } from './records/file-transfers.ts'
import { type FileTransfer, isRecipient, isSender } from './records/transfer.ts'

export { aboutTransfer, fileTransfers, removeFileTransfer, storeFileTransfer } from './records/file-transfers.ts'
export {
  addUpload,
  type Content,
  current,
  dropUpload,
  type FileTransfer,
  type FileTransferStatus,
  findUpload,
  inactivity,
  isComplete,
  isFile,
  isSender,
  lastActivity,
  lockUpload,
  type PausedContent,
  type ResumableUpload,
  receivedBytes,
  recordReceived,
  resumableUploads,
  takeUpload,
} from './records/transfer.ts'
export { detailsOf } from './records/view.ts'

export interface AccessContext extends Pick<Act<'authorization'>, 'environment' | 'reach' | 'world'> {
  readonly caller: Caller
}

export type PartyCheck = (transfer: FileTransfer, orgNo: string) => boolean

export const isParty: PartyCheck = (transfer, orgNo) => isSender(transfer, orgNo) || isRecipient(transfer, orgNo)

/**
 * Returns the transfer with this id. Refuses with BRO-00001 if it does not exist, or with BRO-00006 if the caller does not have this
 * role in it.
 */
export function transferFor({ environment, caller, reach }: AccessContext, id: string, part: PartyCheck): FileTransfer {
  const all = environment.of(fileTransfers)
  const transfer = all.get(id) ?? all.get(readGuid(id) ?? id)
  if (!transfer) throw new Refusal('BRO-00001', { reason: `there is no file transfer ${id} in the ${environment.name} environment` })
  reach('authorization')
  const { orgNo } = caller
  if (orgNo === undefined) throw new Refusal('BRO-00006', { reason: noOrganization })
  if (!part(transfer, orgNo))
    throw new Refusal('BRO-00006', { reason: `${orgNo} is not ${partNames.get(part) ?? 'a party'} of this file transfer` })
  return transfer
}

const noOrganization = 'the token contains no organization number'

const partNames = new Map<PartyCheck, string>([
  [isParty, 'the sender or a recipient'],
  [isSender, 'the sender'],
  [isRecipient, 'a recipient'],
])

/** Returns the resource with this bare id. Refuses with BRO-00006 if the caller is not `orgNo` or not an organization. */
export function resourceFor({ world, environment, caller, reach }: AccessContext, id: string, orgNo = caller.orgNo): Resource {
  reach('authorization')
  const resource = id.includes(':') ? undefined : findResource(world, environment, id)
  if (!resource) throw new Refusal('BRO-00006', { reason: `the resource ${id} is not configured, so no organization has access to it` })
  if (orgNo === undefined) throw new Refusal('BRO-00006', { reason: noOrganization })
  if (orgNo !== caller.orgNo) throw new Refusal('BRO-00006', { reason: `the caller is ${caller.orgNo ?? 'no organization'}, not ${orgNo}` })
  return resource
}
