/** How much of a long list is in the page while it scrolls. `npm run bench:page` measures the frames. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { served, tester, visit } from '../../support/dashboard.ts'

const [calls, orders] = [5_000, 1_000]

/**
 * Scrolls this many times, in steps as the wheel does or in leaps as the scroll bar does. Resolves to the maximum number of rows in the page,
 * the maximum number of nodes that one step or leap added, and the number of different positions.
 */
const scroll = (page: Page, how: 'step' | 'leap', times: number) =>
  page.evaluate(
    async ([by, count]) => {
      const table = document.querySelector('[role=table]')
      if (!table) throw new Error('The page has no table.')
      let added = 0
      const size = (node: Node) => 1 + (node instanceof Element ? node.querySelectorAll('*').length : 0)
      const observer = new MutationObserver((records) => {
        for (const { addedNodes } of records) for (const node of addedNodes) added += size(node)
      })
      observer.observe(table, { childList: true, subtree: true })
      const [nodes, rows, tops]: [number[], number[], number[]] = [[], [], []]
      for (let nth = 0; nth < count; nth++) {
        added = 0
        table.scrollTop = by === 'step' ? table.scrollTop + 120 : (table.scrollHeight * ((nth * 31) % 97)) / 97
        tops.push(table.scrollTop)
        // The page renders after the event of the first frame.
        await new Promise(requestAnimationFrame)
        await new Promise(requestAnimationFrame)
        nodes.push(added)
        rows.push(table.querySelectorAll('[role=row]').length)
      }
      observer.disconnect()
      return { rows: Math.max(...rows), added: Math.max(...nodes), positions: new Set(tops).size }
    },
    [how, times] as const,
  )

tester('a list of 5,000 calls with their jobs keeps a screenful of rows in the page, also while calls are unfolded', async () => {
  const { url, simulator } = await served({ journal: calls })
  const own = simulator.knobs('default').client()
  const recipient = { recipientEmail: { emailAddress: 'a@example.org', emailSettings: { subject: 'Hello', body: 'Hello' } } }
  for (let at = 0; at < orders; at++) await own.call('notifications.createOrder', { body: { idempotencyId: `n${at}`, recipient } })
  for (let at = orders; at < calls; at++) await own.call('notifications.getShipment', { params: { id: `n${at}` } })
  await simulator.advance({ by: 'PT5M' })
  const page = await visit(url, `#/calls/${orders}`)
  await page.getByText('5,000 lines', { exact: true }).waitFor()
  await page.keyboard.press('Escape')
  for (const id of [orders, orders - 1, orders - 2])
    await page.getByRole('button', { name: new RegExp(`^5 jobs, .* of line ${id}$`) }).click()
  await page
    .getByRole('row', { name: /A message was sent Email/ })
    .first()
    .waitFor()
  const [steps, leaps] = [await scroll(page, 'step', 60), await scroll(page, 'leap', 30)]

  expect([steps.positions, leaps.positions]).toEqual([60, 30])
  expect(Math.max(steps.rows, leaps.rows)).toBeLessThan(80)
  // A step replaces about 4 rows of 33 nodes, a leap all of them.
  expect(steps.added).toBeLessThan(300)
  expect(leaps.added).toBeLessThan(2_000)
})
