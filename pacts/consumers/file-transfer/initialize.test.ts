/** POST /broker/api/v1/filetransfer, as the file transfer client needs it. */
import { Matchers } from '@pact-foundation/pact'
import { expect, test } from 'vitest'
import { refuses, refusesStrangers } from '../refusals.ts'
import type { Announcement, FileTransferClient } from './client.ts'
import { agree, announcement, down, id, impersonation, notAllowed, sender, unreachable } from './parties.ts'

const receiving = 'the announcement of a file'
const announced = (json: Announcement) => ({
  request: { method: 'POST', path: '/broker/api/v1/filetransfer', json } as const,
  call: (client: FileTransferClient) => client.initialize(json),
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
    errors: { FileName: 'The FileName field is required.', Recipients: 'One or more recipients are required' },
  },
  { ...announced(impersonation), ...notAllowed, receiving: `${receiving} in the name of another organization`, given: [sender] },
  { ...unreachable, receiving, request, call, given: [sender, down('resource-registry')] },
])
refusesStrangers(agree, { receiving, request, call })
