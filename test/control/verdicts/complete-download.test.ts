/** The verdict on confirming before the last byte. */
import { completeDownload } from '../../../src/control/verdicts/downloads.ts'
import { bad, good, judges, nothing } from '../../support/deeds.ts'

const file = '/broker/api/v1/filetransfer/11111111-1111-4111-8111-111111111111'
const download = { operation: 'fileTransfer.download', method: 'GET', path: `${file}/download`, fileSize: 20, replyBytes: 20 }
const confirm = { operation: 'fileTransfer.confirmDownload', path: `${file}/confirmdownload`, status: 204 }

const part = (from: number, bytes: number) => ({
  status: 206,
  replyBytes: bytes,
  replyHeaders: { 'content-range': `bytes ${from}-${from + bytes - 1}/20` },
})

const half = { ...download, replyBytes: 10, lost: true }

judges(completeDownload, {
  'a client that has the whole file is good, also in parts': [
    good(download, confirm),
    good({ ...download, replyBytes: 8, lost: true }, { ...download, ...part(8, 12) }, confirm),
  ],
  'a client that confirms less is bad': [
    bad(['1', '2'], { ...download, replyBytes: 10 }, confirm),
    bad(['1', '2'], { ...download, replyBytes: 10, lost: true }, confirm),
  ],
  'bytes that came twice are not the bytes that never came': [
    bad(['1', '2', '3'], half, half, confirm),
    bad(['1', '2', '3'], { ...download, ...part(0, 10) }, { ...download, ...part(5, 10) }, confirm),
  ],
  'a client that confirms while the download still goes out is bad': [
    bad(['2', '1'], { ...confirm, took: 5 }, { ...download, after: -50, took: 200 }),
  ],
  'without a download, the service itself refuses': [nothing({ ...confirm, status: 400, code: 'BRO-00019' })],
})
