/** Finds the records to which a booked job belongs. */
import { readToken } from '../../../service/tokens/read-token.ts'
import { bearerToken } from '../../../service/tokens/trust.ts'
import type { Booking } from '../../../service/world/clock.ts'
import type { Families } from './pairing.ts'

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
