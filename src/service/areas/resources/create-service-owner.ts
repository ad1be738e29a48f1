/** Registers the caller's organization as a service owner. Source: file-transfer §9. */

import { demandStorable } from '../../wire/refusal.ts'
import { json, reply } from '../../wire/row.ts'
import { scope, scopes } from '../../wire/vocabulary.ts'
import { defineOperation } from '../operation.ts'
import { serviceOwnerNames, serviceOwnerRequest } from './constraints/resource.ts'
import { findServiceOwner, serviceOwners } from './records.ts'

export const createServiceOwner = defineOperation({
  id: 'resources.createServiceOwner',
  method: 'POST',
  path: '/broker/api/v1/serviceowner',
  summary: 'Register the caller’s organization as a service owner',
  access: scope(scopes.serviceOwner),
  dependsOn: ['database'],
  request: { body: json(serviceOwnerRequest, undefined, serviceOwnerNames) },
  ignoresAccept: true,
  replies: { 200: reply.empty() },
  refusals: ['BRO-07001', 'BRO-07002', 'BRO-07003', 'unmappable'],
  about: () => ({}),
  example: {
    as: { orgNo: '347147753', scope: scopes.serviceOwner },
    input: () => ({ body: { name: 'Jensen Regnskap AS' } }),
  },

  handle({ body: { name } }, context) {
    const { caller, environment, commit, book, now, fail } = context
    const { orgNo } = caller
    if (orgNo === undefined) throw fail('BRO-07001')
    if (findServiceOwner(context, orgNo)) throw fail('BRO-07002')
    demandStorable({ Name: [name] })
    commit(() => {
      environment.of(serviceOwners).put({ orgNo, name, storage: 'NotStarted' })
      book('resources.deployStorage', { orgNo }, now())
    })
    return context.reply(200, undefined)
  },
})
