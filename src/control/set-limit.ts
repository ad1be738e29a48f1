/** Leaves a caller a number of calls of a limited operation. */
import { z } from 'zod'
import { limitsReply } from '../control-replies/limits.ts'
import { anyName } from '../wire/any-name.ts'
import { json, reply } from '../wire/row.ts'
import { defineControl } from './row.ts'

const params = z.object({
  caller: z.string().describe('A client id or an organization number.'),
  operation: z.string(),
})

export const setLimit = defineControl({
  id: 'control.setLimit',
  summary: 'Leave a caller a number of calls of an operation, in the environment addressed',
  request: { params, body: json(z.strictObject({ left: z.int().min(0) })) },
  replies: { 200: reply.json(limitsReply) },
  example: { params: { caller: '347147753', operation: 'fileTransfer.overview' }, body: { left: 0 } },

  handle({ params: { caller, operation }, body }, { knobs, address, reply: answer }) {
    return answer(200, knobs.limits.set(address.environment, caller, anyName(operation), body.left))
  },
})
