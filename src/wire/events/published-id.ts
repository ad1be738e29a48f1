/** The id of a publication: the same however often it is published. Source: events §3.2. */
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { EventRole } from './cloud-event.ts'

/** `actor` as the service stores the party. Hashed at once: the web's own digest costs several times as much for so short a text. */
export function publishedId(fileTransferId: string, role: EventRole, actor: string): string {
  const hash = bytesToHex(sha256(utf8ToBytes(`published:${fileTransferId}:${role}:${actor}`)))
  const digits = (at: number) => hash.slice(2 * at, 2 * at + 2)
  return groups.map((group) => group.map(digits).join('')).join('-')
}

/** The first three groups lie with their last byte first. */
const groups = [
  [3, 2, 1, 0],
  [5, 4],
  [7, 6],
  [8, 9],
  [10, 11, 12, 13, 14, 15],
] as const
