/** Resumable upload bookings: the data for each job, and the length of its step at each pace. Source: decisions §8. */
import { z } from 'zod'
import type { BookingTable } from '../../world/clock.ts'

const ofTransfer = z.object({ fileTransferId: z.string() })

/** `upload` is the number of the upload within its transfer, counted from 1. The job does nothing if a later upload has begun. */
const ofUpload = ofTransfer.extend({ upload: z.int() })

export const uploadBookings = {
  'resumableUpload.completeUpload': { data: ofUpload, step: { instant: 0, fast: 0, real: 0 } },
  'resumableUpload.verifyUpload': {
    data: ofTransfer,
    // Clients that send parts in parallel poll every two seconds until the upload is complete, and are refused once it is published.
    step: { instant: 0, fast: 3_000, real: 1_000 },
  },
  'resumableUpload.expireUpload': { data: ofUpload.extend({ partialId: z.string() }) },
} as const satisfies BookingTable
