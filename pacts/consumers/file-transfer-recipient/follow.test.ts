/** The recipient's contract for the overview, the details and the search. */
import { Matchers } from '@pact-foundation/pact'
import { expect, test } from 'vitest'
import { injected } from '../agreement.ts'
import {
  confirmed,
  downloaded,
  type Filter,
  fileName,
  id,
  published,
  recipient,
  recipientParty,
  resourceId,
  root,
  senderParty,
  unknownId,
} from '../file-transfers.ts'
import { down, limitOf, refuses, refusesAnyone, seen } from '../refusals.ts'
import { agree } from './agree.ts'
import type { Recipient } from './client.ts'
import { unknownTransfers } from './unknown-transfers.ts'

const receiving = 'a request of a recipient for a file transfer'
const asked = (place: string, known = id) => ({
  request: { method: 'GET', path: `${root}/${place}` } as const,
  call: (client: Recipient) => client.overview(known),
})
const { request, call } = asked('{fileTransferId}')

test.each([
  [published, 'Published', 'Initialized'],
  [downloaded, 'Published', 'DownloadStarted'],
  [confirmed, 'AllConfirmedDownloaded', 'DownloadConfirmed'],
])('%s: its recipient sees who sent what, and %s and %s', async (given, fileTransferStatus, currentRecipientFileTransferStatusCode) => {
  const of = {
    fileTransferStatus,
    fileName,
    sender: senderParty,
    recipients: [{ recipient: recipientParty, currentRecipientFileTransferStatusCode }],
  }
  const response = { status: 200, json: { fileTransferId: injected('{fileTransferId}'), ...of } }

  expect(await agree({ given: [given], receiving, request, response }, call)).toEqual({ fileTransferId: id, ...of })
})

refuses(agree, [
  { ...seen.noAccess, receiving: `${receiving} of others`, request, call, given: [[published, { caller: 'stranger' }]] },
  ...unknownTransfers(receiving, asked),
  { ...seen.unreachable, receiving, request, call, given: [published, down('authorization')] },
  { ...seen.limited, receiving, request, call, given: [published, limitOf('fileTransfer.overview')] },
])
refusesAnyone(agree, { receiving, request, call }, [published])

const receivingDetails = 'a request of a recipient for the details of a file transfer'
const detailed = (place: string, known = id) => ({
  request: { method: 'GET', path: `${root}/${place}/details` } as const,
  call: (client: Recipient) => client.details(known),
})
const details = detailed('{fileTransferId}')

test('the details list every status of the transfer and of its recipients', async () => {
  const history = {
    fileTransferStatus: 'Published',
    fileTransferStatusHistory: ['Initialized', 'UploadStarted', 'UploadProcessing', 'Published'].map((fileTransferStatus) => ({
      fileTransferStatus,
    })),
    recipientFileTransferStatusHistory: ['Initialized', 'DownloadStarted'].map((recipientFileTransferStatusCode) => ({
      recipient: recipientParty,
      recipientFileTransferStatusCode,
    })),
  }
  const response = { status: 200, json: { fileTransferId: injected('{fileTransferId}'), ...history } }
  const agreement = { given: [downloaded], receiving: receivingDetails, request: details.request, response }

  expect(await agree(agreement, details.call)).toEqual({ fileTransferId: id, ...history })
})

refuses(agree, [
  { ...seen.noAccess, ...details, receiving: `${receivingDetails} of others`, given: [[published, { caller: 'stranger' }]] },
  { ...seen.noTransfer, ...detailed(unknownId, unknownId), receiving: `${receivingDetails} that does not exist`, given: [recipient] },
  { ...seen.unreachable, ...details, receiving: receivingDetails, given: [published, down('database')] },
  { ...seen.limited, ...details, receiving: receivingDetails, given: [published, limitOf('fileTransfer.details')] },
])
refusesAnyone(agree, { ...details, receiving: receivingDetails }, [published])

const searched = (filter: Filter) => ({
  request: { method: 'GET', path: root, query: { ...filter } } as const,
  call: (client: Recipient) => client.search(filter),
})
const search = searched({ resourceId, status: 'Published' })
const receivingSearch = 'a search for published files'

test('a search finds the ids of the file transfers to its caller', async () => {
  const response = { status: 200, json: Matchers.eachLike(injected('{fileTransferId}')) }

  expect(await agree({ given: [published], receiving: receivingSearch, request: search.request, response }, search.call)).toEqual([id])
})

test('a search without results returns an empty list', async () => {
  const response = { status: 200, json: [] }
  const { request: early, call: callEarly } = searched({ resourceId, to: '2000-01-01T00:00:00Z' })
  const agreement = { given: [recipient], receiving: 'a search for files of another century', request: early, response }

  expect(await agree(agreement, callEarly)).toEqual([])
})

refuses(agree, [
  {
    ...searched({ resourceId, status: 'Nearly' }),
    receiving: 'a search by a status that does not exist',
    given: [recipient],
    status: 400,
    fields: ['status'],
  },
  { ...searched({ resourceId: '' }), receiving: 'a search without a resource', given: [recipient], status: 400, fields: ['resourceId'] },
  { ...seen.unreachable, ...search, receiving: receivingSearch, given: [recipient, down('authorization')] },
  { ...seen.limited, ...search, receiving: receivingSearch, given: [recipient, limitOf('fileTransfer.search')] },
])
refusesAnyone(agree, { ...search, receiving: receivingSearch }, [recipient])
