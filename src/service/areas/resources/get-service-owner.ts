/** Returns the caller's service owner entry, including its storage. Source: file-transfer §9. */
import { reply } from '../../wire/row.ts'
import { scope, scopes } from '../../wire/vocabulary.ts'
import type { EnvironmentName } from '../../world/records.ts'
import { callers, defineOperation } from '../operation.ts'
import { serviceOwnerReply, storageTypes } from './constraints/resource.ts'
import { findServiceOwner } from './records.ts'

/** Hosting environment names in the framework. Source: assumed. */
const hostingEnvironments: Readonly<Record<EnvironmentName, string>> = { test: 'Staging', production: 'Production' }

export const getServiceOwner = defineOperation({
  id: 'resources.getServiceOwner',
  method: 'GET',
  path: '/broker/api/v1/serviceowner',
  summary: 'Get the caller’s organization as a service owner',
  access: scope(scopes.serviceOwner),
  dependsOn: ['database'],
  request: {},
  replies: { 200: reply.json(serviceOwnerReply) },
  refusals: ['BRO-07001', 'BRO-07004'],
  about: () => ({}),
  example: { as: callers.serviceOwner, input: () => ({}) },

  handle(_, context) {
    const { orgNo } = context.caller
    if (orgNo === undefined) throw context.fail('BRO-07001')
    const owner = findServiceOwner(context, orgNo)
    if (!owner) throw context.fail('BRO-07004')
    const deploymentEnvironment = hostingEnvironments[context.environment.name]
    const storageProviders = storageTypes.map((type) => ({ type, deploymentStatus: owner.storage, deploymentEnvironment }))
    return context.reply(200, { name: owner.name, storageProviders })
  },
})
