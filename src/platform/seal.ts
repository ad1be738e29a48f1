/** Marks of secrets: an HMAC under a key that only this process has. */
import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

const key = crypto.getRandomValues(new Uint8Array(32))
/** A client sends the same token with every call. */
const known = new Map<string, string>()
const [mostKnown, longestKnown] = [200, 4_096]

/** Eight characters. Equal texts have equal ones. */
export function seal(text: string): string {
  const found = known.get(text)
  if (found !== undefined) return found
  const made = bytesToHex(hmac(sha256, key, utf8ToBytes(text))).slice(0, 8)
  if (text.length > longestKnown) return made
  if (known.size >= mostKnown) known.clear()
  known.set(text, made)
  return made
}
