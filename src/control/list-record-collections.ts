/** Lists the collections of records. */
import { z } from 'zod'
import { recordCollectionsReply } from '../control-replies/records.ts'
import { reply } from '../wire/row.ts'
import { pageIn, pageQuery } from './page-query.ts'
import { defineControl } from './row.ts'

/** Source: decisions §12. */
export const listRecordCollections = defineControl({
  id: 'control.listRecordCollections',
  summary: 'The collections of records, with their columns and their number of records',
  request: { query: z.object(pageQuery) },
  replies: { 200: reply.json(recordCollectionsReply) },

  handle: ({ query }, { knobs, reply: answer }) => answer(200, knobs.records.list(pageIn(query))),
})
