import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { chromium } from 'playwright-core'
import { createServer } from 'vite'

let server
let browser
before(async () => {
  server = await createServer({ server: { port: 0, host: '127.0.0.1' } })
  await server.listen()
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ['--no-sandbox'] })
})
after(async () => {
  await browser?.close()
  await server?.close()
})

test('the app lists the file that Standin holds, and the test controls Standin from within the page', async () => {
  const page = await browser.newPage()
  await page.goto(server.resolvedUrls.local[0])
  await page.waitForSelector('body[data-ready]')
  assert.equal(await page.locator('li').count(), 1)

  // The worker answers the page's calls. page.request would bypass it.
  const statuses = await page.evaluate(async () => {
    await fetch('/_standin/scenarios/unavailable/active', { method: 'PUT' })
    const refused = await fetch('/broker/api/v1/filetransfer?resourceId=standin-plain')
    const { journal } = await (await fetch('/_standin/journal?operation=fileTransfer.search')).json()
    return [refused.status, journal.at(-1).scenario]
  })
  assert.deepEqual(statuses, [503, 'unavailable'])
})

test('the build has no trace of Standin', () => {
  const scripts = globSync('dist/assets/*.js')

  assert.ok(scripts.length > 0)
  for (const script of scripts) assert.doesNotMatch(readFileSync(script, 'utf8'), /standin\/|setupWorker|NOT-00001/)
})
