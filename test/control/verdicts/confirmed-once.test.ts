/** The verdict on downloading what was confirmed. */
import { confirmedOnce } from '../../../src/control/verdicts/downloads.ts'
import { bad, good, judges, nothing } from '../../support/deeds.ts'

const file = '/broker/api/v1/filetransfer/11111111-1111-4111-8111-111111111111'
const download = { operation: 'fileTransfer.download', method: 'GET', path: `${file}/download` }
const confirm = { operation: 'fileTransfer.confirmDownload', path: `${file}/confirmdownload`, status: 204 }

judges(confirmedOnce, {
  'a client that confirms last is good': [
    good(download, download, confirm),
    good(confirm, { ...download, path: download.path.replaceAll('1', '2') }),
  ],
  'a client that downloads again is bad': [bad(['2', '3'], download, confirm, download)],
  'a download that a tester excuses shows nothing': [nothing(confirm, { ...download, turns: 1 })],
  'a client that never confirms shows nothing': [nothing(download, download)],
})
