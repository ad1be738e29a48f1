/** Configures resources and service owners through calls. */

import type { Client } from '../../src/service/areas/client.ts'
import { openResource, resources, serviceOwners } from '../../src/service/areas/resources/records.ts'
import { scopes } from '../../src/service/wire/vocabulary.ts'
import { iso, recipient, sender } from './file-transfers.ts'
import type { standin } from './standin.ts'

/** Two service owners in the fixtures, and an organization that is not a service owner. */
export const owner = { orgNo: '991825827', scope: scopes.serviceOwner }
export const otherOwner = { orgNo: '974760673', scope: scopes.serviceOwner }
export const newcomer = { orgNo: '347147753', scope: scopes.serviceOwner }

export const configure = (client: Client, resourceId: string, body: object, as = owner) =>
  client.call('resources.configureResource', { as, params: { resourceId }, body })

export const configurationOf = async (client: Client, resourceId: string, as = owner) =>
  (await client.call('resources.getResource', { as, params: { resourceId } })).body

/** Makes the organization a service owner. The owner's storage is ready once the clock has advanced. */
export const register = (client: Client, as = newcomer) => client.call('resources.createServiceOwner', { as, body: { name: 'A newcomer' } })

export const initializeOn = (client: Client, resourceId: string, over: object = {}) =>
  client.call('fileTransfer.initialize', {
    as: sender,
    body: {
      fileName: 'report.xml',
      resourceId,
      sendersFileTransferReference: 'batch-0042',
      sender: iso(sender),
      recipients: [iso(recipient)],
      ...over,
    },
  })

type Simulator = ReturnType<typeof standin>['simulator']

/** Changes to a resource, keyed by the refusal that calls for the resource then get. */
export const losses: Readonly<Record<string, (simulator: Simulator, resourceId: string) => void>> = {
  'BRO-00005': ({ world }, id) => world.environments.test.of(resources).put({ ...openResource(id), registered: false }),
  'BRO-00002': ({ world }, id) => world.environments.test.of(resources).put({ ...openResource(id), owner: '326403849' }),
  'BRO-00021': ({ world }, id) => {
    world.environments.test.of(serviceOwners).put({ orgNo: '326403849', name: 'A newcomer', storage: 'DeployingResources' })
    world.environments.test.of(resources).put({ ...openResource(id), owner: '326403849' })
  },
}
