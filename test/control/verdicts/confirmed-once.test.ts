/** The verdict on downloading what was confirmed. */
import { test } from 'vitest'
import { confirmedOnce } from '../../../src/control/verdicts/confirmed-once.ts'
import { expectBroken, expectGood, expectNotExercised } from '../../support/deeds.ts'

const file = '/broker/api/v1/filetransfer/11111111-1111-4111-8111-111111111111'
const download = { operation: 'fileTransfer.download', method: 'GET', path: `${file}/download` }
const confirm = { operation: 'fileTransfer.confirmDownload', path: `${file}/confirmdownload`, status: 204 }

test('a client that confirms last is good', () => {
  expectGood(confirmedOnce, download, download, confirm)
  expectGood(confirmedOnce, confirm, { ...download, path: download.path.replaceAll('1', '2') })
})

test('a client that downloads again is bad', () => {
  expectBroken(confirmedOnce, ['2', '3'], download, confirm, download)
})

test('a download that a tester excuses shows nothing', () => {
  expectNotExercised(confirmedOnce, confirm, { ...download, turns: 1 })
})

test('a client that never confirms shows nothing', () => {
  expectNotExercised(confirmedOnce, download, download)
})
