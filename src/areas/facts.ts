/** What is asked of rows and jobs before their behaviour is loaded, written by tools/make-row-facts.ts. */
import type { RowFacts } from '../wire/row.ts'
import type { OperationId, JobId } from './index.ts'
import type { Job } from './job.ts'

interface OperationFacts extends Pick<RowFacts, 'method' | 'path' | 'dialect' | 'dependsOn' | 'asks' | 'limit'> {
  readonly id: OperationId
}

interface JobFacts extends Pick<Job, 'dependsOn' | 'asks' | 'step' | 'together'> {
  readonly id: JobId
}

/** In the order of the table. */
export const operationFacts: readonly OperationFacts[] = [
{"id":"notifications.createOrder","method":"POST","path":"/future/orders","dependsOn":["register","database"],"asks":["contacts","collision"]},
{"id":"notifications.getShipment","method":"GET","path":"/future/shipment/{id}","dependsOn":["database"],"asks":["histories"]},
{"id":"notifications.createInstantOrder","method":"POST","path":"/future/orders/instant","dependsOn":["sms","database"],"asks":["collision"]},
{"id":"notifications.createInstantSms","method":"POST","path":"/future/orders/instant/sms","dependsOn":["sms","database"],"asks":["collision"]},
{"id":"notifications.createInstantEmail","method":"POST","path":"/future/orders/instant/email","dependsOn":["email","database"],"asks":["collision"]},
{"id":"notifications.readFeed","method":"GET","path":"/future/shipment/feed","dependsOn":["database"],"asks":["histories"]},
{"id":"notifications.cancelOrder","method":"PUT","path":"/orders/{id}/cancel","dependsOn":["database"]},
{"id":"notifications.createChannelOrder","method":"POST","path":"/orders","dialect":"live","dependsOn":["register","database"],"asks":["contacts"]},
{"id":"notifications.createEmailOrder","method":"POST","path":"/orders/email","dialect":"live","dependsOn":["register","database"],"asks":["contacts"]},
{"id":"notifications.createSmsOrder","method":"POST","path":"/orders/sms","dialect":"live","dependsOn":["register","database"],"asks":["contacts"]},
{"id":"notifications.getOrder","method":"GET","path":"/orders/{id}","dialect":"live","dependsOn":["database"]},
{"id":"notifications.findOrders","method":"GET","path":"/orders","dialect":"live","dependsOn":["database"]},
{"id":"notifications.getOrderStatus","method":"GET","path":"/orders/{id}/status","dialect":"live","dependsOn":["database"]},
{"id":"notifications.listOrderEmails","method":"GET","path":"/orders/{id}/notifications/email","dialect":"live","dependsOn":["database"],"asks":["histories"]},
{"id":"notifications.listOrderSms","method":"GET","path":"/orders/{id}/notifications/sms","dialect":"live","dependsOn":["database"],"asks":["histories"]},
{"id":"notifications.createComposedEmail","method":"POST","path":"/future/orders/composed-email","dialect":"live","dependsOn":["database"],"asks":["collision"]},
{"id":"notifications.searchByPerson","method":"GET","path":"/future/dashboard/recipients/notifications/nin","dialect":"live","dependsOn":["database"],"asks":["histories"]},
{"id":"notifications.searchByOrganization","method":"GET","path":"/future/dashboard/recipients/notifications/orgnumber","dialect":"live","dependsOn":["database"],"asks":["histories"]},
{"id":"fileTransfer.initialize","method":"POST","path":"/broker/api/v1/filetransfer","dependsOn":["authorization","resource-registry","database"],"limit":"fileTransfer.initialize"},
{"id":"fileTransfer.upload","method":"POST","path":"/broker/api/v1/filetransfer/{fileTransferId}/upload","dependsOn":["authorization","storage","database"],"asks":["scan","collision"],"limit":"fileTransfer.upload"},
{"id":"fileTransfer.initializeAndUpload","method":"POST","path":"/broker/api/v1/filetransfer/upload","dependsOn":["authorization","resource-registry","storage","database"],"asks":["scan"],"limit":"fileTransfer.initializeAndUpload"},
{"id":"fileTransfer.overview","method":"GET","path":"/broker/api/v1/filetransfer/{fileTransferId}","dependsOn":["authorization","database"],"asks":["histories"],"limit":"fileTransfer.overview"},
{"id":"fileTransfer.details","method":"GET","path":"/broker/api/v1/filetransfer/{fileTransferId}/details","dependsOn":["authorization","database"],"asks":["histories"],"limit":"fileTransfer.details"},
{"id":"fileTransfer.search","method":"GET","path":"/broker/api/v1/filetransfer","dependsOn":["authorization","database"],"limit":"fileTransfer.search"},
{"id":"fileTransfer.download","method":"GET","path":"/broker/api/v1/filetransfer/{fileTransferId}/download","dependsOn":["authorization","storage","database"],"limit":"fileTransfer.download"},
{"id":"fileTransfer.confirmDownload","method":"POST","path":"/broker/api/v1/filetransfer/{fileTransferId}/confirmdownload","dependsOn":["authorization","database"],"limit":"fileTransfer.confirmDownload"},
{"id":"resources.configureResource","method":"PUT","path":"/broker/api/v1/resource/{resourceId}","dependsOn":["resource-registry","database"]},
{"id":"resources.getResource","method":"GET","path":"/broker/api/v1/resource/{resourceId}","dependsOn":["database"]},
{"id":"resources.createServiceOwner","method":"POST","path":"/broker/api/v1/serviceowner","dependsOn":["database"]},
{"id":"resources.getServiceOwner","method":"GET","path":"/broker/api/v1/serviceowner","dependsOn":["database"]},
{"id":"events.createSubscription","method":"POST","path":"/events/api/v1/subscriptions","dependsOn":["authorization","database"]},
{"id":"events.listSubscriptions","method":"GET","path":"/events/api/v1/subscriptions","dependsOn":["database"]},
{"id":"events.getSubscription","method":"GET","path":"/events/api/v1/subscriptions/{id}","dependsOn":["database"]},
{"id":"events.deleteSubscription","method":"DELETE","path":"/events/api/v1/subscriptions/{id}","dependsOn":["database"]},
{"id":"events.readEvents","method":"GET","path":"/events/api/v1/events","dependsOn":["authorization","database"]},
{"id":"resumableUpload.describeUploads","method":"OPTIONS","path":["/broker/api/v1/filetransfer/upload/tus/{fileTransferId}","/broker/api/v1/filetransfer/upload/tus/{fileTransferId}/partial/{partialId}","/broker/api/v1/filetransfer/upload/tus/{fileTransferId}/{partialId}","/broker/api/v1/filetransfer/upload/tus"],"dependsOn":[]},
{"id":"resumableUpload.createUpload","method":"POST","path":["/broker/api/v1/filetransfer/upload/tus/{fileTransferId}","/broker/api/v1/filetransfer/upload/tus"],"dependsOn":["authorization","storage","database"]},
{"id":"resumableUpload.inspectUpload","method":"HEAD","path":["/broker/api/v1/filetransfer/upload/tus/{fileTransferId}","/broker/api/v1/filetransfer/upload/tus/{fileTransferId}/partial/{partialId}","/broker/api/v1/filetransfer/upload/tus/{fileTransferId}/{partialId}"],"dependsOn":["authorization","database"]},
{"id":"resumableUpload.appendToUpload","method":"PATCH","path":["/broker/api/v1/filetransfer/upload/tus/{fileTransferId}","/broker/api/v1/filetransfer/upload/tus/{fileTransferId}/partial/{partialId}","/broker/api/v1/filetransfer/upload/tus/{fileTransferId}/{partialId}"],"dependsOn":["authorization","storage","database"]},
{"id":"resumableUpload.terminateUpload","method":"DELETE","path":["/broker/api/v1/filetransfer/upload/tus/{fileTransferId}","/broker/api/v1/filetransfer/upload/tus/{fileTransferId}/partial/{partialId}","/broker/api/v1/filetransfer/upload/tus/{fileTransferId}/{partialId}"],"dependsOn":["authorization","storage","database"]},
{"id":"authentication.getMetadata","method":"GET","path":"/.well-known/oauth-authorization-server","dependsOn":[]},
{"id":"authentication.getKeys","method":"GET","path":"/jwk","dependsOn":[],"asks":["keys"]},
{"id":"authentication.requestToken","method":"POST","path":"/token","dependsOn":[],"asks":["keys"]},
{"id":"authentication.exchangeToken","method":"GET","path":"/authentication/api/v1/exchange/{provider}","dependsOn":[],"asks":["keys"]},
{"id":"authentication.refreshToken","method":"GET","path":"/authentication/api/v1/refresh","dependsOn":[],"asks":["keys"]},
{"id":"authentication.getPlatformConfiguration","method":"GET","path":"/authentication/api/v1/openid/.well-known/openid-configuration","dependsOn":[]},
{"id":"authentication.getPlatformKeys","method":"GET","path":"/authentication/api/v1/openid/.well-known/openid-configuration/jwks","dependsOn":[],"asks":["keys"]},
{"id":"authentication.getEnterpriseToken","method":"GET","path":"/api/GetEnterpriseToken","dependsOn":[],"asks":["keys"]},
{"id":"authentication.getSystemUserToken","method":"GET","path":"/api/GetSystemUserToken","dependsOn":[],"asks":["keys"]},
{"id":"authentication.getPersonalToken","method":"GET","path":"/api/GetPersonalToken","dependsOn":[],"asks":["keys"]},
{"id":"authentication.getPlatformToken","method":"GET","path":"/api/GetPlatformToken","dependsOn":[],"asks":["keys"]},
{"id":"authentication.getPlatformAccessToken","method":"GET","path":"/api/GetPlatformAccessToken","dependsOn":[],"asks":["keys"]},
{"id":"authentication.getGeneratorMetadata","method":"GET","path":"/api/.well-known/oauth-authorization-server","dependsOn":[]},
{"id":"authentication.getGeneratorKeys","method":"GET","path":"/api/.well-known/jwks.json","dependsOn":[],"asks":["keys"]}
]

