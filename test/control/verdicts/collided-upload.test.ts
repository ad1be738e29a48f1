/** The verdict on looking at a file transfer whose upload collided with another one. */
import { test } from 'vitest'
import { collidedUpload } from '../../../src/control/verdicts/uploads.ts'
import { bad, expectNotExercised, good, judges, nothing } from '../../support/deeds.ts'

const root = '/broker/api/v1/filetransfer'
const id = '11111111-1111-4111-8111-111111111111'
const announce = (fileName = 'a') => ({
  operation: 'fileTransfer.initialize',
  path: root,
  body: JSON.stringify({ fileName }),
  replyBody: JSON.stringify({ fileTransferId: id }),
})
const collided = { operation: 'fileTransfer.upload', path: `${root}/${id}/upload`, status: 500, code: 'BRO-00008', collided: true }
const look = { operation: 'fileTransfer.overview', method: 'GET', path: `${root}/${id}` }

test('a look over another connection, right after the 500, excuses the client that announces the file again', () => {
  for (const connection of [2, null])
    expectNotExercised(collidedUpload, announce(), collided, { ...look, after: 5, connection }, announce())
})

judges(collidedUpload, {
  'a client that looks at the file transfer first is good': [good(announce(), collided, look, announce())],
  'a client that uploads to it again, and reads that it takes no upload, is good': [
    good(announce(), collided, { ...collided, status: 409, code: 'BRO-00004', collided: false }, announce()),
  ],
  'a client that announces the file again without a look is bad': [bad(['2', '3'], announce(), collided, announce())],
  'another file, a look that failed or was on its way, and a client that does nothing show nothing': [
    nothing(announce(), collided, announce('b')),
    nothing(announce(), collided, { ...look, status: 503 }),
    nothing(announce(), collided, { ...look, after: -3 }),
    bad(['2', '4'], announce(), collided, { ...look, after: -3 }, announce()),
    nothing(announce(), collided),
  ],
  'any other 500, an announcement that is not known, and a tester who acts show nothing': [
    nothing(announce(), { ...collided, collided: false }, announce()),
    nothing(collided, announce()),
    nothing(announce(), collided, { ...announce(), turns: 1 }),
  ],
})
