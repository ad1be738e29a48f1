/** Lists the hooks of a world. */
import { z } from 'zod'
import { hooksReply } from '../control-replies/hooks.ts'
import { reply } from '../wire/row.ts'
import { pageIn, pageQuery } from './page-query.ts'
import { defineControl } from './row.ts'

export const listHooks = defineControl({
  id: 'control.listHooks',
  summary: 'The hooks: receivers of webhooks within Standin, and what each answers',
  request: { query: z.object(pageQuery) },
  replies: { 200: reply.json(hooksReply) },

  handle: ({ query }, { knobs, reply: answer }) => answer(200, knobs.hooks.list(pageIn(query))),
})
