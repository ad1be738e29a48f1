/** The id of a publication: the same however often it is published. Source: events §3.2. */
import type { EventRole } from './cloud-event.ts'

/** `actor` as the service stores the party. */
export async function publishedId(fileTransferId: string, role: EventRole, actor: string): Promise<string> {
  const text = new TextEncoder().encode(`published:${fileTransferId}:${role}:${actor}`)
  const digits = [...new Uint8Array(await crypto.subtle.digest('SHA-256', text)).subarray(0, 16)].map((byte) =>
    byte.toString(16).padStart(2, '0'),
  )
  return groups.map((group) => group.map((at) => digits[at]).join('')).join('-')
}

/** The first three groups lie with their last byte first. */
const groups = [
  [3, 2, 1, 0],
  [5, 4],
  [7, 6],
  [8, 9],
  [10, 11, 12, 13, 14, 15],
] as const
