/** The page of a report of a comparison, and the command that opens it. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import { reasons } from '../../../src/apps/dashboard/pages/compare/words.ts'
import { command } from '../../support/command-line.ts'
import { comparedGroup, comparison, shownReply } from '../../support/comparison.ts'
import { harmed, hostile, overflows, served, tester, violations, visit } from '../../support/dashboard.ts'
import { folderWith } from '../../support/folder.ts'

const fileOf = (content: unknown) =>
  join(folderWith({ 'report.json': typeof content === 'string' ? content : JSON.stringify(content) }), 'report.json')

/** `standin compare show` in a process of its own, and what it prints first. */
async function shown(content: unknown) {
  const child = spawn(process.execPath, [command, 'compare', 'show', fileOf(content), '--json'], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
  return { child, ...(JSON.parse(line) as { readonly url: string; readonly page: string }) }
}

const two = comparison({
  complete: false,
  groups: [
    comparedGroup(),
    comparedGroup({
      operation: 'notifications.createOrder',
      kind: 'header',
      where: 'headers.x-gateway',
      there: null,
      here: 'one',
      likely: 'unknown',
      rule: null,
      example: { ...comparedGroup().example, there: null, here: undefined },
    }),
  ],
})

for (const colorScheme of ['light', 'dark'] as const) {
  for (const [width, height] of [
    [1280, 800],
    [390, 844],
  ] as const) {
    tester(`a tester reads a report: groups, both replies, the rule and what was not compared (${colorScheme}, ${width})`, async () => {
      const { url, simulator } = await served()
      await fetch(`${url}/_standin/comparison`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(two),
      })
      const page = await visit(url, '#/compare', { colorScheme, viewport: { width, height } })
      const summary = page.getByRole('region', { name: 'Summary' })
      await summary.getByText('not complete').waitFor()
      expect(await summary.getByRole('listitem').allInnerTexts()).toEqual(['10 calls', '5 the same', '2 different', '3 not compared'])

      const group = page.getByRole('article', { name: /fileTransfer\.overview/ })
      await group.getByText('in 2 of 3 calls').waitFor()
      await group.locator('summary').focus()
      await page.keyboard.press('Enter')
      const [there, here] = [group.getByRole('region', { name: 'Real service' }), group.getByRole('region', { name: 'Standin' })]
      await there.locator('mark').waitFor()
      expect(await there.locator('mark').allInnerTexts()).toEqual([expect.stringContaining('"fileTransferStatus": "Published"')])
      expect(await here.locator('mark').allInnerTexts()).toEqual([expect.stringContaining('"AllConfirmedDownloaded"')])
      const [left, right] = [await there.boundingBox(), await here.boundingBox()]
      expect(left?.y === right?.y).toBe(width === 1280)
      await page.getByRole('region', { name: 'Not compared' }).getByText('3 calls. The call contains an id from before').waitFor()
      await page
        .getByRole('article', { name: /createOrder/ })
        .locator('summary')
        .click()
      await page.getByText('The report does not contain the replies to this call.').waitFor()
      await page.getByText('1 operation never called').click()

      expect([await violations(page), await overflows(page)]).toEqual([[], false])
      await group.getByRole('link', { name: 'file-transfer §7.1' }).click()
      await page.getByRole('heading', { name: /^7\.1 / }).waitFor()
      expect(simulator.world.journal.calls.list()).toEqual([])
    })
  }
}

tester('both replies of several groups are open at once, without the headers that every server adds', async ({ url }) => {
  const page = await visit(url, '#/compare')
  const [there, here] = [shownReply(200, { id: 1 }), shownReply(200, { id: 2 })]
  const added = { ...there, headers: { ...there.headers, 'content-length': '8', date: 'Sun, 29 Nov 2026 11:00:00 GMT' } }
  const group = comparedGroup({ example: { ...comparedGroup().example, there: added, here } })
  await page.getByLabel('Open a report').setInputFiles(fileOf(comparison({ groups: [group, { ...group, where: 'other' }] })))
  await page.getByText('2 groups').waitFor()
  for (const summary of await page.locator('article summary').all()) await summary.click()
  await page.getByRole('region', { name: 'Real service, group 2' }).waitFor()

  expect(await page.locator('article mark').allInnerTexts()).toEqual([1, 2, 1, 2].map((id) => expect.stringContaining(`"id": ${id}`)))
  expect(await violations(page)).toEqual([])
})