/** In the order of the table. No call makes it: a bundler would divide the page into more files. */
export const jobFacts: Readonly<Record<JobId, JobFacts>> = {
'notifications.takeOrder': {"id":"notifications.takeOrder","dependsOn":["database"],"step":{"instant":0,"fast":1000,"real":"next minute"}},
'notifications.processOrder': {"id":"notifications.processOrder","dependsOn":["register","names","authorization","database"],"asks":["identification","contacts","keys","receiver"],"step":{"instant":0,"fast":1000,"real":1000},"together":true},
'notifications.sendMessage': {"id":"notifications.sendMessage","dependsOn":["sms","email","database"],"step":{"instant":0,"fast":1000,"real":"next minute"}},
'notifications.acceptMessage': {"id":"notifications.acceptMessage","dependsOn":["database"],"asks":["outcome","receiver"],"step":{"instant":0,"fast":1000,"real":{"SMS":1000,"Email":8000}}},
'notifications.reportMessage': {"id":"notifications.reportMessage","dependsOn":["database"],"step":{"instant":0,"fast":1000,"real":5000}},
'notifications.expireMessage': {"id":"notifications.expireMessage","dependsOn":["database"]},
'fileTransfer.scan': {"id":"fileTransfer.scan","dependsOn":["scanner","database"],"step":{"instant":0,"fast":1000,"real":30000}},
'fileTransfer.showChecksum': {"id":"fileTransfer.showChecksum","dependsOn":["database"],"step":{"instant":0,"fast":0,"real":1000}},
'fileTransfer.expire': {"id":"fileTransfer.expire","dependsOn":["storage","database"]},
'fileTransfer.purge': {"id":"fileTransfer.purge","dependsOn":["storage","database"]},
'fileTransfer.failStuckUpload': {"id":"fileTransfer.failStuckUpload","dependsOn":["database"]},
'resources.deployStorage': {"id":"resources.deployStorage","dependsOn":["database"],"step":{"instant":0,"fast":1000,"real":60000}},
'events.publish': {"id":"events.publish","dependsOn":["events","database"],"asks":["delivery","subscriptions"],"step":{"instant":0,"fast":1000,"real":1000}},
'events.deliver': {"id":"events.deliver","dependsOn":["events","database"],"asks":["subscriptions","receiver"],"step":{"instant":0,"fast":0,"real":1000},"together":true},
'events.deliverAgain': {"id":"events.deliverAgain","dependsOn":["events","database"],"asks":["subscriptions","receiver"],"together":true},
'resumableUpload.completeUpload': {"id":"resumableUpload.completeUpload","dependsOn":["storage","database"],"asks":["scan"],"step":{"instant":0,"fast":0,"real":0}},
'resumableUpload.verifyUpload': {"id":"resumableUpload.verifyUpload","dependsOn":["database"],"step":{"instant":0,"fast":0,"real":1000}},
'resumableUpload.expireUpload': {"id":"resumableUpload.expireUpload","dependsOn":["storage","database"]}
}
