/** A call during the comparison: first prepared, then handled. */
import { readToken } from '../../../service/tokens/read-token.ts'
import { bearerToken } from '../../../service/tokens/trust.ts'
import type { CallHeaders } from '../../../service/wire/call.ts'
import type { Booking } from '../../../service/world/clock.ts'
import type { Difference, Digest, Exchange } from '../exchange.ts'
import type { Families } from './pairing.ts'
import type { OurReply } from './simulator.ts'

/** A call that can be handled in the world. */
export interface Prepared {
  readonly exchange: Exchange
  readonly operation: string
  /** The `authorization` header for the world's copy of the call. */
  readonly authorization: string | undefined
  /** The call's body, if it is text. */
  readonly sent: string | undefined
  /** The real service's reply, decompressed. If `body` is undefined, the bodies are not compared. */
  readonly reply: { readonly status: number; readonly headers: CallHeaders; readonly body: Uint8Array | Digest | undefined } | undefined
  /** All text in the call and its reply that may contain ids. */
  readonly told: string
  /** True if the call overlapped an earlier call with the same idempotencyId. */
  readonly isRace: boolean
}

export interface Handled {
  readonly ours: OurReply
  readonly differences: readonly Difference[]
  /** Names of headers that only the real reply has. */
  readonly added: readonly string[]
  /** If the reply is a list, its entries that differ, as JSON. */
  readonly about: readonly string[]
  /** True if the statuses differ, but ids in the real reply were paired with ours. */
  readonly isPaired: boolean
}

/** Returns the organization numbers in a token. */
export const organizationsIn = (authorization: string | undefined): readonly string[] => {
  const claims = readToken(bearerToken(authorization) ?? '')?.claims
  return JSON.stringify(claims ?? {}).match(/\b\d{9}\b/g) ?? []
}

export function isOf({ cause, data }: Booking, members: ReadonlySet<string>, families: Families): boolean {
  const root = cause.split('.', 1)[0] ?? ''
  if (members.has(families.of(`call ${root}`))) return true
  return Object.values(data).some((each) => members.has(families.of(typeof each === 'number' ? `#${each}` : String(each).toLowerCase())))
}
