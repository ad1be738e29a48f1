/** Forgets what arrived at a hook. */
import { reply } from '../wire/row.ts'
import { defineControl } from './row.ts'
import { byHook } from './show-hook.ts'

export const clearHook = defineControl({
  id: 'control.clearHook',
  summary: 'Forget what arrived at a hook, and what it answers',
  request: { params: byHook },
  replies: { 204: reply.empty() },
  example: { params: { name: 'mine' } },

  handle({ params }, { knobs, reply: answer }) {
    knobs.hooks.clear(params.name)
    return answer(204, undefined)
  },
})
