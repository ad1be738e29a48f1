/** Searches the file transfers of the caller on a resource. */

import { reply } from '../../wire/row.ts'
import { scope, scopes } from '../../wire/scopes.ts'
import { iso6523 } from '../../wire/values/identifiers.ts'
import { demandStorable } from '../../wire/values/storable.ts'
import { defineOperation } from '../operation.ts'
import { demandRegistered } from '../resources/records/service-owner-rules.ts'
import { resourceFor } from './access.ts'
import { findFileTransfers } from './records/file-transfer-search.ts'
import { readSearch, searchQuery, searchReply } from './rules/search.ts'

export const search = defineOperation({
  id: 'fileTransfer.search',
  method: 'GET',
  path: '/broker/api/v1/filetransfer',
  summary: 'Search files the caller may access, by filters',
  access: scope(scopes.brokerRead, scopes.brokerWrite),
  limit: 'fileTransfer.search',
  dependsOn: ['authorization', 'database'],
  request: { query: searchQuery },
  replies: { 200: reply.json(searchReply) },
  refusals: ['BRO-00006', 'BRO-00005', 'unmappable'],
  about: ({ query }) => ({ resource: query.resourceId }),
  example: {
    given: 'a published file transfer exists',
    as: { orgNo: '370916446', scope: scopes.brokerRead },
    input: () => ({ query: { resourceId: 'standin-plain', status: 'Published' } }),
  },

  handle({ query }, context) {
    const wanted = readSearch(query)
    demandStorable({ resourceId: [wanted.resourceId] })
    demandRegistered(resourceFor(context, wanted.resourceId))
    return context.reply(200, findFileTransfers(context.environment, iso6523(context.caller.orgNo ?? ''), wanted))
  },
})
