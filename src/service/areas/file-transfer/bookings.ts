/** Bookings in the file transfer area: the data for each job, and the length of its step at each pace. Source: decisions §8. */
import { z } from 'zod'
import type { BookingTable } from '../../world/clock.ts'
import { scanResults } from './wire.ts'

const ofTransfer = z.object({ fileTransferId: z.string() })

export const fileTransferBookings = {
  'fileTransfer.scan': {
    /** `planned`: the result expected at booking time. */
    data: ofTransfer.extend({ planned: z.enum(scanResults) }),
    // The scan of a resumable upload takes as long as its verification.
    step: { instant: 0, fast: { plain: 1_000, resumable: 3_000 }, real: 30_000 },
  },
  'fileTransfer.showChecksum': { data: ofTransfer, step: { instant: 0, fast: 0, real: 1_000 } },
  'fileTransfer.expire': { data: ofTransfer },
  'fileTransfer.purge': { data: ofTransfer },
  /** `upload` is the number of the upload within its transfer, counted from 1. The job does nothing if a later upload has begun. */
  'fileTransfer.failStuckUpload': { data: ofTransfer.extend({ upload: z.int() }) },
} as const satisfies BookingTable
