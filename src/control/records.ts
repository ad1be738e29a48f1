/** Queries the records of a world. */
import { z } from 'zod'
import { collectionNames, recordCollectionsReply, recordsReply } from '../control-replies/records.ts'
import { collections } from '../knobs/records/collections.ts'
import { reply } from '../wire/row.ts'
import { pageIn, pageQuery, windowQuery } from './page-query.ts'
import { defineControl } from './row.ts'

/** Source: decisions §12. */
const listRecordCollections = defineControl({
  id: 'control.listRecordCollections',
  method: 'GET',
  path: '/_standin/records',
  summary: 'The collections of records, with their columns and their number of records',
  request: { query: z.object(pageQuery) },
  replies: { 200: reply.json(recordCollectionsReply) },

  handle: ({ query }, { knobs, reply: answer }) => answer(200, knobs.records.list(pageIn(query))),
})

const columns = [...new Set(collectionNames.flatMap((name) => Object.keys(collections[name].columns)))]

/** The knob refuses an unknown column, because it knows those of each collection. */
const query = z
  .object({ ...Object.fromEntries(columns.map((column) => [column, z.string().optional()])), ...windowQuery })
  .catchall(z.string())

/** Source: decisions §12. */
const findRecords = defineControl({
  id: 'control.findRecords',
  method: 'GET',
  path: '/_standin/records/{collection}',
  summary: 'The records of a collection whose columns have these values, in both environments',
  request: { params: z.object({ collection: z.enum(collectionNames) }), query },
  replies: { 200: reply.json(recordsReply) },
  example: { params: { collection: 'fileTransfers' }, query: { status: 'Failed' } },

  handle({ params, query: { limit, after, first, skip, ...wanted } }, { knobs, reply: answer }) {
    return answer(200, knobs.records.find(params.collection, wanted, pageIn({ limit, after, first, skip })))
  },
})

export const recordsRows = [listRecordCollections, findRecords] as const
