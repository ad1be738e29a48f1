/** The files, as a tester works with them. */
import { expect, test } from 'vitest'
import { moves } from '../../src/dashboard/pages/files/transfer.ts'
import { fileTransferLifecycle } from '../../src/state/file-transfer/file-transfer.ts'
import { served, tester, visit } from '../support/dashboard.ts'
import { confirmed, uploaded } from '../support/file-transfers.ts'

tester('a tester opens an uploaded file, marks it infected, and sees where it is and where it was', async () => {
  const { url, client } = await served()
  await uploaded(client, { fileName: 'letter.pdf' })
  const page = await visit(url, '#/files')
  await page
    .getByRole('row', { name: /letter\.pdf/ })
    .getByRole('link')
    .click()
  const transfer = page.getByRole('article', { name: 'File transfer' })
  await transfer
    .getByRole('img', { name: 'The transfer is UploadProcessing, after Initialized, UploadStarted, UploadProcessing.' })
    .waitFor()
  await transfer.getByRole('button', { name: 'Scan: infected' }).click()

  await transfer.getByRole('img', { name: /^The transfer is Failed/ }).waitFor()
  expect(await transfer.getByRole('button', { name: 'Scan: clean' }).isDisabled()).toBe(true)
  expect(await transfer.locator('.transfer-history li').last().innerText()).toMatch(/Failed/)
  await page.getByLabel('State', { exact: true }).selectOption('Published')
  await page.getByText('0 transfers').waitFor()
})

tester('a tester publishes a file of 100 GB, sees who has confirmed another, and expires it', async () => {
  const { url, client, simulator } = await served()
  const id = await confirmed(client)
  const page = await visit(url, '#/files')
  await page.getByRole('button', { name: 'Publish a file' }).click()
  await page.getByLabel('File name').fill('huge.bin')
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  const transfer = page.getByRole('article', { name: 'File transfer' })
  await transfer.getByText('huge.bin').waitFor()
  await transfer.getByText('100 GB').waitFor()
  expect(simulator.records.find('fileTransfers').records.map((each) => 'size' in each && each.size)).toContain(100_000_000_000)

  await page.goto(`${url}/_standin/#/files/${id}`)
  await transfer.getByRole('row', { name: /370916446 DownloadConfirmed/ }).waitFor()
  await transfer.getByRole('button', { name: 'Expire now' }).click()
  await page.getByRole('button', { name: 'Expire it' }).click()
  await transfer.getByRole('img', { name: /^The transfer is Purged/ }).waitFor()
})

test('the drawing has the moves of the service', () => {
  expect(moves).toEqual(fileTransferLifecycle.moves)
})
