/** Shows what arrived at a hook. */
import { z } from 'zod'
import { hookName } from '../control-replies/hook-name.ts'
import { fullHookReply } from '../control-replies/hooks.ts'
import { reply } from '../wire/row.ts'
import { pageIn, pageQuery } from './page-query.ts'
import { defineControl } from './row.ts'

export const byHook = z.object({ name: hookName().describe('Any name: a hook begins with its first request.') })

export const showHook = defineControl({
  id: 'control.showHook',
  summary: 'What arrived at a hook, and what it answers',
  request: { params: byHook, query: z.object(pageQuery) },
  replies: { 200: reply.json(fullHookReply) },
  example: { params: { name: 'mine' } },

  handle: ({ params, query }, { knobs, reply: answer }) => answer(200, knobs.hooks.show(params.name, pageIn(query))),
})
