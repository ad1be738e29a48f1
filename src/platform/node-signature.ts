/** Checks signatures on Node at once, in the thread that asks. */
import { KeyObject, verify } from 'node:crypto'
import type { Platform } from '../state/platform.ts'

/**
 * Web Cryptography hands every signature to another thread, and the way there and back costs as much as an RSA signature itself.
 * bench/tokens.ts: a new RS256 token takes 65 µs, and 130 µs by Web Cryptography.
 */
export const nodeSignature: NonNullable<Platform['verifySignature']> = ({ alg, key, input, signature }) => {
  const publicKey = KeyObject.from(key)
  return verify('sha256', input, alg === 'ES256' ? { key: publicKey, dsaEncoding: 'ieee-p1363' } : publicKey, signature)
}
