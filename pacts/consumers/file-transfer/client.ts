/** A consumer of the file transfer area: it sends and receives files. */
import { ask, json, type Service } from '../asking.ts'

export interface Announcement {
  readonly fileName: string
  readonly resourceId: string
  readonly sendersFileTransferReference: string
  /** `0192:` and the organization number. */
  readonly sender: string
  readonly recipients: readonly string[]
}

export interface Overview {
  readonly fileTransferId: string
  readonly fileTransferStatus: string
  readonly fileTransferSize: number
  readonly fileName: string
  readonly sender: string
  readonly recipients: readonly { readonly recipient: string; readonly currentRecipientFileTransferStatusCode: string }[]
}

export interface Details extends Overview {
  readonly fileTransferStatusHistory: readonly { readonly fileTransferStatus: string }[]
  readonly recipientFileTransferStatusHistory: readonly {
    readonly recipient: string
    readonly recipientFileTransferStatusCode: string
  }[]
}

export interface Filter {
  readonly resourceId: string
  readonly status?: string
}

const root = '/broker/api/v1/filetransfer'

export function createFileTransferClient(service: Service) {
  const idOf = async (response: Response) => ((await response.json()) as { fileTransferId: string }).fileTransferId
  const read = async <T>(path: string) => (await (await ask(service, 'GET', root + path)).json()) as T

  return {
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

    overview: (id: string) => read<Overview>(`/${id}`),
    details: (id: string) => read<Details>(`/${id}/details`),
    /** Returns ids. */
    search: (filter: Filter) => read<string[]>(`?${new URLSearchParams({ ...filter })}`),

    /** The whole file, or bytes of it: `0-99`. */
    async download(id: string, range?: string): Promise<Uint8Array> {
      const headers = range === undefined ? {} : { range: `bytes=${range}` }
      const response = await ask(service, 'GET', `${root}/${id}/download`, { headers })
      return new Uint8Array(await response.arrayBuffer())
    },

    async confirm(id: string): Promise<void> {
      await ask(service, 'POST', `${root}/${id}/confirmdownload`)
    },
  }
}

export type FileTransferClient = ReturnType<typeof createFileTransferClient>

function formOf({ recipients, ...fields }: Announcement, content: Blob): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(`Metadata.${name.charAt(0).toUpperCase()}${name.slice(1)}`, value)
  for (const recipient of recipients) form.append('Metadata.Recipients', recipient)
  form.append('FileTransfer', content, fields.fileName)
  return form
}
