import { expect, test } from 'vitest'
import { jsonSchema } from '../../../../../src/control/openapi/json-schema.ts'
import { overviewReply } from '../../../../../src/service/areas/file-transfer/constraints/replies.ts'
import { initializeRequest } from '../../../../../src/service/areas/file-transfer/constraints/requests.ts'
import { searchQuery, searchReply } from '../../../../../src/service/areas/file-transfer/search.ts'
import { fileTransferStatuses, recipientStatuses } from '../../../../../src/service/areas/file-transfer/wire.ts'

const request = {
  fileName: 'report.xml',
  resourceId: 'acme-exchange',
  sendersFileTransferReference: 'batch-0042',
  sender: '0192:312345678',
  recipients: ['0192:313456789', '0192:313456789'],
}

test('missing optional properties get the defaults of the service', () => {
  expect(initializeRequest().parse(request)).toEqual({ ...request, propertyList: {}, checksum: '', disableVirusScan: false })
})

test('null is accepted for checksum and disableVirusScan', () => {
  expect(initializeRequest().parse({ ...request, checksum: null, disableVirusScan: null })).toMatchObject({
    checksum: null,
    disableVirusScan: null,
  })
})

test('property names like __proto__ do not change the prototype', () => {
  const { propertyList } = initializeRequest().parse({ ...request, propertyList: JSON.parse('{"__proto__":"x","constructor":"y"}') })

  expect(Object.getPrototypeOf(propertyList)).toBe(Object.prototype)
  expect(propertyList.constructor).toBe('y')
})

const overview = {
  fileTransferId: '7d3f0c7e-2b41-4a8e-9f55-0f6c1f1a9b10',
  resourceId: 'acme-exchange',
  fileName: 'report.xml',
  sendersFileTransferReference: 'batch-0042',
  checksum: '222c43d2a95c895377d2bf40bddff2d8',
  useVirusScan: true,
  fileTransferSize: 13,
  fileTransferStatus: 'Published',
  fileTransferStatusText: 'Ready for download',
  fileTransferStatusChanged: '2026-08-18T11:41:20.5+00:00',
  created: '2026-08-18T11:40:51.123456+00:00',
  expirationTime: '2026-09-17T11:40:51.101+00:00',
  sender: '0192:312345678',
  recipients: [
    {
      recipient: '0192:313456789',
      currentRecipientFileTransferStatusCode: 'Initialized',
      currentRecipientFileTransferStatusText: 'Initialized',
      currentRecipientFileTransferStatusChanged: '2026-08-18T11:40:51.130002+00:00',
    },
  ],
  propertyList: { caseNumber: '2026/17' },
  published: '2026-08-18T11:41:20.5+00:00',
}

test('an overview must have all its properties', () => {
  for (const name of Object.keys(overview)) expect(overviewReply.safeParse({ ...overview, [name]: undefined }).success, name).toBe(false)
})

test('a search replies with ids only', () => {
  expect(searchReply.safeParse([overview.fileTransferId]).success).toBe(true)
  expect(searchReply.safeParse(['report.xml']).success).toBe(false)
})

test('the statuses are in the order of their numbers, and have texts', () => {
  expect(Object.keys(fileTransferStatuses).indexOf('Failed')).toBe(7)
  expect(fileTransferStatuses.Published).toBe('Ready for download')
  expect(Object.keys(recipientStatuses)).toEqual(['Initialized', 'DownloadStarted', 'DownloadConfirmed'])
})

test('the schemas can be written as JSON Schema', () => {
  const { required, properties } = jsonSchema(initializeRequest(), 'input')

  expect(required).toEqual(['fileName', 'resourceId', 'sendersFileTransferReference', 'sender', 'recipients'])
  expect((properties as Record<string, unknown>).propertyList).toMatchObject({ type: 'object', maxProperties: 10 })
  expect((jsonSchema(searchQuery, 'input').properties as Record<string, unknown>).role).toMatchObject({ enum: ['Recipient', 'Sender'] })
})
