/** The sender's contract for POST /broker/api/v1/filetransfer. */
import { Matchers } from '@pact-foundation/pact'
import { expect, test } from 'vitest'
import { id, root, sender } from '../file-transfers.ts'
import { down, limitOf, refuses, refusesAnyone, seen } from '../refusals.ts'
import { agree, announcement, impersonation } from './agree.ts'
import type { Announcement, Sender } from './client.ts'

const receiving = 'the announcement of a file'
const announced = (json: Announcement) => ({
  request: { method: 'POST', path: root, json } as const,
  call: (client: Sender) => client.initialize(json),
})
const { request, call } = announced(announcement)

test('an announced file gets an id', async () => {
  const response = { status: 200, json: { fileTransferId: Matchers.uuid(id) } }

  expect(await agree({ given: [sender], receiving, request, response }, call)).toBe(id)
})

refuses(agree, [
  {
    ...announced({ ...announcement, fileName: '', recipients: [] }),
    receiving: `${receiving} without a name and recipients`,
    given: [sender],
    status: 400,
    fields: ['FileName', 'Recipients'],
  },
  { ...announced(impersonation), ...seen.noAccess, receiving: `${receiving} in the name of another organization`, given: [sender] },
  { ...seen.unreachable, receiving, request, call, given: [sender, down('resource-registry')] },
  { ...seen.limited, receiving, request, call, given: [sender, limitOf('fileTransfer.initialize')] },
])
refusesAnyone(agree, { receiving, request, call }, [sender])
