/** The sender's contract for POST /broker/api/v1/filetransfer/upload. */
import { Matchers } from '@pact-foundation/pact'
import { expect, test } from 'vitest'
import type { FormPart } from '../agreement.ts'
import { id, root, sender } from '../file-transfers.ts'
import { down, limitOf, refuses, refusesAnyone, seen } from '../refusals.ts'
import { agree, announcement, impersonation } from './agree.ts'
import type { Announcement, Sender } from './client.ts'

const content = 'one,two\n1,2\n'
const receiving = 'a form with a file'
const sent = (of: Announcement) => ({
  request: { method: 'POST', path: `${root}/upload`, form: partsOf(of) } as const,
  call: (client: Sender) => client.initializeAndUpload(of, new Blob([content], { type: 'text/plain' })),
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
    fields: ['Metadata.Recipients'],
  },
  { ...sent(impersonation), ...seen.noAccess, receiving: `${receiving} in the name of another organization`, given: [sender] },
  { ...seen.unreachable, receiving, request, call, given: [sender, down('authorization')] },
  { ...seen.limited, receiving, request, call, given: [sender, limitOf('fileTransfer.initializeAndUpload')] },
])
refusesAnyone(agree, { receiving, request, call }, [sender])
