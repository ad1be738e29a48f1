/** POST /broker/api/v1/filetransfer/{fileTransferId}/confirmdownload, as the file transfer client needs it. */
import { expect, test } from 'vitest'
import { refuses, refusesStrangers } from '../refusals.ts'
import type { FileTransferClient } from './client.ts'
import { agree, down, downloaded, id, initialized, notAllowed, notFound, published, recipient, unknownId, unreachable } from './parties.ts'

const receiving = 'the confirmation of a download'
const confirmed = (place: string, known = id) => ({
  request: { method: 'POST', path: `/broker/api/v1/filetransfer/${place}/confirmdownload` } as const,
  call: (client: FileTransferClient) => client.confirm(known),
})
const { request, call } = confirmed('{fileTransferId}')

test('a recipient confirms a download', async () => {
  expect(await agree({ given: [downloaded], receiving, request, response: { status: 204 } }, call)).toBeUndefined()
})

refuses(agree, [
  { status: 400, code: 'BRO-00019', receiving, request, call, given: [published] },
  { status: 400, code: 'BRO-00003', receiving, request, call, given: [[initialized, { caller: 'recipient' }]] },
  { status: 400, code: 'BRO-00010', receiving, request, call, given: ['a confirmed file transfer exists'] },
  { ...notAllowed, receiving: `${receiving} of others`, request, call, given: [[downloaded, { caller: 'stranger' }]] },
  { ...notFound, ...confirmed(unknownId, unknownId), receiving: `${receiving} that did not happen`, given: [recipient] },
  { ...unreachable, receiving, request, call, given: [downloaded, down('authorization')] },
])
refusesStrangers(agree, { receiving, request, call })
