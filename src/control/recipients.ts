/** Magic recipients and file names. */
import { z } from 'zod'
import { recipientsReply } from '../control-replies/recipients.ts'
import { reply } from '../wire/row.ts'
import { pageIn, pageQuery } from './page-query.ts'
import { defineControl } from './row.ts'

const listRecipients = defineControl({
  id: 'control.listRecipients',
  method: 'GET',
  path: '/_standin/recipients',
  world: 'none',
  summary: 'A recipient for every final status of a message, and the words in file names that decide a scan',
  request: { query: z.object(pageQuery) },
  replies: { 200: reply.json(recipientsReply) },

  handle: ({ query }, { knobs, reply: answer }) => answer(200, knobs.recipients.list(pageIn(query))),
})

export const recipientsRows = [listRecipients] as const
