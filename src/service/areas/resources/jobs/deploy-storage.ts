/** Deploys a new service owner's storage. Source: file-transfer §2, §9. */

import { defineJob } from '../../operation.ts'
import { resourceBookings } from '../bookings.ts'
import { moveStorage, serviceOwners } from '../records.ts'

export const deployStorage = defineJob({
  id: 'resources.deployStorage',
  summary: 'A new service owner’s storage is deployed',
  dependsOn: ['database'],
  ...resourceBookings['resources.deployStorage'],
  about: ({ orgNo }) => ({ org: orgNo }),

  run({ orgNo }, act) {
    const owner = act.environment.of(serviceOwners).get(orgNo)
    if (!owner || owner.storage === 'Ready') return { id: orgNo, nothing: 'no storage to deploy' }
    act.reach('database')
    act.commit(() => {
      const begins = owner.storage === 'NotStarted'
      moveStorage(act.environment.of(serviceOwners), owner, begins ? 'DeployingResources' : 'Ready')
      if (begins) act.book('resources.deployStorage', { orgNo })
    })
    return { id: orgNo, storage: owner.storage }
  },
})
