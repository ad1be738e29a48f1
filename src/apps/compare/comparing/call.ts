/** A call during the comparison: first prepared, then handled. */
import type { CallHeaders } from '../../../service/wire/call.ts'
import type { Difference, Digest, Exchange } from '../exchange.ts'
import type { OurReply } from './world.ts'

/** A call that can be handled in the world. */
export interface Prepared {
  readonly exchange: Exchange
  readonly operation: string
  /** The `authorization` header of the world's copy. */
  readonly authorization: string | undefined
  /** The body of the call, if it is text. */
  readonly sent: string | undefined
  /** The real service's reply, decompressed. An undefined body is not compared. */
  readonly reply: { readonly status: number; readonly headers: CallHeaders; readonly body: Uint8Array | Digest | undefined } | undefined
  /** All text that may contain ids. */
  readonly told: string
  /** True if it overlapped a call with the same idempotencyId. */
  readonly isRace: boolean
}

export interface Handled {
  readonly ours: OurReply
  readonly differences: readonly Difference[]
  /** Names of headers that only the real reply has. */
  readonly added: readonly string[]
  /** The entries that differ, if the reply is a list. */
  readonly about: readonly string[]
  /** True if the statuses differ, but ids in the real reply were paired with ours. */
  readonly isPaired: boolean
}
