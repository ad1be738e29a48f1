/** Lists the resources, with their configuration. */
import { z } from 'zod'
import { resourcesReply } from '../control-replies/resources.ts'
import { reply } from '../wire/row.ts'
import { pageIn, pageQuery } from './page-query.ts'
import { defineControl } from './row.ts'

export const listResources = defineControl({
  id: 'control.listResources',
  summary: 'The resources of both environments, with their configuration',
  request: { query: z.object(pageQuery) },
  replies: { 200: reply.json(resourcesReply) },

  handle: ({ query }, { knobs, reply: answer }) => answer(200, knobs.resources.list(pageIn(query))),
})
