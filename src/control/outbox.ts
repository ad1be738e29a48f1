/** The messages that were sent. */
import { z } from 'zod'
import { outboxFilter, outboxReply } from '../control-replies/outbox.ts'
import { reply } from '../wire/row.ts'
import { pageIn, windowQuery } from './page-query.ts'
import { defineControl } from './row.ts'

/** Source: decisions §12. */
const listOutbox = defineControl({
  id: 'control.listOutbox',
  method: 'GET',
  path: '/_standin/outbox',
  summary: 'The messages that the service has sent, in both environments',
  request: { query: z.object({ ...outboxFilter.shape, ...windowQuery }) },
  replies: { 200: reply.json(outboxReply) },
  example: { query: { recipient: '+4799999999', channel: 'SMS' } },
  command: {
    name: 'outbox',
    summary: 'List the messages that were sent, the newest last',
    without: ['bodies'],
    examples: [
      ['standin outbox --channel SMS', 'Every SMS and its status'],
      ['standin outbox --json --recipient 12838590150', 'With whole bodies'],
    ],
    list: 'messages',
    columns: [
      ['AT', '{at}'],
      ['TO', '{to}'],
      ['FROM', '{from}'],
      ['STATUS', '{status}', 'status'],
      ['TEXT', '{subject|body}', 'excerpt'],
    ],
  },

  handle: ({ query: { limit, after, first, skip, ...filter } }, { knobs, reply: answer }) =>
    answer(200, knobs.outbox.list(filter, pageIn({ limit, after, first, skip }))),
})

const clearOutbox = defineControl({
  id: 'control.clearOutbox',
  method: 'DELETE',
  path: '/_standin/outbox',
  summary: 'Clear the outbox, of both environments',
  request: {},
  replies: { 204: reply.empty() },
  command: { name: 'outbox', flag: ['clear', 'Empty the outbox instead'], said: 'The outbox of the world {world} is empty.' },

  handle(_, { knobs, reply: answer }) {
    knobs.outbox.clear()
    return answer(204, undefined)
  },
})

export const outboxRows = [listOutbox, clearOutbox] as const
