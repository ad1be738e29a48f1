/** Givens for the file transfer area and its events. */
import { z } from 'zod'
import type { Client } from '../../areas/client.ts'
import { exampleEvent, exampleSubscription } from '../../areas/events/index.ts'
import { malwareExample } from '../../areas/file-transfer/content.ts'
import type { FileTransfer } from '../../areas/file-transfer/records.ts'
import { fileTransfers, removeFileTransfer, storeFileTransfer } from '../../areas/file-transfer/records.ts'
import { exampleFileTransfer } from '../../areas/file-transfer/sending.ts'
import { callers } from '../../areas/operation.ts'
import { utf8 } from '../../wire/text.ts'
import type { World } from '../../world/world.ts'
import { defineGiven, demandStatus, transferCallers, transferRole } from './given.ts'

const params = z.object({
  content: z.string().default('a given file'),
  fileName: z.string().optional(),
  checksum: z.string().optional(),
})
/** Defaults to the caller that usually makes the next call. */
const forSender = params.extend({ caller: transferRole.default('sender') })
const forRecipient = params.extend({ caller: transferRole.default('recipient') })
type Params = z.output<typeof forSender>

const values = ['fileTransferId', 'token'] as const
const { sender, recipient } = transferCallers

async function initialize(client: Client, { fileName, checksum, caller }: Params) {
  const { body } = await client.call('fileTransfer.initialize', {
    as: sender,
    body: { ...exampleFileTransfer, ...(fileName === undefined ? {} : { fileName }), checksum },
  })
  return { fileTransferId: body.fileTransferId, token: await client.token(transferCallers[caller]) }
}

/** Creates a resumable upload that announces the length but sends no bytes. */
async function begin(client: Client, given: Params) {
  const transfer = await initialize(client, given)
  const headers = { 'tus-resumable': '1.0.0', 'upload-length': String(utf8(given.content).length) }
  demandStatus('The creation', 201, await client.call('resumableUpload.createUpload', { as: sender, params: transfer, headers }))
  return transfer
}

async function publish(client: Client, given: Params) {
  const transfer = await initialize(client, given)
  const body = utf8(given.content)
  demandStatus('The upload', 200, await client.call('fileTransfer.upload', { as: sender, params: transfer, body }))
  await client.until('fileTransfer.overview', { as: sender, params: transfer }, ({ body }) => body.fileTransferStatus === 'Published')
  return transfer
}

async function download(client: Client, given: Params) {
  const transfer = await publish(client, given)
  demandStatus('The download', 200, await client.call('fileTransfer.download', { as: recipient, params: transfer }))
  return transfer
}

async function confirm(client: Client, given: Params) {
  const transfer = await download(client, given)
  demandStatus('The confirmation', 204, await client.call('fileTransfer.confirmDownload', { as: recipient, params: transfer }))
  return transfer
}

const environmentsWith = ({ environments }: Pick<World, 'environments'>, id: string) =>
  Object.values(environments).filter(({ of }) => of(fileTransfers).get(id))

function replace({ environments }: Pick<World, 'environments'>, id: string, change: (transfer: FileTransfer) => FileTransfer): void {
  for (const environment of environmentsWith({ environments }, id)) {
    const all = environment.of(fileTransfers)
    const transfer = all.get(id)
    if (!transfer) continue
    removeFileTransfer(all, transfer)
    storeFileTransfer(all, change(transfer))
  }
}

export const fileTransferGivens = [
  defineGiven({ sentence: 'a file transfer is initialized', params: forSender, values, arrange: initialize }),
  defineGiven({ sentence: 'a resumable upload is begun', params: forSender, values, arrange: begin }),
  defineGiven({ sentence: 'a published file transfer exists', params: forRecipient, values, arrange: publish }),
  defineGiven({ sentence: 'a downloaded file transfer exists', params: forRecipient, values, arrange: download }),
  defineGiven({ sentence: 'a confirmed file transfer exists', params: forRecipient, values, arrange: confirm }),
  /**
   * No call leads to this status, so the given replaces the record with one that was cancelled from the start. Source: file-transfer §5.1.
   */
  defineGiven({
    sentence: 'a cancelled file transfer exists',
    params: forRecipient.extend({ uploaded: z.boolean().default(false) }),
    values,
    usesKnobs: true,
    async arrange(client, given, { world }) {
      const values = await (given.uploaded ? publish : initialize)(client, given)
      replace(world, values.fileTransferId, (transfer) => ({ ...transfer, moves: [{ status: 'Cancelled', at: transfer.created }] }))
      return values
    },
  }),
  defineGiven({
    sentence: 'a file with malware is uploaded',
    params: forSender.omit({ content: true }),
    values,
    async arrange(client, given) {
      const transfer = await initialize(client, { ...given, content: '' })
      demandStatus('The upload', 200, await client.call('fileTransfer.upload', { as: sender, params: transfer, body: malwareExample }))
      await client.until('fileTransfer.overview', { as: sender, params: transfer }, ({ body }) => body.fileTransferStatus === 'Failed')
      return transfer
    },
  }),
  /** Expires the file immediately, because callers cannot wait until it expires. */
  defineGiven({
    sentence: 'an expired file transfer exists',
    params: forRecipient,
    values,
    usesKnobs: true,
    async arrange(client, given, { world, fileTransfers }) {
      const values = await publish(client, given)
      for (const { name } of environmentsWith(world, values.fileTransferId)) await fileTransfers.expire(name, values.fileTransferId)
      return values
    },
  }),
  /** Standin treats the default URL as validated without calling it. */
  defineGiven({
    sentence: 'a subscription exists',
    params: z.object({ endPoint: z.string().optional(), typeFilter: z.string().nullish() }),
    values: ['subscriptionId', 'token'],
    async arrange(client, { endPoint, typeFilter }) {
      const request = {
        ...exampleSubscription,
        ...(endPoint !== undefined && { endPoint }),
        ...(typeFilter !== undefined && { typeFilter }),
      }
      const { body } = await client.call('events.createSubscription', { as: callers.subscriber, body: request })
      const params = { id: String(body.id) }
      await client.until('events.getSubscription', { as: callers.subscriber, params }, ({ body }) => body.validated)
      return { subscriptionId: params.id, token: await client.token(callers.subscriber) }
    },
  }),
  /** A service owner's event about a case, visible to the subscriber in the other givens. Publishing it again changes nothing. */
  defineGiven({
    sentence: 'an event is published',
    params: z.object({}),
    values: ['token'],
    async arrange(client) {
      demandStatus('The event', 200, await client.call('events.publishEvent', { as: callers.publisher, body: exampleEvent }))
      const query = { resource: exampleEvent.resource, after: '0', type: exampleEvent.type }
      await client.until('events.readEvents', { as: callers.subscriber, query }, ({ body }) => body.length > 0)
      return { token: await client.token(callers.subscriber) }
    },
  }),
] as const
