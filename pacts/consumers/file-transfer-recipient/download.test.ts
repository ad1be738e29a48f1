/** The recipient's contract for GET /broker/api/v1/filetransfer/{fileTransferId}/download. */
import { Matchers } from '@pact-foundation/pact'
import { expect, test } from 'vitest'
import type { State } from '../agreement.ts'
import { id, initialized, published, root } from '../file-transfers.ts'
import { down, limitOf, refuses, refusesAnyone, seen } from '../refusals.ts'
import { agree } from './agree.ts'
import type { Recipient } from './client.ts'
import { unknownTransfers } from './unknown-transfers.ts'

const receiving = 'a request for the content of a file'
const asked = (place: string, known = id) => ({
  request: { method: 'GET', path: `${root}/${place}/download` } as const,
  call: (client: Recipient) => client.download(known),
})
const { request, call } = asked('{fileTransferId}')
const part = (range: string) => ({
  request: { ...request, headers: { Range: `bytes=${range}` } },
  call: (client: Recipient) => client.download(id, range),
})

/** Bytes that Pact does not treat as text. */
const content = '\u0000\u0001\u0002\u00ff'
const bytes = new TextEncoder().encode(content)
const given: State[] = [[published, { content }]]

test('a recipient gets the content, byte for byte, under the name that the sender gave', async () => {
  const headers = {
    'Content-Length': '5',
    'Content-Disposition': Matchers.regex('attachment;.*report\\.xml.*', 'attachment; filename=report.xml'),
  }

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
  { ...seen.noAccess, receiving: `${receiving} of others`, request, call, given: [[published, { caller: 'stranger' }]] },
  ...unknownTransfers(receiving, asked),
  { ...seen.unreachable, receiving, request, call, given: [published, down('authorization')] },
  { ...seen.limited, receiving, request, call, given: [published, limitOf('fileTransfer.download')] },
])
refusesAnyone(agree, { receiving, request, call }, [published])
