/** Planted defect: takes an event that is delivered twice for two events. */
import { archiveFiles } from './webhook-session.ts'

let count = 0

process.exitCode = await archiveFiles({ isNew: () => true, idOf: () => `arrived-${++count}` })
