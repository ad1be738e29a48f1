// @vitest-environment jsdom
/** Standin in tests that run under jsdom, whose typed arrays are of another realm than those of Node. */
import { expect, test } from 'vitest'
import { byXhr, initialized, prepared, tellStory, transfers } from './story.ts'

tellStory()

test('a form with a file is uploaded', async () => {
  const { bearer } = prepared()
  const sender = await bearer({ orgNo: '347147753', scope: 'altinn:broker.write' })
  const form = new FormData()
  form.append('Metadata.ResourceId', initialized.resourceId)
  form.append('Metadata.FileName', initialized.fileName)
  form.append('Metadata.SendersFileTransferReference', 'two')
  form.append('Metadata.Sender', initialized.sender)
  form.append('Metadata.Recipients[0]', initialized.recipients[0] ?? '')
  form.append('FileTransfer', new File(['content'], 'letter.txt'))

  const reply = await byXhr(`${transfers}/upload`, { method: 'POST', headers: sender, body: form })

  expect(reply).toMatchObject({ status: 200 })
})
