/** What a recording is asked for, and what it gives. */
import type { Json } from '../../openapi/json-schema.ts'

/** The provider of a contract that names no other. */
export const recordedProvider = 'notification-and-file-transfer-service'

export interface RecordPactOptions {
  /** The name of the consumer. */
  readonly consumer: string
  /** The name of the provider. Default `notification-and-file-transfer-service`. */
  readonly provider?: string | undefined
}

export interface PactDocument {
  readonly consumer: { readonly name: string }
  readonly provider: { readonly name: string }
  readonly interactions: readonly Json[]
  readonly metadata: Json
}

export interface RecordedPact {
  /** The contract as JSON, version 4 of the format. */
  readonly pact: PactDocument
  /** The calls that the contract does not hold, and why. Equal ones are one. */
  readonly leftOut: readonly { readonly call: string; readonly why: string }[]
}
