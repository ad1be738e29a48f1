/** Lists the errors of the journal, in groups. */
import { z } from 'zod'
import { errorsReply } from '../control-replies/journal.ts'
import { anyName } from '../wire/any-name.ts'
import { reply } from '../wire/row.ts'
import { lineFilter } from './journal-query.ts'
import { pageIn, pageQuery } from './page-query.ts'
import { defineControl } from './row.ts'

const { caller, environment } = lineFilter.shape
const query = z.object({
  since: z.string().optional().describe('A line, or a time: what is newer than that line, or not older than that time.'),
  operation: z.string().optional().describe('Only errors of this operation or area.'),
  caller,
  environment,
  ...pageQuery,
})

export const listErrors = defineControl({
  id: 'control.listErrors',
  summary:
    'The calls that were refused or failed, grouped by code, status and operation: how often, when last, and which. The newest first',
  request: { query },
  replies: { 200: reply.json(errorsReply) },
  example: { query: { operation: 'notifications' } },

  handle: ({ query: { since, operation, caller, environment, ...page } }, { knobs, reply: answer }) =>
    answer(
      200,
      knobs.journal.errors({
        since,
        operation: operation === undefined ? undefined : anyName(operation),
        caller,
        environment,
        ...pageIn(page),
      }),
    ),
})
