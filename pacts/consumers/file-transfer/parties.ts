/** The parties and the file transfer in the tests of this folder. */
import { createAgreeing, example, type State } from '../agreement.ts'
import { type Announcement, createFileTransferClient } from './client.ts'

export const agree = createAgreeing('file-transfer-client', createFileTransferClient)

export const id = example('fileTransferId')
/** The id of no file transfer. */
export const unknownId = '00000000-0000-4000-8000-000000000000'

export const announcement: Announcement = {
  fileName: 'report.xml',
  resourceId: 'standin-plain',
  sendersFileTransferReference: 'batch-0042',
  sender: '0192:347147753',
  recipients: ['0192:370916446'],
}
/** In the name of another organization. */
export const impersonation: Announcement = { ...announcement, sender: '0192:326403849' }

export const sender = 'a caller may send files'
export const recipient = 'a caller may receive files'
export const initialized = 'a file transfer is initialized'
export const published = 'a published file transfer exists'
export const downloaded = 'a downloaded file transfer exists'

export const down = (service: string): State => ['an internal service cannot be reached', { service }]

export const notFound = { status: 404, code: 'BRO-00001' } as const
export const notAllowed = { status: 403, code: 'BRO-00006' } as const
export const unreachable = { status: 503, code: 'NOT-00004' } as const
