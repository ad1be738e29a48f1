/** Starting points of the file transfer area. */
import { z } from 'zod'
import type { As, Client } from '../client.ts'
import { operationsById } from '../operations/index.ts'
import { defineGiven, type GivenValues } from './given.ts'

const params = z.object({ content: z.string().default('a given file'), fileName: z.string().optional() })
type Params = z.output<typeof params>

const sender = operationsById.get('fileTransfer.initialize')?.example.as as As
const recipient = operationsById.get('fileTransfer.download')?.example.as as As

async function initialize(client: Client, { fileName }: Params): Promise<{ fileTransferId: string }> {
  const example = operationsById.get('fileTransfer.initialize')?.example.input({}).body as Record<string, unknown>
  const { body } = await client.call('fileTransfer.initialize', {
    as: sender,
    body: { ...example, ...(fileName === undefined ? {} : { fileName }) },
  })
  return { fileTransferId: body.fileTransferId }
}

async function publish(client: Client, given: Params): Promise<{ fileTransferId: string }> {
  const values = await initialize(client, given)
  const uploaded = await client.call('fileTransfer.upload', { as: sender, params: values, body: new TextEncoder().encode(given.content) })
  if (uploaded.status !== 200) throw new Error(`The upload was answered ${uploaded.status}.`)
  await client.until('fileTransfer.overview', { as: sender, params: values }, ({ body }) => body.fileTransferStatus === 'Published')
  return values
}

async function downloaded(client: Client, given: Params): Promise<GivenValues> {
  const values = await publish(client, given)
  const download = await client.call('fileTransfer.download', { as: recipient, params: values })
  if (download.status !== 200) throw new Error(`The download was answered ${download.status}.`)
  return values
}

export const fileTransferIsInitialized = defineGiven({ sentence: 'a file transfer is initialized', params, arrange: initialize })
export const publishedFileTransferExists = defineGiven({ sentence: 'a published file transfer exists', params, arrange: publish })
export const downloadedFileTransferExists = defineGiven({ sentence: 'a downloaded file transfer exists', params, arrange: downloaded })
