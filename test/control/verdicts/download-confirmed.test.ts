/** The verdict on downloads that nobody confirms. */
import { test } from 'vitest'
import { downloadConfirmed } from '../../../src/control/verdicts/download-confirmed.ts'
import { expectBroken, expectGood, expectNotExercised } from '../../support/deeds.ts'

const file = '/broker/api/v1/filetransfer/11111111-1111-4111-8111-111111111111'
const download = { operation: 'fileTransfer.download', method: 'GET', path: `${file}/download`, fileSize: 20, replyBytes: 20 }
const confirm = { operation: 'fileTransfer.confirmDownload', path: `${file}/confirmdownload`, status: 204 }

test('a client that confirms is good, one that does not is advised', () => {
  expectGood(downloadConfirmed, download, confirm)
  expectBroken(downloadConfirmed, ['1'], download)
})

test('a confirmation of what was not downloaded, or one that failed, shows nothing', () => {
  expectNotExercised(downloadConfirmed, confirm)
  expectNotExercised(downloadConfirmed, download, { ...confirm, status: 503 })
})

test('a download that is not complete shows nothing', () => {
  expectNotExercised(downloadConfirmed, { ...download, replyBytes: 3, lost: true })
})
