/** Queries the records of a world. */
import { z } from 'zod'
import { collectionNames, recordCollectionsReply, recordsReply } from '../control-replies/records.ts'
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

/** Every column of a collection. */
const columns: Readonly<Record<string, string>> = {
  id: 'Only the record with this id.',
  environment: 'Only records of this environment.',
  family: 'Only orders of this family: regular or instant.',
  creator: 'Only records of this creator.',
  idempotencyId: 'Only the orders with this idempotencyId.',
  shipment: 'Only the order or the messages of the shipment with this id.',
  order: 'Only shipments of the order with this id.',
  type: 'Only records of this type.',
  status: 'Only records in this status.',
  sendersReference: "Only shipments with this sender's reference.",
  recipient: 'Only records with this recipient.',
  resource: 'Only records of this resource.',
  fileName: 'Only file transfers with this file name.',
  reference: "Only file transfers with this sender's reference.",
  sender: 'Only file transfers of this sender.',
  fileTransfer: 'Only resumable uploads of the file transfer with this id.',
  owner: 'Only resources of this owner.',
  consumer: 'Only subscriptions of this consumer.',
  endPoint: 'Only those with this endpoint.',
  subject: 'Only those with this subject.',
  name: 'Only contacts with this name.',
  condition: 'Only contacts with this condition.',
  subscription: 'Only deliveries of the subscription with this id.',
  channel: 'Only messages of this channel.',
}

/** The knob refuses an unknown column, because it knows those of each collection. */
const query = z
  .object({
    ...Object.fromEntries(Object.entries(columns).map(([column, text]) => [column, z.string().optional().describe(text)])),
    ...windowQuery,
  })
  .catchall(z.string())

/** Source: decisions §12. */
const findRecords = defineControl({
  id: 'control.findRecords',
  method: 'GET',
  path: '/_standin/records/{collection}',
  summary: 'The records of a collection whose columns have these values, in both environments',
  request: { params: z.object({ collection: z.enum(collectionNames).describe('The name of a collection.') }), query },
  replies: { 200: reply.json(recordsReply) },
  example: { params: { collection: 'fileTransfers' }, query: { status: 'Failed' } },

  handle({ params, query: { limit, after, first, skip, ...wanted } }, { knobs, reply: answer }) {
    return answer(200, knobs.records.find(params.collection, wanted, pageIn({ limit, after, first, skip })))
  },
})

export const recordsRows = [listRecordCollections, findRecords] as const
