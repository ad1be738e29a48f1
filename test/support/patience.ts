/** Gives tests on a busy machine more time to wait for events outside their process. Loaded before each test file. */
import { vi } from 'vitest'

/** Milliseconds. Shorter than a test's time limit, so that the error names the event that did not happen. */
const patience = 20_000

/** All files in a worker share the same `vi`. */
const shared: typeof vi & { isPatient?: true } = vi

if (!shared.isPatient) {
  const { waitUntil, waitFor } = vi
  vi.waitUntil = (condition, options = patience) => waitUntil(condition, options)
  vi.waitFor = (condition, options = patience) => waitFor(condition, options)
  shared.isPatient = true
}
