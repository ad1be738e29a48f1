/** The storage of a new service owner comes up. Source: file-transfer §2, §9. */
import { z } from 'zod'
import { moveStorage } from '../../state/service-owner.ts'
import { defineJob, type Job } from '../job.ts'

const data = z.object({ orgNo: z.string() })

export const deployStorage: Job<typeof data, 'database'> = defineJob({
  id: 'resources.deployStorage',
  summary: 'The storage of a new service owner comes up',
  step: true,
  dependsOn: ['database'],
  data,
  about: ({ orgNo }) => ({ org: orgNo }),

  run({ orgNo }, act) {
    const owner = act.environment.serviceOwners.get(orgNo)
    if (!owner || owner.storage === 'Ready') return { id: orgNo, nothing: 'no storage to deploy' }
    act.reach('database')
    act.commit(() => {
      const begins = owner.storage === 'NotStarted'
      moveStorage(owner, begins ? 'DeployingResources' : 'Ready')
      if (begins) act.book(deployStorage, { orgNo }, act.world.pace.deploy(act.now()))
    })
    return { id: orgNo, storage: owner.storage }
  },
})
