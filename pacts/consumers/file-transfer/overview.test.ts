/** GET /broker/api/v1/filetransfer/{fileTransferId}, as the file transfer client needs it. */
import { Matchers } from '@pact-foundation/pact'
import { expect, test } from 'vitest'
import { refuses, refusesStrangers } from '../refusals.ts'
import type { FileTransferClient } from './client.ts'
import {
  agree,
  announcement,
  down,
  id,
  initialized,
  notAllowed,
  notFound,
  published,
  recipient,
  unknownId,
  unreachable,
} from './parties.ts'

const receiving = 'a request for a file transfer'
const asked = (place: string, known = id) => ({
  request: { method: 'GET', path: `/broker/api/v1/filetransfer/${place}` } as const,
  call: (client: FileTransferClient) => client.overview(known),
})
const { request, call } = asked('{fileTransferId}')

const { fileName, sender, recipients } = announcement
const shown = (fileTransferStatus: string, fileTransferSize: number) => ({
  fileTransferStatus,
  fileTransferSize,
  fileName,
  sender,
  recipients: recipients.map((one) => ({ recipient: one, currentRecipientFileTransferStatusCode: 'Initialized' })),
})

test('a file transfer without content is Initialized', async () => {
  const of = shown('Initialized', 0)
  const response = { status: 200, json: { fileTransferId: Matchers.uuid(id), ...of } }

  expect(await agree({ given: [initialized], receiving, request, response }, call)).toEqual({ fileTransferId: id, ...of })
})

test('a file transfer with clean content is Published', async () => {
  const of = shown('Published', 12)
  const response = { status: 200, json: { fileTransferId: Matchers.uuid(id), ...of } }
  const given = [[published, { content: 'twelve bytes' }] as const]

  expect(await agree({ given, receiving, request, response }, call)).toEqual({ fileTransferId: id, ...of })
})

refuses(agree, [
  { ...notAllowed, receiving: `${receiving} of others`, request, call, given: [[published, { caller: 'stranger' }]] },
  { ...notFound, ...asked(unknownId, unknownId), receiving: `${receiving} that does not exist`, given: [recipient] },
  {
    ...asked('batch-0042', 'batch-0042'),
    receiving: `${receiving} by an id that is not a GUID`,
    given: [recipient],
    status: 400,
    errors: { fileTransferId: "The value 'batch-0042' is not valid." },
  },
  { ...unreachable, receiving, request, call, given: [published, down('authorization')] },
])
refusesStrangers(agree, { receiving, request, call })
