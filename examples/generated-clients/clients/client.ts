/** What each of the clients does in the same story. Each says it with the types of its generator. */
export interface Client {
  /** Orders an email that is sent if `conditionEndpoint` says so. Returns the id of the shipment. */
  order(emailAddress: string, conditionEndpoint: string | null): Promise<string>
  /** Orders an email to a person without contact details, and reads the refusal as the type that the document names. */
  refusedOrder(): Promise<Refusal>
  shipment(id: string): Promise<Shipment>
  /** Returns the id of the file transfer. */
  announce(fileName: string): Promise<string>
  upload(fileTransferId: string, content: Blob): Promise<void>
  fileStatus(fileTransferId: string): Promise<string>
  download(fileTransferId: string): Promise<string>
  confirm(fileTransferId: string): Promise<void>
  /** How many entries the feed has after the one with this number. */
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

/** The tokens of those who call. */
export interface Tokens {
  readonly owner: string
  readonly sender: string
  readonly recipient: string
}

export type MakeClient = (baseUrl: string, tokens: Tokens) => Client

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

/** The number of a person without contact details. */
export const unreachable = '02838039440'
