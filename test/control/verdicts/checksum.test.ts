/** The verdict on the checksum of a file. */
import { test } from 'vitest'
import { checksum } from '../../../src/control/verdicts/checksum.ts'
import { expectBroken, expectGood, expectNotExercised } from '../../support/deeds.ts'

const initialize = (body: object) => ({ operation: 'fileTransfer.initialize', body: JSON.stringify(body) })

test('a client that gives one is good, one that does not is advised', () => {
  expectGood(checksum, initialize({ fileName: 'a', checksum: 'ca39bfdb1f4ba2a6c0f9a1c9b8b8a2f5' }))
  expectBroken(checksum, ['1', '2'], initialize({ fileName: 'a' }), initialize({ fileName: 'a', checksum: null }))
})

test('a checksum elsewhere in the body is none of the file', () => {
  expectBroken(checksum, ['1'], initialize({ fileName: 'a', propertyList: { checksum: 'none' } }))
  expectBroken(checksum, ['1'], initialize({ fileName: '"checksum": "a"' }))
  expectBroken(checksum, ['1'], initialize({ fileName: 'a', checksum: '' }))
  expectGood(checksum, initialize({ FileName: 'a', Checksum: 'ca39bfdb1f4ba2a6c0f9a1c9b8b8a2f5' }))
})

test('a body that was cut shows nothing', () => {
  expectNotExercised(checksum, { ...initialize({}), body: '{"checksum":"ca39bfdb1f4ba2a6c0f9a1c9b8b8a2f5","propertyList":{"a":"…' })
})

test('a client that sends no file shows nothing', () => {
  expectNotExercised(checksum, {}, { ...initialize({}), status: 400 })
})
