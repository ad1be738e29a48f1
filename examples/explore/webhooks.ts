/** Careful: knows an event by its id, and the file by the idempotencyId of its message. */
import { archiveFiles } from './webhook-session.ts'

const seen = new Set<string>()

process.exitCode = await archiveFiles({
  isNew: ({ id }) => !seen.has(id) && seen.add(id) !== undefined,
  idOf: ({ resourceinstance }) => `arrived-${resourceinstance}`,
})
