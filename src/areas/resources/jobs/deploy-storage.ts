/** Deploys the storage of a new service owner. Source: file-transfer §2, §9. */

import { defineJob } from '../../job.ts'
import { moveStorage } from '../records/service-owner.ts'

export const deployStorage = defineJob({
  id: 'resources.deployStorage',
  summary: 'The storage of a new service owner is deployed',
  dependsOn: ['database'],
  about: ({ orgNo }) => ({ org: orgNo }),

  run({ orgNo }, act) {
    const owner = act.environment.serviceOwners.get(orgNo)
    if (!owner || owner.storage === 'Ready') return { id: orgNo, nothing: 'no storage to deploy' }
    act.reach('database')
    act.commit(() => {
      const begins = owner.storage === 'NotStarted'
      moveStorage(act.environment.serviceOwners, orgNo, owner, begins ? 'DeployingResources' : 'Ready')
      if (begins) act.book('resources.deployStorage', { orgNo }, act.world.pace.deploy(act.now()))
    })
    return { id: orgNo, storage: owner.storage }
  },
})
