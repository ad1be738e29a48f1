/** Gives a world another dialect. */
import { dialectReply } from '../control-replies/dialect.ts'
import { json, reply } from '../wire/row.ts'
import { defineControl } from './row.ts'

/** Source: decisions §1. */
export const useDialect = defineControl({
  id: 'control.useDialect',
  summary: 'Give the world another dialect, for the calls that arrive afterwards',
  request: { body: json(dialectReply()) },
  replies: { 200: reply.json(dialectReply()) },
  example: { body: { dialect: 'live' } },

  handle: ({ body }, { knobs, reply: answer }) => answer(200, knobs.dialect.use(body.dialect)),
})
