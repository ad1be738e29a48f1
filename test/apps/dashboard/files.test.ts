/** The files, as a tester works with them. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { moves } from '../../../src/apps/dashboard/pages/files/state-machine.tsx'
import { fileTransferLifecycle } from '../../../src/service/areas/file-transfer/records/transfer.ts'
import { harmed, overflows, served, storableHostile, tester, violations, visit } from '../../support/dashboard.ts'
import { confirmed, published, uploaded } from '../../support/file-transfers.ts'
import { append, begun, line } from '../../support/resumable.ts'

tester('a tester opens an uploaded file, marks it infected, and sees where it is, where it was, and that nobody gets it', async () => {
  const { url, client } = await served()
  await uploaded(client, { fileName: 'letter.pdf' })
  const page = await visit(url, '#/files', { expected: /status of 40[0-9]/ })
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
  await transfer.getByRole('button', { name: 'Download' }).click()
  await transfer
    .getByRole('region', { name: 'Reply' })
    .getByRole('heading', { name: /^Reply 40/ })
    .waitFor()
  expect(await transfer.locator('.history li').last().innerText()).toMatch(/Failed/)
  await page.getByLabel('State', { exact: true }).selectOption('Published')
  await page.getByText('0 transfers').waitFor()
})

tester('a tester publishes a file of 100 GB, sees who has confirmed another, and expires it', async ({ url, client, simulator }) => {
  const id = await confirmed(client)
  const page = await visit(url, '#/files')
  await page.getByRole('button', { name: 'Publish a file of any size' }).click()
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

tester('a tester uploads a file from the page, downloads it as its recipient, and confirms it', async ({ url, simulator }) => {
  const page = await visit(url, '#/files')
  await page.getByRole('button', { name: 'Upload a file' }).click()
  const dialog = page.getByRole('dialog', { name: 'Upload a file' })
  const content = Buffer.from([0, 255, 10, 13, 128])
  await dialog
    .getByLabel('File', { exact: true })
    .setInputFiles({ name: 'made-here.bin', mimeType: 'application/octet-stream', buffer: content })
  expect(await dialog.getByLabel('File name').inputValue()).toBe('made-here.bin')
  await dialog.getByLabel('Scan it for malware').uncheck()
  await dialog.getByLabel('Recipients').fill('370916446, 375464780')
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click()

  const transfer = page.getByRole('article', { name: 'File transfer' })
  await transfer.getByRole('img', { name: /^The transfer is Published/ }).waitFor()
  const recipient = transfer.getByRole('row', { name: /370916446/ })
  const downloading = page.waitForEvent('download')
  await recipient.getByRole('button', { name: 'Download' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('made-here.bin')
  expect(readFileSync(await download.path())).toEqual(content)
  await transfer.getByRole('row', { name: /370916446 DownloadStarted/ }).waitFor()
  await recipient.getByRole('button', { name: 'Confirm' }).click()
  await transfer.getByRole('row', { name: /370916446 DownloadConfirmed/ }).waitFor()
  const audit = transfer.getByRole('list', { name: "The file's calls and jobs" })
  await audit.getByRole('link', { name: 'fileTransfer.confirmDownload' }).waitFor()
  expect(simulator.records.fileTransfers.findMany()).toMatchObject([{ recipients: ['0192:370916446', '0192:375464780'], size: 5 }])
})

tester('the page shows why the service refuses an upload and a confirmation', async ({ url, client }) => {
  const id = await published(client)
  const page = await visit(url, `#/files/${id}`, { expected: /status of 40[03]/ })
  const transfer = page.getByRole('article', { name: 'File transfer' })
  await transfer.getByRole('button', { name: 'Confirm' }).click()
  await transfer.getByRole('region', { name: 'Reply' }).getByText('BRO-').first().waitFor()
  await page.getByRole('button', { name: 'Upload a file' }).click()
  const dialog = page.getByRole('dialog', { name: 'Upload a file' })
  await dialog.getByLabel('File', { exact: true }).setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('a') })
  await dialog.getByLabel('Recipients').fill('12')
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click()
  await dialog
    .getByRole('region', { name: 'Reply' })
    .getByRole('heading', { name: /^Reply 400/ })
    .waitFor()
})

tester('a tester sees how far a resumable upload is', async ({ running: here }) => {
  const sent = { client: here.client, send: (request: Request) => fetch(request), origin: here.url }
  const { fileTransferId, place } = await begun(sent, 10, { fileName: 'large.zip' })
  await append(sent, place, 0, '1234')
  const page = await visit(here.url, '#/files')
  await page.getByRole('row', { name: /large\.zip UploadStarted .*40 %/ }).waitFor()
  await page.goto(`${here.url}/_standin/#/files/${fileTransferId}`)
  const upload = page.getByRole('region', { name: 'Resumable uploads' })
  await upload.getByText('4 B of 10 B').waitFor()
  expect(await upload.getByRole('progressbar').evaluate((bar: HTMLProgressElement) => bar.position)).toBe(0.4)

  const call = line()
  const appended = append(sent, place, 4, call.body)
  call.send('567')
  await upload.getByText('7 B of 10 B').waitFor()
  call.send('890')
  call.end()
  await appended
  await here.simulator.advance({ by: '1m' })
  await upload.waitFor({ state: 'detached' })
  await page.getByRole('img', { name: /^The transfer is Published/ }).waitFor()
})

for (const colorScheme of ['light', 'dark'] as const) {
  tester(`an open transfer has nothing wrong, and shows a hostile name as text (${colorScheme})`, async ({ url, client }) => {
    const text = storableHostile
    const id = await published(client, { fileName: text, sendersFileTransferReference: text })
    const page = await visit(url, `#/files/${id}`, { colorScheme })
    await page.getByRole('article', { name: 'File transfer' }).getByRole('heading', { level: 2 }).getByText('U+202E').waitFor()

    expect(await harmed(page)).toBe(false)
    expect(await page.locator('img[src=x]').count()).toBe(0)
    expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: 'Upload a file' }).click()
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.setViewportSize({ width: 320, height: 640 })
    expect(await overflows(page)).toBe(false)
  })
}

test('the drawing has the moves of the service', () => {
  expect(moves).toEqual(fileTransferLifecycle.moves)
})
