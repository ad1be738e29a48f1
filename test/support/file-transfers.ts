/** Creates file transfers as a starting point for tests, by making the parties' calls. */

import type { Simulator } from '../../src/control/create-simulator.ts'
import type { Client } from '../../src/service/areas/client.ts'

export const sender = { orgNo: '347147753' }
export const recipient = { orgNo: '370916446' }
export const otherRecipient = { orgNo: '375464780' }
export const stranger = { orgNo: '326403849' }

export const unknownId = '00000000-0000-4000-8000-000000000000'

export const iso = ({ orgNo }: { orgNo: string }) => `0192:${orgNo}`
export const bytes = (text: string) => new TextEncoder().encode(text)

export interface Wanted {
  readonly fileName?: string
  readonly resourceId?: string
  readonly sendersFileTransferReference?: string
  readonly sender?: string
  readonly recipients?: readonly string[]
  readonly checksum?: string | null
  readonly disableVirusScan?: boolean
  readonly content?: string | Uint8Array
}

export const request = {
  fileName: 'report.xml',
  resourceId: 'standin-plain',
  sendersFileTransferReference: 'batch-0042',
  sender: iso(sender),
  recipients: [iso(recipient)],
}

export async function initialized(client: Client, { content: _content, ...wanted }: Wanted = {}): Promise<string> {
  const reply = await client.call('fileTransfer.initialize', { as: sender, body: { ...request, ...wanted } })
  return reply.body.fileTransferId
}

export async function uploaded(client: Client, wanted: Wanted = {}): Promise<string> {
  const fileTransferId = await initialized(client, wanted)
  const { content = 'one two three' } = wanted
  const reply = await client.call('fileTransfer.upload', {
    as: sender,
    params: { fileTransferId },
    body: typeof content === 'string' ? bytes(content) : content,
  })
  if (reply.status !== 200) throw new Error(`The upload got ${reply.status}: ${reply.text}`)
  return fileTransferId
}

export async function published(client: Client, wanted: Wanted = {}): Promise<string> {
  return uploaded(client, { disableVirusScan: true, ...wanted })
}

export async function downloaded(client: Client, wanted: Wanted = {}): Promise<string> {
  const fileTransferId = await published(client, wanted)
  await client.call('fileTransfer.download', { as: recipient, params: { fileTransferId } })
  return fileTransferId
}

export async function confirmed(client: Client, wanted: Wanted = {}): Promise<string> {
  const fileTransferId = await downloaded(client, wanted)
  await client.call('fileTransfer.confirmDownload', { as: recipient, params: { fileTransferId } })
  return fileTransferId
}

/** Starts an upload, and aborts it after the first bytes. */
export async function breakOff(client: Client, fileTransferId: string): Promise<void> {
  const controller = new AbortController()
  const body = new ReadableStream<Uint8Array>({
    start: (line) => line.enqueue(bytes('the beginning')),
    pull(line) {
      controller.abort()
      line.error(new Error('The line is dead.'))
    },
  })
  await client.call('fileTransfer.upload', { as: sender, params: { fileTransferId }, body, signal: controller.signal }).catch(() => {})
}

export async function brokenOff(client: Client, wanted: Wanted = {}): Promise<string> {
  const fileTransferId = await initialized(client, wanted)
  await breakOff(client, fileTransferId)
  return fileTransferId
}

export async function failed(client: Client, wanted: Wanted = {}): Promise<string> {
  const fileTransferId = await initialized(client, { checksum: '0'.repeat(32), ...wanted })
  await client.call('fileTransfer.upload', { as: sender, params: { fileTransferId }, body: bytes('anything else') })
  return fileTransferId
}

export async function statusOf(client: Client, fileTransferId: string) {
  const { body } = await client.call('fileTransfer.overview', { as: sender, params: { fileTransferId } })
  return { status: body.fileTransferStatus, text: body.fileTransferStatusText, size: body.fileTransferSize, checksum: body.checksum }
}

/** Returns input for calls with a token that has all scopes but no organization. */
export async function withoutOrganization({ token: make }: Pick<Simulator, 'token'>) {
  const { token } = await make({ systemUserOrg: 'nobody' })
  return { as: null, headers: { authorization: `Bearer ${token}` } } as const
}

/** Downloads and confirms a file transfer as these organizations. */
export async function confirm(client: Client, fileTransferId: string, ...all: { orgNo: string }[]): Promise<void> {
  for (const as of all) {
    await client.call('fileTransfer.download', { as, params: { fileTransferId } })
    await client.call('fileTransfer.confirmDownload', { as, params: { fileTransferId } })
  }
}
