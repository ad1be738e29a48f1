/** Shared by the sender and the recipient: paths, the members that they read, and the parties in their tests. */
import { example } from './agreement.ts'
import { ask, type Service } from './asking.ts'

export const root = '/broker/api/v1/filetransfer'

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
  readonly role?: 'Sender' | 'Recipient'
  /** Latest initialization time. */
  readonly to?: string
}

/** Creates the calls that the sender and the recipient have in common. */
export function createPartyClient(service: Service) {
  const read = async <T>(path: string) => (await (await ask(service, 'GET', root + path)).json()) as T

  return {
    overview: (id: string) => read<Overview>(`/${id}`),
    details: (id: string) => read<Details>(`/${id}/details`),
    search: (filter: Filter) => read<string[]>(`?${new URLSearchParams({ ...filter })}`),
  }
}

export const id = example('fileTransferId')
export const unknownId = '00000000-0000-4000-8000-000000000000'

export const resourceId = 'standin-plain'
export const fileName = 'report.xml'
export const senderParty = '0192:347147753'
export const recipientParty = '0192:370916446'

export const sender = 'a caller may send files'
export const recipient = 'a caller may receive files'
export const initialized = 'a file transfer is initialized'
export const published = 'a published file transfer exists'
export const downloaded = 'a downloaded file transfer exists'
export const confirmed = 'a confirmed file transfer exists'
