/** Ends the virus scan of a file: a clean file is published. Source: file-transfer §5.3, decisions §7. */
import { z } from 'zod'
import type { Environment } from '../../../world/records.ts'
import type { World } from '../../../world/world.ts'
import type { Act } from '../../act.ts'
import { plainCircumstances } from '../../circumstances.ts'
import { defineJob, type Outcome } from '../../job.ts'
import { type Content, current, type FileTransfer } from '../records/file-transfer.ts'
import { aboutTransfer, fileTransfers } from '../records/file-transfer-index.ts'
import {
  announceUnconfirmed,
  checksumDiffers,
  failUpload,
  givenChecksum,
  moveFileTransfer,
  otherChecksum,
  showComputedChecksum,
} from '../records/file-transfer-moves.ts'
import { malwareText, sha256Of } from '../records/malware.ts'
import { type ScanResult, scanResults } from '../records/scan-plan.ts'

/** `planned`: the result as of the booking. */
const data = z.object({ fileTransferId: z.string(), planned: z.enum(scanResults) })
declare module '../../../world/bookings.ts' {
  interface BookingData {
    'fileTransfer.scan': z.output<typeof data>
  }
  interface StepKinds {
    'fileTransfer.scan': 'plain' | 'resumable'
  }
}

export const scan = defineJob({
  id: 'fileTransfer.scan',
  summary: 'The virus scan of a file ends',
  dependsOn: ['scanner', 'database'],
  data,
  // A resumable upload: as long as its verification.
  step: { instant: 0, fast: { plain: 1_000, resumable: 3_000 }, real: 30_000 },
  about: ({ fileTransferId }, _, environment) => aboutTransfer(fileTransferId, environment),

  async run({ fileTransferId, planned }, act) {
    const file = waiting(fileTransferId, act)
    if (!file) return over(fileTransferId)
    act.reach('database')
    act.reach('scanner')
    const { result, after } = act.circumstances.scan(file.transfer)
    if (after === 'never') return { id: fileTransferId, nothing: 'the scan is stuck' }
    // The planned result holds, unless a scenario now decides another one for this file.
    const expected = result === plainCircumstances.scan(file.transfer).result ? planned : result
    try {
      return await concludeScan(file.transfer, expected, act)
    } catch (thrown) {
      // Something may remove the content while it is read.
      if (waiting(fileTransferId, act)) throw thrown
      return over(fileTransferId)
    }
  },
})

const over = (id: string): Outcome => ({ id, nothing: 'no longer waiting for a scan' })

interface Waiting {
  readonly transfer: FileTransfer
  readonly content: Content
}

/** Undefined for a late or repeated result, which changes nothing. */
function waiting(id: string, { world, environment }: { world: World; environment: Environment }): Waiting | undefined {
  const transfer = environment.of(fileTransfers).get(id)
  if (world.gone || !transfer?.content || current(transfer).status !== 'UploadProcessing') return undefined
  return { transfer, content: transfer.content }
}

/** Ends the scan of a transfer now. A file that is expected to be clean is infected if it holds malware. */
export async function concludeScan({ id }: FileTransfer, expected: ScanResult, act: Act): Promise<Outcome> {
  const file = waiting(id, act)
  if (!file) return over(id)
  const { world } = act
  const result = expected === 'clean' && file.content.malware ? 'infected' : expected
  const sha256 = result === 'infected' ? await sha256Of(world.blobs.read(file.content.id, 0, file.content.size), file.content.size) : ''
  return act.commit(() => {
    if (!waiting(id, act)) return over(id)
    // A resumable upload may be scanned before it is verified.
    if (result === 'clean' && checksumDiffers(file.transfer, file.content)) failUpload(act, file.transfer, otherChecksum)
    else if (result === 'clean') publish(file.transfer, act)
    else {
      failUpload(act, file.transfer, malwareText(result, { random: act.random, at: act.now(), id, sha256 }))
      announceUnconfirmed(act, file.transfer)
    }
    return { id, result, status: current(file.transfer).status }
  })
}

function publish(transfer: FileTransfer, act: Act): void {
  const { now, book, stepEnd } = act
  moveFileTransfer(act, transfer, 'Published')
  const at = stepEnd('fileTransfer.showChecksum', now())
  if (at <= now()) showComputedChecksum(act.environment, transfer)
  else if (givenChecksum(transfer) === undefined) book('fileTransfer.showChecksum', { fileTransferId: transfer.id }, at)
}
