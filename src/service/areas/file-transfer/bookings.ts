/** The file transfer area's bookings: data and delays per job. Source: decisions §8. */
import { z } from 'zod'
import type { BookingTable } from '../../world/clock.ts'
import { scanResults } from './wire.ts'

const ofTransfer = z.object({ fileTransferId: z.string() })

export const fileTransferBookings = {
  'fileTransfer.scan': {
    /** `planned`: the result expected when the scan was booked. */
    data: ofTransfer.extend({ planned: z.enum(scanResults) }),
    // For a resumable upload, a scan takes as long as verification.
    step: { instant: 0, fast: { plain: 1_000, resumable: 3_000 }, real: 30_000 },
  },
  'fileTransfer.showChecksum': { data: ofTransfer, step: { instant: 0, fast: 0, real: 1_000 } },
  'fileTransfer.expire': { data: ofTransfer },
  'fileTransfer.purge': { data: ofTransfer },
  /** `upload`: the transfer's upload number, counted from 1. The job does nothing if a later upload has started. */
  'fileTransfer.failStuckUpload': { data: ofTransfer.extend({ upload: z.int() }) },
} as const satisfies BookingTable