tester('a tester narrows the groups by words, kind and who is likely wrong', async ({ url }) => {
  const page = await visit(url, '#/compare')
  await page.getByText('No report is open.').waitFor()
  await page.getByLabel('Open a report').setInputFiles(fileOf(two))
  const groups = page.getByRole('article')
  await page.getByText('2 groups').waitFor()
  await page.getByLabel('Kind').selectOption('header')
  await page.getByText('1 of 2 groups').waitFor()
  expect(await groups.count()).toBe(1)
  await page.getByLabel('Likely wrong').selectOption('standin')
  await page.getByText('0 of 2 groups').waitFor()
  await page.getByLabel('Kind').selectOption('')
  await page.getByLabel('Find', { exact: true }).fill('TRANSFERSTATUS')

  await page.getByText('1 of 2 groups').waitFor()
  await groups.getByText('fileTransferStatus', { exact: true }).waitFor()
})

tester('a hostile report is shown as text, and a broken one is refused with its place', async ({ url }) => {
  const page = await visit(url, '#/compare', { expected: /status of 400/ })
  const field = page.getByLabel('Open a report')
  await field.setInputFiles(fileOf('<'))
  await page.getByText('report.json is not JSON.').waitFor()
  await field.setInputFiles(fileOf({ ...two, calls: 'many' }))
  await page.getByText(/calls/).filter({ hasText: 'many' }).waitFor()
  const reply = { ...shownReply(200, {}), body: hostile, headers: { [hostile]: hostile } }
  const texts = { operation: hostile, where: hostile, there: hostile, here: hostile, rule: `${hostile}, file-transfer §7.1` }
  const group = comparedGroup({
    ...texts,
    example: { from: hostile, at: hostile, method: hostile, url: hostile, there: reply, here: reply },
  })
  const met = { [hostile]: { [hostile]: 1 } }
  await field.setInputFiles(
    fileOf(
      comparison({ environment: hostile, began: hostile, groups: [group], apart: { [hostile]: 1 }, coverage: { met, never: [hostile] } }),
    ),
  )
  await page.getByRole('article').waitFor()
  for (const summary of await page.locator('main summary').all()) await summary.click()
  await page.getByRole('region', { name: 'Real service' }).getByText('<script>').first().waitFor()

  expect(await harmed(page)).toBe(false)
  expect(await page.locator('img[src=x]').count()).toBe(0)
})

tester('compare show serves the page of a report, until it is stopped', async () => {
  const { child, url, page: address } = await shown(two)
  expect(new URL(url).hostname).toBe('127.0.0.1')
  const page = await visit(url, address.split('/_standin/')[1])
  await page.getByRole('region', { name: 'Summary' }).getByText('traffic.har').waitFor()
  // The page would report that the server is gone.
  await page.goto('about:blank')
  child.kill('SIGTERM')
  expect(await once(child, 'exit')).toEqual([0, null])
})

tester('the traffic has a column and a filter for differences from the real service', async ({ url, simulator, client }) => {
  for (const id of ['one', 'two', 'three']) await client.call('notifications.getShipment', { params: { id } })
  const differences = [{ kind: 'status', where: 'status', there: 200, here: 404 }]
  const results = [{ result: 'same' }, { result: 'differs', differences }, { result: 'apart', reason: 'quota' }] as const
  for (const [nth, line] of simulator.world.journal.calls.list().entries()) line.comparison = results[nth] ?? null
  const page = await visit(url, '#/calls')
  await page.getByRole('columnheader', { name: 'Compared' }).waitFor()
  await page.getByRole('row').getByText('quota').waitFor()
  await page.getByLabel('Query').fill('compared:differs')
  await page.getByLabel('Query').press('Enter')
  await page.getByRole('row').getByText('quota').waitFor({ state: 'detached' })
  await page
    .getByRole('row', { name: /differs/ })
    .getByRole('link')
    .click()

  const compared = page.getByRole('region', { name: 'Compared with Standin' })
  await compared.getByRole('row', { name: 'status 200 404' }).waitFor()
  expect(await violations(page)).toEqual([])
})

test('the page explains every reason for which a call is not compared', async () => {
  const { reasons: known } = await import('../../../src/apps/compare/exchange.ts')

  expect(Object.keys(known).filter((reason) => !reasons.has(reason))).toEqual([])
})
