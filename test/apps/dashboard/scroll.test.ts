/** How a long list scrolls, by what a trace of the browser says. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { served, tester, visit } from '../../support/dashboard.ts'

const [calls, orders] = [5_000, 1_000]
/** Milliseconds between two frames, at 60 a second. */
const frame = 1_000 / 60

interface Trace {
  readonly traceEvents: readonly {
    readonly name: string
    readonly pid: number
    readonly tid: number
    readonly ts: number
    /** Microseconds that the thread worked, which other processes do not lengthen. */
    readonly tdur?: number
  }[]
}

/** Scrolls for that many frames: by steps as a wheel makes them, or by leaps as the bar does. */
const scroll = (page: Page, how: 'step' | 'leap', frames: number): Promise<void> =>
  page.evaluate(
    async ([by, count]) => {
      const table = document.querySelector('[role=table]')
      for (let nth = 0; nth < count && table; nth++) {
        performance.mark(by)
        table.scrollTop = by === 'step' ? table.scrollTop + 120 : (table.scrollHeight * ((nth * 31) % 97)) / 97
        await new Promise(requestAnimationFrame)
      }
      performance.mark(by)
    },
    [how, frames] as const,
  )

/** Milliseconds of work of the page in each frame of a kind, the shortest first. */
function workOf({ traceEvents }: Trace, how: 'step' | 'leap'): number[] {
  const marks = traceEvents.filter(({ name }) => name === how).sort((one, other) => one.ts - other.ts)
  const tasks = traceEvents.filter(({ name, pid, tid }) => name === 'RunTask' && pid === marks[0]?.pid && tid === marks[0].tid)
  const within = (from: number, to: number) =>
    tasks.reduce((sum, { ts, tdur = 0 }) => (ts >= from && ts < to ? sum + tdur / 1_000 : sum), 0)
  return marks
    .slice(1)
    .map(({ ts }, at) => within(marks[at]?.ts ?? ts, ts))
    .sort((one, other) => one - other)
}

const nth = (sorted: readonly number[], share: number): number => sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN

tester('a list of 5,000 calls with their jobs scrolls at 60 frames a second, also while calls are unfolded', async () => {
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
  const browser = page.context().browser()
  await browser?.startTracing(page, { categories: ['toplevel', 'blink.user_timing', 'disabled-by-default-devtools.timeline'] })
  await scroll(page, 'step', 120)
  await scroll(page, 'leap', 30)
  const trace = JSON.parse(String(await browser?.stopTracing())) as Trace
  const [steps, leaps] = [workOf(trace, 'step'), workOf(trace, 'leap')]

  expect([steps.length, leaps.length]).toEqual([120, 30])
  // `npm run bench:page` measures the slowest frames too, on a machine that does nothing else.
  expect(nth(steps, 0.5)).toBeLessThan(frame)
  expect(nth(leaps, 0.5)).toBeLessThan(3 * frame)
  expect(await page.getByRole('table').getByRole('row').count()).toBeLessThan(80)
})
