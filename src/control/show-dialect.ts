/** Shows which dialect a world speaks. */
import { dialectReply } from '../control-replies/dialect.ts'
import { reply } from '../wire/row.ts'
import { defineControl } from './row.ts'

export const showDialect = defineControl({
  id: 'control.showDialect',
  summary: 'The dialect of the world',
  request: {},
  replies: { 200: reply.json(dialectReply()) },

  handle: (_, { knobs, reply: answer }) => answer(200, knobs.dialect.show()),
})
