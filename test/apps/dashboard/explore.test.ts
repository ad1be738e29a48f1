/** The page of explorations: follow one, read what breaks the client, and switch it on. */
import { join } from 'node:path'
import { expect } from 'vitest'
import { explore } from '../../../src/index.ts'
import { run } from '../../support/command-line.ts'
import { harmed, hostile, overflows, served, tester, violations, visit } from '../../support/dashboard.ts'
import { folderWith } from '../../support/folder.ts'

/** Orders anew after a lost reply. */
const client = `
const { STANDIN_URL: url, STANDIN_ADMIN_TOKEN: admin } = process.env
const post = (path, token, body) =>
  fetch(url + path, { method: 'POST', headers: { 'content-type': 'application/json', authorization: 'Bearer ' + token }, body: JSON.stringify(body) })
const { token } = await (await post('/_standin/tokens', admin, { org: 'ttd' })).json()
for (let attempt = 0; attempt < 3; attempt++) {
  const recipient = { recipientEmail: { emailAddress: 'a@example.org', emailSettings: { subject: 'Hello', body: 'Hello' } } }
  const reply = await post('/future/orders', token, { idempotencyId: crypto.randomUUID(), recipient }).catch(() => undefined)
  if (await reply?.json().catch(() => undefined)) process.exit(0)
}
process.exit(1)`

for (const colorScheme of ['light', 'dark'] as const) {
  tester(`a tester follows an exploration, reads what breaks the client, and switches it on (${colorScheme})`, async () => {
    const { url, simulator } = await served()
    const page = await visit(url, '#/explore', { colorScheme })
    await page.getByText('No exploration has been reported.').waitFor()
    const folder = folderWith({ 'client.mjs': client })
    const { code, err } = await run(['explore', '--runs', '1', '--report-to', url, '--', process.execPath, 'client.mjs'], { folder })
    expect([code, err]).toEqual([1, expect.stringContaining(`${url}/_standin/#/explore`)])

    const finding = page.getByRole('article', { name: 'found-ordered-once-create-order' })
    await finding.getByText('your client orders again with a new idempotencyId').waitFor()
    await page.getByText('client.mjs', { exact: false }).first().waitFor()
    const row = page.getByRole('row', { name: /notifications\.createOrder 1/ })
    expect(await row.getByText('breaks the client').count()).toBe(1)
    await page.getByText(/^Not effective, with reasons/).click()
    await page
      .getByText(/createOrder 1: no runs were left/)
      .first()
      .waitFor()
    expect(await violations(page)).toEqual([])
    await page.setViewportSize({ width: 320, height: 640 })
    expect(await overflows(page)).toBe(false)

    await finding.getByRole('button', { name: 'Switch it on' }).click()
    await page.getByText('found-ordered-once-create-order is on.').waitFor()
    expect((await simulator.scenarios.list()).scenarios.filter(({ active }) => active)).toHaveLength(1)
    await finding.getByRole('link', { name: 'Open it in the editor' }).click()
    await page.getByText('when: after-work').waitFor()
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('found-ordered-once-create-order')
  })
}

tester('a tester opens the report of a file, and is told what is wrong with another file', async ({ url }) => {
  const tokens = '/api/GetEnterpriseToken?env=tt02&org=ttd&orgNo=991825827&scopes=altinn:broker.read'
  const report = await explore(async ({ url: place }) => void (await fetch(`${place}${tokens}`).catch(() => {})), { runs: 1 })
  const folder = folderWith({
    'report.json': JSON.stringify({ ...report, seenOnce: [hostile] }),
    'other.json': '{"seed":1}',
    'none.json': '<',
  })
  const page = await visit(url, '#/explore', { expected: /status of 400/ })
  const field = page.getByLabel('Open a report')
  await field.setInputFiles(join(folder, 'none.json'))
  await page.getByText('none.json is not JSON.').waitFor()
  await field.setInputFiles(join(folder, 'other.json'))
  await page.getByText(/report\.runs/).waitFor()
  await field.setInputFiles(join(folder, 'report.json'))

  await page.getByText('None of the injected faults broke the client.').waitFor()
  await page.getByRole('heading', { name: 'authentication', exact: true }).waitFor()
  await page.getByText('<script>window.harmed=1</script>').waitFor()
  expect(await harmed(page)).toBe(false)
})

tester('a tester sees how far an exploration is', async ({ url }) => {
  const page = await visit(url, '#/explore')
  const report = (progress: object | null) =>
    fetch(`${url}/_standin/exploration`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ command: 'npm test', progress, report: null }),
    })
  await report(null)
  await page.getByText('Starting with two runs without faults.').waitFor()
  await report({ runs: 50, of: 200, met: 30, points: 44, failed: 2, secondsLeft: 12 })
  await page.getByText('50 of 200 runs, 30 of 44 points reached, 2 failed, 12 s left.').waitFor()
  expect(await page.getByRole('progressbar', { name: 'Runs' }).getAttribute('value')).toBe('50')
  await report({ runs: 200, of: 200, met: 40, points: 44, failed: 1, secondsLeft: null, reducing: 7 })
  await page.getByText('200 of 200 runs, 40 of 44 points reached, 1 failed; minimizing: run 7.').waitFor()
})
