/** The verdict on finding an entry of a history by its place. */
import { test } from 'vitest'
import { reliesOnOrder } from '../../../src/control/verdicts/replies.ts'
import { bad, expectBroken, good, judges, nothing } from '../../support/deeds.ts'

const file = '/broker/api/v1/filetransfer/11111111-1111-4111-8111-111111111111'
const receiver = '370916446'
const others = ['UploadProcessing', 'Initialized', 'UploadStarted']

/** A read of details: the status, and the history as the reply shows it. */
const read = (status: string, history: readonly string[], orgNo = receiver) => ({
  operation: 'fileTransfer.details',
  method: 'GET',
  path: `${file}/details`,
  shuffled: true,
  orgNo,
  after: 10_000,
  replyBody: JSON.stringify({
    fileTransferStatusHistory: history.map((fileTransferStatus) => ({ fileTransferStatus })),
    fileTransferStatus: status,
    sender: '0192:347147753',
  }),
})
const misleading = read('Published', ['UploadProcessing', 'Published', 'Initialized', 'UploadStarted'])
const download = { operation: 'fileTransfer.download', method: 'GET', path: `${file}/download` }
const upload = { operation: 'fileTransfer.upload', path: `${file}/upload` }
const tooLate = { ...upload, status: 409, code: 'BRO-00004' }

test('a client that uploads because an entry at the end says that nothing is uploaded is bad', () => {
  for (const history of [
    ['Published', 'UploadProcessing', 'Initialized'],
    ['Initialized', 'Published', 'UploadProcessing'],
  ])
    expectBroken(reliesOnOrder, ['1', '2'], read('Published', history, '347147753'), tooLate)
})

const bySender = { ...misleading, orgNo: '347147753' }
const sorted = read('Published', [...others, 'Published'])

judges(reliesOnOrder, {
  'a client that downloads what is published, wherever the newest entry stands, is good': [
    good(misleading, download),
    good(read('Published', ['Published', ...others]), download),
  ],
  'a client that waits until the last entry says that the file is there is bad': [
    bad(['1', '2', '3', '4'], misleading, misleading, misleading, misleading),
  ],
  'an upload that no entry at an end asks for, or that the service takes, shows nothing': [
    nothing(read('Published', ['UploadProcessing', 'Initialized', 'Published'], '347147753'), tooLate),
    nothing(read('UploadStarted', ['UploadStarted', 'Initialized'], '347147753'), upload),
  ],
  'a sender that looks again, and a receiver that has its file, show nothing': [
    nothing(bySender, bySender, bySender, bySender, bySender),
    nothing({ ...download, after: 1 }, misleading, misleading, misleading, misleading, misleading),
    nothing({ ...misleading, orgNo: null }, misleading, misleading),
  ],
  'a download shows nothing after a history in its order, or one whose last entry is the newest': [
    nothing({ ...misleading, shuffled: false }, download),
    nothing(sorted, download),
  ],
  'a client that asks again until the newest entry stands first shows nothing': [
    nothing(misleading, read('Published', ['Published', ...others]), download),
  ],
  'what a tester turns meanwhile begins anew': [
    nothing(misleading, misleading, { ...misleading, turns: 1 }, { ...misleading, turns: 1 }),
    nothing(misleading, { ...download, turns: 1 }),
  ],
})
