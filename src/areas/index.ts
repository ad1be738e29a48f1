/** The table of operations: every endpoint of the service, in the order of the documentation. */

import { exchangeToken } from './authentication/exchange-token.ts'
import { getEnterpriseToken } from './authentication/get-enterprise-token.ts'
import { getGeneratorKeys } from './authentication/get-generator-keys.ts'
import { getGeneratorMetadata } from './authentication/get-generator-metadata.ts'
import { getKeys } from './authentication/get-keys.ts'
import { getMetadata } from './authentication/get-metadata.ts'
import { getPersonalToken } from './authentication/get-personal-token.ts'
import { getPlatformAccessToken } from './authentication/get-platform-access-token.ts'
import { getPlatformConfiguration } from './authentication/get-platform-configuration.ts'
import { getPlatformKeys } from './authentication/get-platform-keys.ts'
import { getPlatformToken } from './authentication/get-platform-token.ts'
import { getSystemUserToken } from './authentication/get-system-user-token.ts'
import { refreshToken } from './authentication/refresh-token.ts'
import { requestToken } from './authentication/request-token.ts'
import { createSubscription } from './events/create-subscription.ts'
import { deleteSubscription } from './events/delete-subscription.ts'
import { getSubscription } from './events/get-subscription.ts'
import { listSubscriptions } from './events/list-subscriptions.ts'
import { readEvents } from './events/read-events.ts'
import { confirmDownload } from './file-transfer/confirm-download.ts'
import { details } from './file-transfer/details.ts'
import { download } from './file-transfer/download.ts'
import { initialize } from './file-transfer/initialize.ts'
import { initializeAndUpload } from './file-transfer/initialize-and-upload.ts'
import { overview } from './file-transfer/overview.ts'
import { search } from './file-transfer/search.ts'
import { upload } from './file-transfer/upload.ts'
import { cancelOrder } from './notifications/cancel-order.ts'
import { createInstantEmail } from './notifications/create-instant-email.ts'
import { createInstantOrder } from './notifications/create-instant-order.ts'
import { createInstantSms } from './notifications/create-instant-sms.ts'
import { createOrder } from './notifications/create-order.ts'
import { getShipment } from './notifications/get-shipment.ts'
import { readFeed } from './notifications/read-feed.ts'
import type { Operation } from './operation.ts'
import { configureResource } from './resources/configure-resource.ts'
import { createServiceOwner } from './resources/create-service-owner.ts'
import { getResource } from './resources/get-resource.ts'
import { getServiceOwner } from './resources/get-service-owner.ts'
import { appendToUpload } from './resumable-upload/append-to-upload.ts'
import { createUpload } from './resumable-upload/create-upload.ts'
import { describeUploads } from './resumable-upload/describe-uploads.ts'
import { inspectUpload } from './resumable-upload/inspect-upload.ts'
import { terminateUpload } from './resumable-upload/terminate-upload.ts'

const table = [
  createOrder,
  getShipment,
  createInstantOrder,
  createInstantSms,
  createInstantEmail,
  readFeed,
  cancelOrder,
  initialize,
  upload,
  initializeAndUpload,
  overview,
  details,
  search,
  download,
  confirmDownload,
  configureResource,
  getResource,
  createServiceOwner,
  getServiceOwner,
  createSubscription,
  listSubscriptions,
  getSubscription,
  deleteSubscription,
  readEvents,
  describeUploads,
  createUpload,
  inspectUpload,
  appendToUpload,
  terminateUpload,
  getMetadata,
  getKeys,
  requestToken,
  exchangeToken,
  refreshToken,
  getPlatformConfiguration,
  getPlatformKeys,
  getEnterpriseToken,
  getSystemUserToken,
  getPersonalToken,
  getPlatformToken,
  getPlatformAccessToken,
  getGeneratorMetadata,
  getGeneratorKeys,
] as const

export type OperationId = (typeof table)[number]['id']
export type OperationOf<Id extends OperationId> = Extract<(typeof table)[number], { id: Id }>

/** All rows, without the types of their own requests and replies. */
export const operations = table as unknown as readonly (Operation & { readonly id: OperationId })[]

export const operationsById: ReadonlyMap<string, Operation> = new Map(operations.map((operation) => [operation.id, operation]))
