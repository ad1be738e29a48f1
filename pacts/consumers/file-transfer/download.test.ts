/** GET /broker/api/v1/filetransfer/{fileTransferId}/download, as the file transfer client needs it. */
import { expect, test } from 'vitest'
import type { State } from '../agreement.ts'
import { refuses, refusesStrangers } from '../refusals.ts'
import type { FileTransferClient } from './client.ts'
import { agree, down, id, initialized, notAllowed, notFound, published, recipient, unknownId, unreachable } from './parties.ts'

const receiving = 'a request for the content of a file'
const asked = (place: string, known = id) => ({
  request: { method: 'GET', path: `/broker/api/v1/filetransfer/${place}/download` } as const,
  call: (client: FileTransferClient) => client.download(known),
})
const { request, call } = asked('{fileTransferId}')
const part = (range: string) => ({
  request: { ...request, headers: { Range: `bytes=${range}` } },
  call: (client: FileTransferClient) => client.download(id, range),
})

/** Bytes that Pact does not take for text. */
const content = '\u0000\u0001\u0002\u00ff'
const bytes = new TextEncoder().encode(content)
const given: State[] = [[published, { content }]]

test('a recipient gets the content, byte for byte', async () => {
  const headers = { 'Content-Disposition': "attachment; filename=report.xml; filename*=UTF-8''report.xml", 'Content-Length': '5' }

  expect(await agree({ given, receiving, request, response: { status: 200, headers, bytes } }, call)).toEqual(bytes)
})

test('a recipient gets a part of the content', async () => {
  const { request: ranged, call: callFor } = part('0-2')
  const response = { status: 206, headers: { 'Content-Range': 'bytes 0-2/5' }, bytes: bytes.slice(0, 3) }

  expect(await agree({ given, receiving: `${receiving}, in part`, request: ranged, response }, callFor)).toEqual(bytes.slice(0, 3))
})

refuses(agree, [
  { status: 403, code: 'BRO-00007', receiving, request, call, given: [[initialized, { caller: 'recipient' }]] },
  { ...part('5-'), status: 416, code: 'BRO-00029', receiving: `${receiving}, past its end`, given },
  { ...notAllowed, receiving: `${receiving} of others`, request, call, given: [[published, { caller: 'stranger' }]] },
  { ...notFound, ...asked(unknownId, unknownId), receiving: `${receiving} that does not exist`, given: [recipient] },
  { ...unreachable, receiving, request, call, given: [published, down('storage')] },
])
refusesStrangers(agree, { receiving, request, call })
