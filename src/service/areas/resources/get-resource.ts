/** Returns a resource's configuration to its owner. Source: file-transfer §9. */
import { reply } from '../../wire/row.ts'
import { scope, scopes } from '../../wire/vocabulary.ts'
import { callers, defineOperation } from '../operation.ts'
import { byResourceId, resourceReply } from './constraints/resource.ts'
import { describedResource } from './records.ts'
import { configurationOf } from './resource-configuration.ts'

export const getResource = defineOperation({
  id: 'resources.getResource',
  method: 'GET',
  path: '/broker/api/v1/resource/{resourceId}',
  summary: 'Get a resource’s configuration, as its service owner',
  access: scope(scopes.serviceOwner),
  dependsOn: ['database'],
  request: { params: byResourceId },
  demandsJson: true,
  replies: { 200: reply.json(resourceReply) },
  refusals: ['BRO-00025', 'BRO-00006'],
  about: ({ params }) => ({ resource: params.resourceId }),
  example: { as: callers.serviceOwner, input: () => ({ params: { resourceId: 'standin-plain' } }) },

  handle({ params }, context) {
    const resource = describedResource(context.world, context.environment, params.resourceId)
    if (!resource) throw context.fail('BRO-00025', { reason: 'there is no such resource' })
    if (resource.configured === false || resource.owner === undefined)
      throw context.fail('BRO-00025', { reason: 'the resource is not configured yet' })
    if (resource.owner !== context.caller.orgNo)
      throw context.fail('BRO-00006', {
        reason: `the resource belongs to ${resource.owner}, not to ${context.caller.orgNo ?? 'the caller'}`,
      })
    return context.reply(200, configurationOf(resource))
  },
})
