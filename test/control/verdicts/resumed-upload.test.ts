/** The verdict on uploads that broke off. */
import { test } from 'vitest'
import { resumedUpload } from '../../../src/control/verdicts/resumed-upload.ts'
import { expectBroken, expectGood, expectNotExercised } from '../../support/deeds.ts'

const path = '/broker/api/v1/filetransfer/upload/tus/11111111-1111-4111-8111-111111111111'
const create = { operation: 'resumableUpload.createUpload', path, status: 201 }
const append = { operation: 'resumableUpload.appendToUpload', method: 'PATCH', path, status: 204 }
const broken = { ...append, status: 499, lost: true }
const inspect = { operation: 'resumableUpload.inspectUpload', method: 'HEAD', path }

test('a client that asks for the offset and goes on is good', () => {
  expectGood(resumedUpload, create, broken, inspect, append)
})

test('a client that begins again is bad', () => {
  expectBroken(resumedUpload, ['2', '3'], create, broken, create, append)
  expectBroken(resumedUpload, ['2', '3'], create, broken, { operation: 'fileTransfer.upload', path: path.replace('upload/tus/', '') })
})

test('a client that removes the upload, or asks for its offset, and then begins again is bad', () => {
  const remove = { operation: 'resumableUpload.terminateUpload', method: 'DELETE', path, status: 204 }
  expectBroken(resumedUpload, ['2', '4'], create, broken, remove, create)
  expectBroken(resumedUpload, ['2', '4'], create, broken, inspect, create)
})

test('a client that begins again because the upload is no longer there, or that never comes back, shows nothing', () => {
  expectNotExercised(resumedUpload, create, broken)
  expectNotExercised(resumedUpload, create, broken, { ...append, status: 409 })
  expectNotExercised(resumedUpload, create, broken, { ...inspect, status: 404 }, create, append)
})

test('an upload that does not break off shows nothing', () => {
  expectNotExercised(resumedUpload, create, append, create, append)
})
