/** The verdict on uploads that broke off. */
import { resumedUpload } from '../../../src/control/verdicts/uploads.ts'
import { bad, good, judges, nothing } from '../../support/deeds.ts'

const path = '/broker/api/v1/filetransfer/upload/tus/11111111-1111-4111-8111-111111111111'
const create = { operation: 'resumableUpload.createUpload', path, status: 201 }
const append = { operation: 'resumableUpload.appendToUpload', method: 'PATCH', path, status: 204 }
const broken = { ...append, status: 499, lost: true }
const inspect = { operation: 'resumableUpload.inspectUpload', method: 'HEAD', path }

const remove = { operation: 'resumableUpload.terminateUpload', method: 'DELETE', path, status: 204 }

judges(resumedUpload, {
  'a client that asks for the offset and goes on is good': [good(create, broken, inspect, append)],
  'a client that begins again is bad': [
    bad(['2', '3'], create, broken, create, append),
    bad(['2', '3'], create, broken, { operation: 'fileTransfer.upload', path: path.replace('upload/tus/', '') }),
  ],
  'a client that removes the upload, or asks for its offset, and then begins again is bad': [
    bad(['2', '4'], create, broken, remove, create),
    bad(['2', '4'], create, broken, inspect, create),
  ],
  'a client that begins again because the upload is no longer there, or that never comes back, shows nothing': [
    nothing(create, broken),
    nothing(create, broken, { ...append, status: 409 }),
    nothing(create, broken, { ...inspect, status: 404 }, create, append),
  ],
  'an upload that does not break off shows nothing': [nothing(create, append, create, append)],
})
