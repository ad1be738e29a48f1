/** The sender's contract for POST /broker/api/v1/filetransfer/{fileTransferId}/upload. */
import { expect, test } from 'vitest'
import { injected } from '../agreement.ts'
import { id, initialized, published, root, sender, unknownId } from '../file-transfers.ts'
import { down, limitOf, refuses, refusesAnyone, seen } from '../refusals.ts'
import { agree } from './agree.ts'
import type { Sender } from './client.ts'

/** Bytes that Pact does not treat as text. */
const bytes = new Uint8Array([0, 1, 2, 255])
const receiving = 'the content of a file'
const uploaded = (place: string, known = id) => ({
  request: { method: 'POST', path: `${root}/${place}/upload`, bytes } as const,
  call: (client: Sender) => client.upload(known, bytes),
})
const { request, call } = uploaded('{fileTransferId}')

test('an upload returns the id', async () => {
  const response = { status: 200, json: { fileTransferId: injected('{fileTransferId}') } }

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
  { ...seen.noAccess, receiving: `${receiving} of another sender`, request, call, given: [[initialized, { caller: 'stranger' }]] },
  { ...seen.noTransfer, ...uploaded(unknownId, unknownId), receiving: `${receiving} that was not announced`, given: [sender] },
  {
    ...uploaded('batch-0042', 'batch-0042'),
    receiving: `${receiving} by an id that is not a GUID`,
    given: [sender],
    status: 400,
    fields: ['fileTransferId'],
  },
  { ...seen.unreachable, receiving, request, call, given: [initialized, down('authorization')] },
  { ...seen.limited, receiving, request, call, given: [initialized, limitOf('fileTransfer.upload')] },
])
refusesAnyone(agree, { receiving, request, call }, [initialized])
