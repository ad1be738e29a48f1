/** Opens the built Storybook's stories in Chromium. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { chromium } from 'playwright-core'
import { preview } from 'vite'

let server
let browser
before(async () => {
  server = await preview({ build: { outDir: 'storybook-static' }, preview: { port: 0, host: '127.0.0.1' } })
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ['--no-sandbox'] })
})
after(async () => {
  await browser?.close()
  await server?.close()
})

async function story(id) {
  const page = await browser.newPage()
  await page.goto(`${server.resolvedUrls.local[0]}iframe.html?id=${id}&viewMode=story`)
  return page.locator('#storybook-root section')
}

test('a story begins in an empty world', async () => {
  await (await story('file-list--empty')).getByText('No files.').waitFor()
})

test('a story begins with what its given arranges', async () => {
  const list = await story('file-list--one-file')
  await list.locator('li').waitFor()
  assert.equal(await list.locator('li').count(), 1)
})

test('a story shows a failure', async () => {
  await (await story('file-list--outage')).getByText('Try again later.').waitFor()
})

test('a story shows what it does until the service answers', async () => {
  await (await story('file-list--loading')).getByText('Loading …').waitFor()
})
