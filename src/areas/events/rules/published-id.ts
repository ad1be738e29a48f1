/** The id of the event about a publication, which is the same each time it is published. Source: events §3.2. */
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { EventRole } from './cloud-event.ts'

/** `actor` is the party as the service stores it. Uses a library for the hash because the one of the platform is asynchronous. */
export function publishedId(fileTransferId: string, role: EventRole, actor: string): string {
  const hash = bytesToHex(sha256(utf8ToBytes(`published:${fileTransferId}:${role}:${actor}`)))
  const digits = (at: number) => hash.slice(2 * at, 2 * at + 2)
  return groups.map((group) => group.map(digits).join('')).join('-')
}

/** The bytes of each group of a GUID. The first three groups begin with their last byte. */
const groups = [
  [3, 2, 1, 0],
  [5, 4],
  [7, 6],
  [8, 9],
  [10, 11, 12, 13, 14, 15],
] as const
