/** Gives tests more time on a busy machine to wait for events outside their process; loaded before each test file. */
import { vi } from 'vitest'

/** Milliseconds. Shorter than a test's limit, so that the message says what did not happen. */
const patience = 20_000

/** All files in a worker share the same `vi`. */
const shared: typeof vi & { isPatient?: true } = vi

if (!shared.isPatient) {
  const { waitUntil, waitFor } = vi
  vi.waitUntil = (condition, options = patience) => waitUntil(condition, options)
  vi.waitFor = (condition, options = patience) => waitFor(condition, options)
  shared.isPatient = true
}
