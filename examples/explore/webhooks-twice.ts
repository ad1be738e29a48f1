/** Planted bug: treats a duplicate event as a new one. */
import { archiveFiles } from './webhook-session.ts'

let count = 0

process.exitCode = await archiveFiles({ isNew: () => true, idOf: () => `arrived-${++count}` })
