/** Finds the records of one collection by the values of their columns. */
import { z } from 'zod'
import { collectionNames, recordsReply } from '../control-replies/records.ts'
import { collections } from '../knobs/records/collections.ts'
import { reply } from '../wire/row.ts'
import { pageIn, windowQuery } from './page-query.ts'
import { defineControl } from './row.ts'

const columns = [...new Set(collectionNames.flatMap((name) => Object.keys(collections[name].columns)))]

/** The knob refuses an unknown column, because it knows those of each collection. */
const query = z
  .object({ ...Object.fromEntries(columns.map((column) => [column, z.string().optional()])), ...windowQuery })
  .catchall(z.string())

/** Source: decisions §12. */
export const findRecords = defineControl({
  id: 'control.findRecords',
  summary: 'The records of a collection whose columns have these values, in both environments',
  request: { params: z.object({ collection: z.enum(collectionNames) }), query },
  replies: { 200: reply.json(recordsReply) },
  example: { params: { collection: 'fileTransfers' }, query: { status: 'Failed' } },

  handle({ params, query: { limit, after, first, skip, ...wanted } }, { knobs, reply: answer }) {
    return answer(200, knobs.records.find(params.collection, wanted, pageIn({ limit, after, first, skip })))
  },
})
