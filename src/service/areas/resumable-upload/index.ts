/** The resumable upload area: another way to upload the file for a file transfer. */
import { defineArea } from '../areas.ts'
import { appendToUpload } from './append-to-upload.ts'
import { createUpload } from './create-upload.ts'
import { describeUploads } from './describe-uploads.ts'
import { inspectUpload } from './inspect-upload.ts'
import { completeUpload } from './jobs/complete-upload.ts'
import { expireUpload } from './jobs/expire-upload.ts'
import { verifyUpload } from './jobs/verify-upload.ts'
import { terminateUpload } from './terminate-upload.ts'
import { resumableUpload as onTheWire, resumableSamples } from './wire.ts'

export const resumableUpload = defineArea({
  ...onTheWire,
  rows: [describeUploads, createUpload, inspectUpload, appendToUpload, terminateUpload],
  jobs: [completeUpload, verifyUpload, expireUpload],
  lifecycles: {},
  samples: resumableSamples,
})
