/** Gives a caller limits of its own. */
import { z } from 'zod'
import { callerReply } from '../control-replies/callers.ts'
import { callerLimits } from '../state/fixtures.ts'
import { json, reply } from '../wire/row.ts'
import { defineControl } from './row.ts'

export const byCaller = z.object({ caller: z.string().min(1).describe('A client id or an organization number.') })

/** Source: decisions §4, §12. */
export const putCaller = defineControl({
  id: 'control.putCaller',
  summary: 'Give a caller rate limits of its own, in place of those that it had',
  request: { params: byCaller, body: json(z.strictObject({ limits: callerLimits.describe('Calls a minute, by operation.') })) },
  replies: { 200: reply.json(callerReply) },
  example: { params: { caller: '347147753' }, body: { limits: { 'fileTransfer.search': 600 } } },

  handle: ({ params, body }, { knobs, reply: answer }) => answer(200, knobs.callers.put(params.caller, body.limits)),
})
