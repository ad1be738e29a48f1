/** A consumer of the file transfer area that sends files and tracks them. */
import { ask, json, type Service } from '../asking.ts'
import { createPartyClient, root } from '../file-transfers.ts'

export interface Announcement {
  readonly fileName: string
  readonly resourceId: string
  readonly sendersFileTransferReference: string
  /** `0192:` followed by the organization number. */
  readonly sender: string
  readonly recipients: readonly string[]
}

export function createSender(service: Service) {
  const idOf = async (response: Response) => ((await response.json()) as { fileTransferId: string }).fileTransferId

  return {
    ...createPartyClient(service),

    async initialize(announcement: Announcement): Promise<string> {
      return idOf(await ask(service, 'POST', root, json(announcement)))
    },

    async upload(id: string, content: Uint8Array<ArrayBuffer>): Promise<string> {
      const headers = { 'content-type': 'application/octet-stream' }
      return idOf(await ask(service, 'POST', `${root}/${id}/upload`, { headers, body: content }))
    },

    async initializeAndUpload(announcement: Announcement, content: Blob): Promise<string> {
      return idOf(await ask(service, 'POST', `${root}/upload`, { body: formOf(announcement, content) }))
    },
  }
}

export type Sender = ReturnType<typeof createSender>

function formOf({ recipients, ...fields }: Announcement, content: Blob): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(`Metadata.${name.charAt(0).toUpperCase()}${name.slice(1)}`, value)
  for (const recipient of recipients) form.append('Metadata.Recipients', recipient)
  form.append('FileTransfer', content, fields.fileName)
  return form
}
