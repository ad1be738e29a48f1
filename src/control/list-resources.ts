/** Lists the resources, with their configuration. */
import { resourcesReply } from '../knobs/resources.ts'
import { reply } from '../wire/row.ts'
import { defineControl } from './row.ts'

export const listResources = defineControl({
  id: 'control.listResources',
  summary: 'The resources of both environments, with their configuration',
  request: {},
  replies: { 200: reply.json(resourcesReply) },

  handle: (_, { knobs, reply: answer }) => answer(200, knobs.resources.list()),
})
