/** The resumable upload area's bookings: data and delays per job. Source: decisions §8. */
import { z } from 'zod'
import type { BookingTable } from '../../world/clock.ts'

const ofTransfer = z.object({ fileTransferId: z.string() })

/** `upload`: the transfer's upload number, counted from 1. The job does nothing if a later upload has started. */
const ofUpload = ofTransfer.extend({ upload: z.int() })

export const uploadBookings = {
  'resumableUpload.completeUpload': { data: ofUpload, step: { instant: 0, fast: 0, real: 0 } },
  'resumableUpload.verifyUpload': {
    data: ofTransfer,
    // Clients that upload parts in parallel poll every two seconds until the upload is complete, and are refused once it is published.
    step: { instant: 0, fast: 3_000, real: 1_000 },
  },
  'resumableUpload.expireUpload': { data: ofUpload.extend({ partialId: z.string() }) },
} as const satisfies BookingTable
