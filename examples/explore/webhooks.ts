/** Correct client: identifies events by id, and uses the file as the message's idempotencyId. */
import { archiveFiles } from './webhook-session.ts'

const seen = new Set<string>()

process.exitCode = await archiveFiles({
  isNew: ({ id }) => !seen.has(id) && seen.add(id) !== undefined,
  idOf: ({ resourceinstance }) => `arrived-${resourceinstance}`,
})
