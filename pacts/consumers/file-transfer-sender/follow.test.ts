/** The sender's contract for the overview, the details and the search. */
import { Matchers } from '@pact-foundation/pact'
import { expect, test } from 'vitest'
import { injected, type State } from '../agreement.ts'
import { confirmed, fileName, id, initialized, published, recipientParty, resourceId, root, sender, unknownId } from '../file-transfers.ts'
import { down, limitOf, refuses, refusesAnyone, seen } from '../refusals.ts'
import { agree } from './agree.ts'
import type { Sender } from './client.ts'

const bySender = (sentence: string, more: object = {}): State => [sentence, { caller: 'sender', ...more }]

const receiving = 'a request of its sender for a file transfer'
const asked = (place: string, known = id) => ({
  request: { method: 'GET', path: `${root}/${place}` } as const,
  call: (client: Sender) => client.overview(known),
})
const { request, call } = asked('{fileTransferId}')

test.each([
  [initialized, 'Initialized', 'Initialized'],
  [published, 'Published', 'Initialized'],
  [confirmed, 'AllConfirmedDownloaded', 'DownloadConfirmed'],
  ['a file with malware is uploaded', 'Failed', 'Initialized'],
])('%s: its sender sees %s, and %s for the recipient', async (given, fileTransferStatus, currentRecipientFileTransferStatusCode) => {
  const of = { fileTransferStatus, recipients: [{ recipient: recipientParty, currentRecipientFileTransferStatusCode }] }
  const response = { status: 200, json: { fileTransferId: injected('{fileTransferId}'), fileName, ...of } }
  const agreement = { given: [bySender(given)], receiving, request, response }

  expect(await agree(agreement, call)).toEqual({ fileTransferId: id, fileName, ...of })
})

test('its sender sees how many bytes have arrived', async () => {
  const of = { fileTransferStatus: 'Published', fileTransferSize: 12 }
  const response = { status: 200, json: { fileTransferId: injected('{fileTransferId}'), ...of } }
  const given = [bySender(published, { content: 'twelve bytes' })]

  expect(await agree({ given, receiving: `${receiving} and its size`, request, response }, call)).toEqual({ fileTransferId: id, ...of })
})

refuses(agree, [
  { ...seen.noAccess, receiving: `${receiving} of others`, request, call, given: [[initialized, { caller: 'stranger' }]] },
  { ...seen.noTransfer, ...asked(unknownId, unknownId), receiving: `${receiving} that does not exist`, given: [sender] },
  { ...seen.unreachable, receiving, request, call, given: [initialized, down('authorization')] },
  { ...seen.limited, receiving, request, call, given: [initialized, limitOf('fileTransfer.overview')] },
])
refusesAnyone(agree, { receiving, request, call }, [initialized])

const receivingDetails = 'a request of its sender for the details of a file transfer'
const detailed = (place: string, known = id) => ({
  request: { method: 'GET', path: `${root}/${place}/details` } as const,
  call: (client: Sender) => client.details(known),
})
const details = detailed('{fileTransferId}')

test('the details list every status of the transfer and of its recipients', async () => {
  const history = {
    fileTransferStatusHistory: ['Initialized', 'UploadStarted', 'UploadProcessing', 'Published', 'AllConfirmedDownloaded'].map(
      (fileTransferStatus) => ({ fileTransferStatus }),
    ),
    recipientFileTransferStatusHistory: ['Initialized', 'DownloadStarted', 'DownloadConfirmed'].map((code) => ({
      recipient: recipientParty,
      recipientFileTransferStatusCode: code,
    })),
  }
  const response = { status: 200, json: { fileTransferId: injected('{fileTransferId}'), ...history } }
  const agreement = { given: [bySender(confirmed)], receiving: receivingDetails, request: details.request, response }

  expect(await agree(agreement, details.call)).toEqual({ fileTransferId: id, ...history })
})

refuses(agree, [
  { ...seen.noAccess, ...details, receiving: `${receivingDetails} of others`, given: [[initialized, { caller: 'stranger' }]] },
  { ...seen.noTransfer, ...detailed(unknownId, unknownId), receiving: `${receivingDetails} that does not exist`, given: [sender] },
  {
    ...detailed('batch-0042', 'batch-0042'),
    receiving: `${receivingDetails} by an id that is not a GUID`,
    given: [sender],
    status: 400,
    fields: ['fileTransferId'],
  },
  { ...seen.unreachable, ...details, receiving: receivingDetails, given: [initialized, down('database')] },
  { ...seen.limited, ...details, receiving: receivingDetails, given: [initialized, limitOf('fileTransfer.details')] },
])
refusesAnyone(agree, { ...details, receiving: receivingDetails }, [initialized])

const searched = { resourceId, role: 'Sender' } as const
const search = {
  request: { method: 'GET', path: root, query: searched } as const,
  call: (client: Sender) => client.search(searched),
}
const receivingSearch = 'a search for sent files'

test('a search finds the id of a file that its caller sent', async () => {
  const response = { status: 200, json: Matchers.eachLike(injected('{fileTransferId}')) }
  const agreement = { given: [bySender(published)], receiving: receivingSearch, request: search.request, response }

  expect(await agree(agreement, search.call)).toEqual([id])
})

refuses(agree, [
  { ...seen.unreachable, ...search, receiving: receivingSearch, given: [sender, down('database')] },
  { ...seen.limited, ...search, receiving: receivingSearch, given: [sender, limitOf('fileTransfer.search')] },
])
refusesAnyone(agree, { ...search, receiving: receivingSearch }, [sender])
