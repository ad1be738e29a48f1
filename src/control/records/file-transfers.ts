/** The records of file transfer: transfers, resources and subscriptions. */

import { subscriptions as subscriptionRecords } from '../../areas/events/records/subscription.ts'
import { current } from '../../areas/file-transfer/records/file-transfer.ts'
import { fileTransfers as transferRecords } from '../../areas/file-transfer/records/file-transfer-index.ts'
import { statusNames } from '../../areas/file-transfer/wire.ts'
import { arrivedOf, inactivity, isFile, resumableUploads as uploadRecords } from '../../areas/resumable-upload/records/resumable-upload.ts'
import { zulu } from '../../wire/values/timestamp.ts'
import { environmentNames } from '../../world/agenda.ts'
import { createResources } from '../resources.ts'
import type { RecordOf } from '../rows/records.ts'
import { showSubscription } from '../subscriptions.ts'
import { type Collection, inBoth } from './notifications.ts'

export const fileTransfers: Collection<RecordOf<'fileTransfers'>> = {
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
  choices: { environment: environmentNames, status: statusNames },
  records: inBoth(
    ({ of }) => of(transferRecords).values(),
    (transfer, { name }) => {
      const { id, resourceId, fileName, sendersFileTransferReference, sender, recipients, created, expires, content } = transfer
      const { status } = current(transfer)
      const about = { id, environment: name, status, resourceId, fileName, sendersFileTransferReference, sender }
      return { ...about, recipients: [...recipients], created: zulu(created), expires: zulu(expires), size: content?.size ?? null }
    },
  ),
}

/** Those that go on: an upload that became the file of its transfer is not one of them. */
export const resumableUploads: Collection<RecordOf<'resumableUploads'>> = {
  columns: {
    id: ({ id }) => id,
    environment: (each) => each.environment,
    fileTransfer: ({ fileTransfer }) => fileTransfer,
  },
  choices: { environment: environmentNames },
  records: inBoth(
    ({ of }) => of(uploadRecords).findMany((each) => !isFile(each)),
    (upload, { name }) => {
      const { fileTransferId, partialId, length, parts, active } = upload
      return {
        id: partialId === '' ? fileTransferId : `${fileTransferId}/${partialId}`,
        environment: name,
        fileTransfer: fileTransferId,
        length,
        received: arrivedOf(upload),
        parts: parts?.length ?? null,
        active: zulu(active),
        expires: zulu(active + inactivity),
      }
    },
  ),
}

export const resources: Collection<RecordOf<'resources'>> = {
  columns: { id: ({ id }) => id, environment: (each) => each.environment, owner: ({ owner }) => owner },
  choices: { environment: environmentNames },
  records: (world) => createResources(() => world).list().resources,
}

export const subscriptions: Collection<RecordOf<'subscriptions'>> = {
  columns: {
    id: ({ id }) => id,
    environment: (each) => each.environment,
    consumer: ({ consumer }) => consumer,
    endPoint: ({ endPoint }) => endPoint,
    resource: ({ resourceFilter }) => resourceFilter,
    subject: ({ subjectFilter }) => subjectFilter,
    type: ({ typeFilter }) => typeFilter,
  },
  choices: { environment: environmentNames },
  records: inBoth(({ of }) => of(subscriptionRecords).records.values(), showSubscription),
}
