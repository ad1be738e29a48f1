/** The documents in the page, as a tester reads them. */
import { expect } from 'vitest'
import { tester, visit } from '../../support/dashboard.ts'

tester('a tester finds a document by what they want, follows its links, and goes back', async ({ url }) => {
  const page = await visit(url, '#/docs')
  const article = page.getByRole('article')
  await article.getByRole('link', { name: 'Cookbook' }).click()
  await page.getByRole('heading', { level: 1, name: 'Cookbook' }).waitFor()
  await article.getByRole('link', { name: 'recipients', exact: true }).first().click()
  await page.getByRole('heading', { level: 1, name: 'Recipients' }).waitFor()
  expect(await page.getByRole('navigation', { name: 'Documents' }).locator('[aria-current]').innerText()).toBe('Recipients')

  await page.goBack()
  await page.getByRole('heading', { level: 1, name: 'Cookbook' }).waitFor()
})

tester('a link to a section opens the document there', async ({ url }) => {
  const page = await visit(url, '#/docs/file-transfers?at=rate-limits')
  const heading = page.getByRole('heading', { name: 'Rate limits' })
  await heading.waitFor()

  await expect.poll(async () => (await heading.boundingBox())?.y, { timeout: 10_000 }).toBeLessThan(200)
})

tester('a tester searches all documents, and opens the place that was found', async ({ url }) => {
  const page = await visit(url, '#/docs')
  await page.getByRole('searchbox', { name: 'Find in the documents' }).fill('order-lost-reply')
  const hits = page.getByRole('list', { name: 'Results in the documents' })
  const first = hits.getByRole('link').first()
  await first.waitFor()

  expect(await first.innerText()).toBe('Scenarios › order-lost-reply')
  expect(await first.locator('mark').innerText()).toBe('order-lost-reply')
  await first.click()
  await page.getByRole('heading', { level: 3, name: 'order-lost-reply' }).waitFor()
  await page.getByRole('searchbox', { name: 'Find in the documents' }).fill('no-such-word-anywhere')
  await page.getByText('No document contains all these words.').waitFor()
})

tester('the search of the header finds documents, too', async ({ url }) => {
  const page = await visit(url)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type('resumable uploads')
  await page.keyboard.press('Enter')
  await page.getByRole('region', { name: 'In the documents' }).getByRole('link', { name: 'File transfers › Resumable uploads' }).click()

  await page.getByRole('heading', { level: 2, name: 'Resumable uploads' }).waitFor()
})

tester('each page leads to its document, and two keys to all documents', async ({ url }) => {
  const page = await visit(url, '#/limits')
  await page.getByRole('heading', { level: 1, name: 'Limits' }).waitFor()
  await page.getByRole('link', { name: 'Docs' }).click()
  await page.getByRole('heading', { level: 1, name: 'File transfers' }).waitFor()
  expect(new URL(page.url()).hash).toBe('#/docs/file-transfers?at=rate-limits')

  await page.keyboard.press('g')
  await page.keyboard.press('i')
  await page.getByRole('heading', { level: 1, name: "Standin's documents" }).waitFor()
})

tester('the documents load when somebody reads them, and not before', async ({ url }) => {
  const page = await visit(url)
  const scripts: string[] = []
  page.on('request', (request) => void scripts.push(request.url()))
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(scripts.filter((each) => each.includes('documents'))).toEqual([])

  await page.getByRole('link', { name: 'Docs' }).click()
  await page.getByRole('article').waitFor()
  expect(scripts.filter((each) => each.includes('documents'))).toHaveLength(1)
})

tester('each block of a document is copied by a button, and no line of it is cut, also on a phone', async ({ url }) => {
  for (const width of [1_280, 390]) {
    const page = await visit(url, '#/docs/cookbook', {
      viewport: { width, height: 844 },
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    const blocks = page.locator('.document pre')
    await blocks.first().waitFor()
    expect(await page.getByRole('button', { name: 'Copy the block' }).count()).toBe(await blocks.count())
    await page.getByRole('button', { name: 'Copy the block' }).nth(1).click()
    await page.getByText('Copied the block.').waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe((await blocks.nth(1).locator('code').innerText()).trimEnd())
    expect(await blocks.evaluateAll((all) => all.filter((each) => each.scrollWidth > each.clientWidth).length)).toBe(0)
  }
})
