/** Planted bug: waits for the reminder, but ignores that it may have failed. */
import { announce, arrived } from './reminder-session.ts'

process.exitCode = await announce(arrived)
