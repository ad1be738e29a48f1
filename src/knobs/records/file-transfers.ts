/** The records of file transfer: transfers, resources and subscriptions. */
import { z } from 'zod'
import { current } from '../../state/file-transfer/file-transfer.ts'
import { statusNames } from '../../wire/file-transfer/file-transfer.ts'
import { zulu } from '../../wire/values/timestamp.ts'
import { createResources, resourceReply } from '../resources.ts'
import { showSubscription, subscriptionReply } from '../subscriptions.ts'
import { collection, environment, inBoth, time } from './collection.ts'

const fileTransfer = z.object({
  id: z.string(),
  environment,
  status: z.enum(statusNames),
  resourceId: z.string(),
  fileName: z.string(),
  sendersFileTransferReference: z.string(),
  sender: z.string(),
  recipients: z.array(z.string()),
  created: time,
  expires: time,
  size: z.int().nullable().describe('Bytes; null without a file.'),
})

export const fileTransfers = collection<typeof fileTransfer>({
  schema: fileTransfer,
  columns: {
    id: ({ id }) => id,
    environment: (each) => each.environment,
    status: ({ status }) => status,
    resource: ({ resourceId }) => resourceId,
    fileName: ({ fileName }) => fileName,
    reference: ({ sendersFileTransferReference }) => sendersFileTransferReference,
    sender: ({ sender }) => sender,
    recipient: ({ recipients }) => recipients,
  },
  records: inBoth(
    ({ fileTransfers }) => fileTransfers.values(),
    (transfer, { name }) => {
      const { id, resourceId, fileName, sendersFileTransferReference, sender, recipients, created, expires, content } = transfer
      const { status } = current(transfer)
      const about = { id, environment: name, status, resourceId, fileName, sendersFileTransferReference, sender }
      return { ...about, recipients: [...recipients], created: zulu(created), expires: zulu(expires), size: content?.size ?? null }
    },
  ),
})

export const resources = collection<typeof resourceReply>({
  schema: resourceReply,
  columns: { id: ({ id }) => id, environment: (each) => each.environment, owner: ({ owner }) => owner },
  records: (world) => createResources(() => world).list().resources,
})

export const subscriptions = collection<typeof subscriptionReply>({
  schema: subscriptionReply,
  columns: {
    id: ({ id }) => id,
    environment: (each) => each.environment,
    consumer: ({ consumer }) => consumer,
    endPoint: ({ endPoint }) => endPoint,
    resource: ({ resourceFilter }) => resourceFilter,
    subject: ({ subjectFilter }) => subjectFilter,
    type: ({ typeFilter }) => typeFilter,
  },
  records: inBoth(({ subscriptions }) => subscriptions.records.values(), showSubscription),
})
