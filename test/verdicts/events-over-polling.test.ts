/** The verdict on reading the same thing over and over. */
import { test } from 'vitest'
import { eventsOverPolling } from '../../src/verdicts/events-over-polling.ts'
import { expectBroken, expectGood, expectNotExercised } from '../support/deeds.ts'

const read = { operation: 'fileTransfer.overview', method: 'GET', path: '/broker/api/v1/filetransfer/11111111-1111-4111-8111-111111111111' }
const reads = (count: number) => Array.from({ length: count }, () => read)

test('a client that reads a few times is good, one that polls is advised', () => {
  expectGood(eventsOverPolling, ...reads(9))
  expectBroken(eventsOverPolling, ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10'], ...reads(12))
})

test('one read shows nothing', () => {
  expectNotExercised(eventsOverPolling, read, { ...read, path: read.path.replaceAll('1', '2') })
})
