/** Lists the messages that the service has sent. */
import { outboxFilter, outboxReply } from '../knobs/outbox.ts'
import { reply } from '../wire/row.ts'
import { defineControl } from './row.ts'

/** Source: decisions §12. */
export const listOutbox = defineControl({
  id: 'control.listOutbox',
  summary: 'The messages that the service has sent, in both environments, oldest first',
  request: { query: outboxFilter },
  replies: { 200: reply.json(outboxReply) },
  example: { query: { recipient: '+4799999999', channel: 'SMS' } },

  handle: ({ query }, { knobs, reply: answer }) => answer(200, knobs.outbox.list(query)),
})
