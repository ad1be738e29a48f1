/** The sender's interactions, and the file transfers that the sender announces. */
import { createAgreeing } from '../agreement.ts'
import { fileName, recipientParty, resourceId, senderParty } from '../file-transfers.ts'
import { type Announcement, createSender } from './client.ts'

export const agree = createAgreeing('file-transfer-sender', createSender)

export const announcement: Announcement = {
  fileName,
  resourceId,
  sendersFileTransferReference: 'batch-0042',
  sender: senderParty,
  recipients: [recipientParty],
}
/** Names another organization as the sender. */
export const impersonation: Announcement = { ...announcement, sender: '0192:326403849' }
