/** The resources area: file transfer settings that service owners configure. */
import { defineArea } from '../areas.ts'
import { configureResource } from './configure-resource.ts'
import { createServiceOwner } from './create-service-owner.ts'
import { getResource } from './get-resource.ts'
import { getServiceOwner } from './get-service-owner.ts'
import { deployStorage } from './jobs/deploy-storage.ts'
import { storageLifecycle } from './records.ts'
import { resources as onTheWire } from './wire.ts'

export const resources = defineArea({
  ...onTheWire,
  rows: [configureResource, getResource, createServiceOwner, getServiceOwner],
  jobs: [deployStorage],
  lifecycles: { storage: storageLifecycle },
})
