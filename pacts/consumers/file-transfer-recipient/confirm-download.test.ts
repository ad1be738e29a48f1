/** The recipient's contract for POST /broker/api/v1/filetransfer/{fileTransferId}/confirmdownload. */
import { expect, test } from 'vitest'
import { downloaded, id, initialized, published, recipient, root, unknownId } from '../file-transfers.ts'
import { down, limitOf, refuses, refusesAnyone, seen } from '../refusals.ts'
import { agree } from './agree.ts'
import type { Recipient } from './client.ts'

const receiving = 'the confirmation of a download'
const confirmed = (place: string, known = id) => ({
  request: { method: 'POST', path: `${root}/${place}/confirmdownload` } as const,
  call: (client: Recipient) => client.confirm(known),
})
const { request, call } = confirmed('{fileTransferId}')

test('a recipient confirms a download', async () => {
  expect(await agree({ given: [downloaded], receiving, request, response: { status: 204 } }, call)).toBeUndefined()
})

refuses(agree, [
  { status: 400, code: 'BRO-00019', receiving, request, call, given: [published] },
  { status: 400, code: 'BRO-00003', receiving, request, call, given: [[initialized, { caller: 'recipient' }]] },
  { status: 400, code: 'BRO-00010', receiving, request, call, given: ['a confirmed file transfer exists'] },
  { ...seen.noAccess, receiving: `${receiving} of others`, request, call, given: [[downloaded, { caller: 'stranger' }]] },
  { ...seen.noTransfer, ...confirmed(unknownId, unknownId), receiving: `${receiving} that did not happen`, given: [recipient] },
  {
    ...confirmed('batch-0042', 'batch-0042'),
    receiving: `${receiving} by an id that is not a GUID`,
    given: [recipient],
    status: 400,
    fields: ['fileTransferId'],
  },
  { ...seen.unreachable, receiving, request, call, given: [downloaded, down('authorization')] },
  { ...seen.limited, receiving, request, call, given: [downloaded, limitOf('fileTransfer.confirmDownload')] },
])
refusesAnyone(agree, { receiving, request, call }, [downloaded])
