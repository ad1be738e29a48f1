/** Gives a caller the usual limits again. */
import { reply } from '../wire/row.ts'
import { byCaller } from './put-caller.ts'
import { defineControl } from './row.ts'

export const removeCaller = defineControl({
  id: 'control.removeCaller',
  summary: 'Give a caller the usual rate limits again',
  request: { params: byCaller },
  replies: { 204: reply.empty() },
  example: { params: { caller: '347147753' } },

  handle({ params }, { knobs, reply: answer }) {
    knobs.callers.remove(params.caller)
    return answer(204, undefined)
  },
})
