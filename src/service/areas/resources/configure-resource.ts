/** Sets a resource's configuration as its owner. Source: file-transfer §9. */
import { json, reply } from '../../wire/row.ts'
import { scope, scopes } from '../../wire/vocabulary.ts'
import { callers, defineOperation } from '../operation.ts'
import { byResourceId, resourceNames, resourceRequest, shimErrors } from './constraints/resource.ts'
import { resources } from './records.ts'
import { configuredBy, resourceToConfigure } from './resource-configuration.ts'

export const configureResource = defineOperation({
  id: 'resources.configureResource',
  method: 'PUT',
  path: '/broker/api/v1/resource/{resourceId}',
  summary: 'Configure a resource, as its service owner',
  access: scope(scopes.serviceOwner),
  dependsOn: ['resource-registry', 'database'],
  request: { params: byResourceId, body: json(resourceRequest, shimErrors, resourceNames) },
  replies: { 204: reply.empty() },
  refusals: [
    'BRO-00005',
    'BRO-00006',
    'BRO-00024',
    'BRO-00011',
    'BRO-00012',
    'BRO-00013',
    'BRO-00022',
    'BRO-00014',
    'BRO-00015',
    'BRO-00017',
    'BRO-00018',
    'BRO-00023',
    'unmappable',
  ],
  about: ({ params }) => ({ resource: params.resourceId }),
  example: {
    as: callers.serviceOwner,
    input: () => ({
      params: { resourceId: 'standin-plain' },
      body: { fileTransferTimeToLive: 'P30D', purgeFileTransferAfterAllRecipientsConfirmed: true, purgeFileTransferGracePeriod: 'PT2H' },
    }),
  },

  handle({ params: { resourceId }, body }, context) {
    const { environment } = context
    const configured = configuredBy(resourceToConfigure(context, resourceId), body, environment.name)
    context.commit(() => environment.of(resources).put(configured))
    return context.reply(204, undefined)
  },
})
