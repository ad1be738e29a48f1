/** POST /broker/api/v1/filetransfer/upload, as the file transfer client needs it. */
import { Matchers } from '@pact-foundation/pact'
import { expect, test } from 'vitest'
import type { FormPart } from '../agreement.ts'
import { refuses, refusesStrangers } from '../refusals.ts'
import type { Announcement, FileTransferClient } from './client.ts'
import { agree, announcement, down, id, impersonation, notAllowed, sender, unreachable } from './parties.ts'

const content = 'one,two\n1,2\n'
const receiving = 'a form with a file'
const sent = (of: Announcement) => ({
  request: { method: 'POST', path: '/broker/api/v1/filetransfer/upload', form: partsOf(of) } as const,
  call: (client: FileTransferClient) => client.initializeAndUpload(of, new Blob([content], { type: 'text/plain' })),
})
const { request, call } = sent(announcement)

function partsOf({ fileName, resourceId, sendersFileTransferReference, sender: from, recipients }: Announcement): FormPart[] {
  return [
    { name: 'Metadata.FileName', text: fileName },
    { name: 'Metadata.ResourceId', text: resourceId },
    { name: 'Metadata.SendersFileTransferReference', text: sendersFileTransferReference },
    { name: 'Metadata.Sender', text: from },
    ...recipients.map((text) => ({ name: 'Metadata.Recipients', text })),
    { name: 'FileTransfer', text: content, fileName },
  ]
}

test('a file that is sent in a form gets an id', async () => {
  const response = { status: 200, json: { fileTransferId: Matchers.uuid(id) } }

  expect(await agree({ given: [sender], receiving, request, response }, call)).toBe(id)
})

refuses(agree, [
  {
    ...sent({ ...announcement, recipients: [] }),
    receiving: `${receiving} and no recipients`,
    given: [sender],
    status: 400,
    errors: { 'Metadata.Recipients': 'One or more recipients are required' },
  },
  { ...sent(impersonation), ...notAllowed, receiving: `${receiving} in the name of another organization`, given: [sender] },
  { ...unreachable, receiving, request, call, given: [sender, down('storage')] },
])
refusesStrangers(agree, { receiving, request, call })
