/** The interface that each client implements with its generator's types. */
export interface Client {
  /** Orders an email that is sent if `conditionEndpoint` allows it. Returns the shipment id. */
  order(emailAddress: string, conditionEndpoint: string | null): Promise<string>
  /** Orders an email to a person without contact details, and reads the refusal with the type that the document defines. */
  refusedOrder(): Promise<Refusal>
  shipment(id: string): Promise<Shipment>
  /** Returns the file transfer id. */
  announce(fileName: string): Promise<string>
  upload(fileTransferId: string, content: Blob): Promise<void>
  fileStatus(fileTransferId: string): Promise<string>
  download(fileTransferId: string): Promise<string>
  confirm(fileTransferId: string): Promise<void>
  /** Counts the feed entries after this sequence number. */
  feed(seq: number, pageSize: number): Promise<number>
}

export interface Refusal {
  readonly status: number
  readonly code: string | undefined
  readonly title: string
}

interface Shipment {
  readonly status: string
  readonly recipients: readonly string[]
}

/** The callers' tokens. */
export interface Tokens {
  readonly owner: string
  readonly sender: string
  readonly recipient: string
}

export type MakeClient = (baseUrl: string, tokens: Tokens) => Client

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

/** The national identity number of a person without contact details. */
export const unreachable = '02838039440'
