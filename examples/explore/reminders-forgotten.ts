/** Planted defect: waits for the reminder, and forgets that it may have failed. */
import { announce, arrived } from './reminder-session.ts'

process.exitCode = await announce(arrived)
