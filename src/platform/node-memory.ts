/** The memory of this process. */

/** Milliseconds: the system is not asked more often. */
const fresh = 100

let [at, bytes] = [Number.NEGATIVE_INFINITY, 0]

/** Bytes that the system holds for it. */
export function memory(): number {
  const now = performance.now()
  if (now - at < fresh) return bytes
  at = now
  bytes = process.memoryUsage.rss()
  return bytes
}
