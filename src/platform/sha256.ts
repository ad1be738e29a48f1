/** SHA-256 of content as it comes, where the machine offers none. */
import { sha256 as hash } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import type { Hashing } from '../state/platform.ts'

export function sha256(): Hashing {
  const hashing = hash.create()
  return { update: (chunk) => void hashing.update(chunk), end: () => bytesToHex(hashing.digest()) }
}
