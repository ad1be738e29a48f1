/** The verdict on downloads that nobody confirms. */
import { downloadConfirmed } from '../../../src/control/verdicts/downloads.ts'
import { bad, good, judges, nothing } from '../../support/deeds.ts'

const file = '/broker/api/v1/filetransfer/11111111-1111-4111-8111-111111111111'
const download = { operation: 'fileTransfer.download', method: 'GET', path: `${file}/download`, fileSize: 20, replyBytes: 20 }
const confirm = { operation: 'fileTransfer.confirmDownload', path: `${file}/confirmdownload`, status: 204 }

judges(downloadConfirmed, {
  'a client that confirms is good, one that does not is advised': [good(download, confirm), bad(['1'], download)],
  'a confirmation of what was not downloaded, or one that failed, shows nothing': [
    nothing(confirm),
    nothing(download, { ...confirm, status: 503 }),
  ],
  'a download that is not complete shows nothing': [nothing({ ...download, replyBytes: 3, lost: true })],
})
