/** POST /broker/api/v1/filetransfer/{fileTransferId}/upload, as the file transfer client needs it. */
import { Matchers } from '@pact-foundation/pact'
import { expect, test } from 'vitest'
import { refuses, refusesStrangers } from '../refusals.ts'
import type { FileTransferClient } from './client.ts'
import { agree, down, id, initialized, notAllowed, notFound, published, sender, unknownId, unreachable } from './parties.ts'

/** Bytes that Pact does not take for text. */
const bytes = new Uint8Array([0, 1, 2, 255])
const receiving = 'the content of a file'
const uploaded = (place: string, known = id) => ({
  request: { method: 'POST', path: `/broker/api/v1/filetransfer/${place}/upload`, bytes } as const,
  call: (client: FileTransferClient) => client.upload(known, bytes),
})
const { request, call } = uploaded('{fileTransferId}')

test('an upload returns the id', async () => {
  const response = { status: 200, json: { fileTransferId: Matchers.uuid(id) } }

  expect(await agree({ given: [initialized], receiving, request, response }, call)).toBe(id)
})

refuses(agree, [
  { status: 409, code: 'BRO-00004', receiving, request, call, given: [[published, { caller: 'sender' }]] },
  {
    status: 400,
    code: 'BRO-00009',
    receiving: `${receiving} with another checksum than announced`,
    request,
    call,
    given: [[initialized, { checksum: '0'.repeat(32) }]],
  },
  { ...notAllowed, receiving: `${receiving} of another sender`, request, call, given: [[initialized, { caller: 'stranger' }]] },
  { ...notFound, ...uploaded(unknownId, unknownId), receiving: `${receiving} that was not announced`, given: [sender] },
  {
    ...uploaded('batch-0042', 'batch-0042'),
    receiving: `${receiving} by an id that is not a GUID`,
    given: [sender],
    status: 400,
    errors: { fileTransferId: "The value 'batch-0042' is not valid." },
  },
  { ...unreachable, receiving, request, call, given: [initialized, down('storage')] },
])
refusesStrangers(agree, { receiving, request, call })
