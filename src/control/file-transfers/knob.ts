/** Interventions in file transfers: publishes files of any size, and ends scans and lifetimes early. */

import type { z } from 'zod'
import { keyOf, refusals } from '../../service/areas/areas.ts'
import { plainCircumstances } from '../../service/areas/circumstances.ts'
import { loadAreas } from '../../service/areas/client.ts'
import { generatedContent } from '../../service/areas/file-transfer/content.ts'
import { current as currentStatus, detailsOf, type FileTransfer, fileTransfers } from '../../service/areas/file-transfer/records.ts'
import {
  beginUpload,
  finishUpload,
  type InitializeRequest,
  initializeRequest,
  openFileTransfer,
} from '../../service/areas/file-transfer/sending.ts'
import type { ScanResult } from '../../service/areas/file-transfer/wire.ts'
import type { Act } from '../../service/areas/operation.ts'
import { actOf } from '../../service/engine/engine.ts'
import { iso6523, organizationNumber, readGuid } from '../../service/wire/identifiers.ts'
import { Misuse } from '../../service/wire/misuse.ts'
import { readAs } from '../../service/wire/read-as.ts'
import { Refusal } from '../../service/wire/refusal.ts'
import { bookingId } from '../../service/world/clock.ts'
import type { Environment, EnvironmentName } from '../../service/world/records.ts'
import { randomOf, type World } from '../../service/world/world.ts'
import type { fileTransferReply, publishedReply, TransferReply } from './rows.ts'

/** Organizations can be written as numbers, or in any other form that the service accepts. */
export interface GeneratedFile {
  /** In bytes. Can be any size, because the content is generated and takes up no space. */
  readonly size: number
  /** The same seed generates the same bytes. Default: the world's seed. */
  readonly seed?: number | undefined
  readonly fileName?: string | undefined
  readonly sender?: string | undefined
  readonly recipients?: readonly string[] | undefined
  /** Default: `standin-unscanned`. In production, other resources need approval. */
  readonly resourceId?: string | undefined
}

export type FileTransfers = ReturnType<typeof createFileTransfers>

export function createFileTransfers(current: () => World) {
  return {
    /**
     * Publishes a file transfer. Its bytes are generated from the seed while a client reads them, so nothing is stored. `base`: the base URL
     * in the `source` of its events.
     */
    publish: (environment: EnvironmentName, file: GeneratedFile, base = ''): z.output<typeof publishedReply> =>
      publish(current(), environment, file, base),
    /** Shows a file transfer and its history, as the sender sees them. */
    show: (environment: EnvironmentName, id: string): z.output<typeof fileTransferReply> =>
      detailsOf(find(current().environments[environment], id)),
    /** Ends a file's scan. The result depends on the file's name and content by default. A file with malware is never clean. */
    async scan(environment: EnvironmentName, id: string, result?: ScanResult): Promise<TransferReply> {
      const { concludeScan } = await loadAreas()
      const act = intervention(current(), environment)
      const transfer = find(act.environment, id)
      const { status } = currentStatus(transfer)
      if (status !== 'UploadProcessing')
        throw new Misuse(`The file transfer is ${status}. Only file transfers in UploadProcessing can be scanned.`, undefined, 409)
      await concludeScan(transfer, result ?? plainCircumstances.scan(transfer).result, act)
      return outcome(transfer)
    },
    /** Removes a file now, as if its lifetime or grace period had ended. */
    async expire(environment: EnvironmentName, id: string): Promise<TransferReply> {
      const { expire, purge } = await loadAreas()
      const act = intervention(current(), environment)
      const transfer = find(act.environment, id)
      if (currentStatus(transfer).status === 'Purged') throw new Misuse('The file transfer is already Purged.', undefined, 409)
      const data = { fileTransferId: transfer.id }
      // If every recipient has confirmed, this ends the grace period.
      if ('nothing' in (await expire.run(data, act))) await purge.run(data, act)
      return outcome(transfer)
    },
  }
}

/** Scenarios and outages do not affect interventions. */
function intervention(world: World, name: EnvironmentName): Act {
  const cause = `intervention ${++world.data.interventions}`
  const surroundings = { world, environment: world.environments[name], circumstances: plainCircumstances, random: randomOf(world, cause) }
  const booking = { cause, nth: 0 }
  return actOf({ ...surroundings, cause: bookingId(booking), line: { commits: 0 } }, booking)
}

function publish(world: World, environment: EnvironmentName, { size, seed = world.data.seed, ...file }: GeneratedFile, base: string) {
  const request = requestOf(file)
  const act = intervention(world, environment)
  const caller = { orgNo: organizationNumber(request.sender), scopes: [], exp: 0, nbf: 0 }
  try {
    const transfer = openFileTransfer(request, { ...act, caller, url: (path) => base + path })
    beginUpload(transfer, act)
    finishUpload(transfer, generatedContent(seed, size), () => {}, act)
    return { fileTransferId: transfer.id }
  } catch (thrown) {
    if (thrown instanceof Refusal) throw new Misuse(`${thrown.key}: ${refusals[keyOf(thrown)].detail}`, undefined, 409)
    throw thrown
  }
}

const party = (text: string) => (/^\d{9}$/.test(text) ? iso6523(text) : text)

function requestOf({
  fileName = 'generated.bin',
  sender = '347147753',
  recipients = ['370916446'],
  resourceId = 'standin-unscanned',
}: Omit<GeneratedFile, 'size' | 'seed'>): InitializeRequest {
  return readAs(
    'body',
    initializeRequest(),
    {
      fileName,
      resourceId,
      sendersFileTransferReference: 'generated',
      sender: party(sender),
      recipients: recipients.map(party),
      checksum: null,
      // The virus scan is disabled, because it would have to read the whole file.
      disableVirusScan: true,
    },
    '.',
  )
}

function find({ name, of }: Environment, id: string): FileTransfer {
  const transfer = of(fileTransfers).get(readGuid(id) ?? '')
  if (!transfer) throw new Misuse(`File transfer not found in ${name}: ${JSON.stringify(id.slice(0, 100))}.`, undefined, 404)
  return transfer
}

const outcome = (transfer: FileTransfer): TransferReply => ({ fileTransferId: transfer.id, status: currentStatus(transfer).status })
