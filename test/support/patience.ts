/** Extends the waiting time of tests for events outside their process on a busy machine. Loaded before each test file. */
import { vi } from 'vitest'

/** Milliseconds. Less than a test may take, so that the message names what did not happen. */
const patience = 20_000

/** All files of a worker have the same `vi`. */
const shared: typeof vi & { isPatient?: true } = vi

if (!shared.isPatient) {
  const { waitUntil, waitFor } = vi
  vi.waitUntil = (condition, options = patience) => waitUntil(condition, options)
  vi.waitFor = (condition, options = patience) => waitFor(condition, options)
  shared.isPatient = true
}
