/** Bookings in the file transfer area: each job's data, and the length of its step at each pace. Source: decisions §8. */
import { z } from 'zod'
import type { BookingTable } from '../../world/bookings.ts'
import { scanResults } from './scan-plan.ts'

const ofTransfer = z.object({ fileTransferId: z.string() })

export const fileTransferBookings = {
  'fileTransfer.scan': {
    /** `planned`: the result expected at the time of booking. */
    data: ofTransfer.extend({ planned: z.enum(scanResults) }),
    // Scanning a resumable upload takes as long as verifying it.
    step: { instant: 0, fast: { plain: 1_000, resumable: 3_000 }, real: 30_000 },
  },
  'fileTransfer.showChecksum': { data: ofTransfer, step: { instant: 0, fast: 0, real: 1_000 } },
  'fileTransfer.expire': { data: ofTransfer },
  'fileTransfer.purge': { data: ofTransfer },
  /** `upload` is the upload's number within its transfer, counted from 1. The job does nothing if a later upload has started. */
  'fileTransfer.failStuckUpload': { data: ofTransfer.extend({ upload: z.int() }) },
} as const satisfies BookingTable
