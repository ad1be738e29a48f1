/** GET /broker/api/v1/filetransfer/{fileTransferId}/details, as the file transfer client needs it. */
import { Matchers } from '@pact-foundation/pact'
import { expect, test } from 'vitest'
import { refuses, refusesStrangers } from '../refusals.ts'
import type { FileTransferClient } from './client.ts'
import { agree, announcement, down, downloaded, id, notAllowed, notFound, recipient, unknownId, unreachable } from './parties.ts'

const receiving = 'a request for the details of a file transfer'
const asked = (place: string, known = id) => ({
  request: { method: 'GET', path: `/broker/api/v1/filetransfer/${place}/details` } as const,
  call: (client: FileTransferClient) => client.details(known),
})
const { request, call } = asked('{fileTransferId}')

test('the details of a file transfer list every status of the transfer and of its recipients', async () => {
  const [one = ''] = announcement.recipients
  const history = {
    fileTransferStatus: 'Published',
    fileTransferStatusHistory: ['Initialized', 'UploadStarted', 'UploadProcessing', 'Published'].map((fileTransferStatus) => ({
      fileTransferStatus,
    })),
    recipientFileTransferStatusHistory: ['Initialized', 'DownloadStarted'].map((recipientFileTransferStatusCode) => ({
      recipient: one,
      recipientFileTransferStatusCode,
    })),
  }
  const response = { status: 200, json: { fileTransferId: Matchers.uuid(id), ...history } }

  expect(await agree({ given: [downloaded], receiving, request, response }, call)).toEqual({ fileTransferId: id, ...history })
})

refuses(agree, [
  { ...notAllowed, receiving: `${receiving} of others`, request, call, given: [[downloaded, { caller: 'stranger' }]] },
  { ...notFound, ...asked(unknownId, unknownId), receiving: `${receiving} that does not exist`, given: [recipient] },
  { ...unreachable, receiving, request, call, given: [downloaded, down('database')] },
])
refusesStrangers(agree, { receiving, request, call })
