/** Measures the dashboard: first paint, a long list, response times under load, and server CPU per call (`npm run bench:page`). */
import { mkdirSync, writeFileSync } from 'node:fs'
import { type Browser, chromium, type Page } from 'playwright-core'
import { findChromium, howToInstallChromium } from '../tools/chromium.ts'
import { median, overviewCalls } from './calls.ts'
import { begin, type Used } from './child.ts'
import type { Load, Loaded } from './load.ts'
import type { Started } from './standin.ts'

const [rounds, seconds, rate] = [3, 10, 10_000]
/** Length of the long list. */
const lines = 100_000
/** Maximum ratio of the server's CPU per call with the page open to its CPU per call without the page. */
const most = 1.1

/** The page's response times in real milliseconds. */
interface Responded {
  /** The longest time between two frames. */
  readonly frame: number
  /** The page's longest task, and the sum of all tasks longer than 50 ms. */
  readonly task: number
  readonly tasks: number
  /** The longest time from a click until the page shows its result. */
  readonly click: number
}

declare global {
  interface Window {
    measured: { frame: number; task: number; tasks: number }
  }
}

/** Starts measuring in the page. */
const watch = (page: Page) =>
  page.evaluate(() => {
    const measured = { frame: 0, task: 0, tasks: 0 }
    window.measured = measured
    let last = performance.now()
    const frame = (now: number) => {
      measured.frame = Math.max(measured.frame, now - last)
      last = now
      requestAnimationFrame(frame)
    }
    requestAnimationFrame(frame)
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) {
        measured.task = Math.max(measured.task, duration)
        measured.tasks += duration
      }
    }).observe({ type: 'longtask' })
  })

/** Pauses and resumes the list as a tester would. Returns a function that stops this and resolves to the longest response time. */
function clicking(page: Page) {
  let going = true
  let longest = 0
  const clicked = (async () => {
    while (going) {
      for (const [button, other] of [
        ['Pause', 'Resume'],
        ['Resume', 'Pause'],
      ] as const) {
        const began = performance.now()
        await page.getByRole('button', { name: button, exact: true }).click()
        await page.getByRole('button', { name: other, exact: true }).waitFor()
        longest = Math.max(longest, performance.now() - began)
      }
      await new Promise((resolve) => setTimeout(resolve, 500))
    }
  })()
  return async () => {
    going = false
    await clicked
    return longest
  }
}

/** Measures milliseconds until the first paint and until the journal's first lines, with a cold cache: the median of five. */
async function paint(browser: Browser, port: number) {
  const all = []
  for (let nth = 0; nth < 5; nth++) {
    const context = await browser.newContext()
    const page = await context.newPage()
    const began = performance.now()
    await page.goto(`http://127.0.0.1:${port}/_standin/#/calls`)
    await page.getByRole('table').waitFor()
    const useful = performance.now() - began
    const first = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN)
    all.push({ first, useful })
    await context.close()
  }
  return { first: median(all.map(({ first }) => first)), useful: median(all.map(({ useful }) => useful)) }
}

/** Opens a list of 100,000 lines, and scrolls through it for five seconds with the wheel and the scroll bar. */
async function scroll(browser: Browser, port: number) {
  const page = await browser.newPage()
  const began = performance.now()
  await page.goto(`http://127.0.0.1:${port}/_standin/#/calls`)
  await page.waitForFunction(
    (wanted) => Number(document.querySelector('.count .number')?.textContent?.replaceAll(',', '')) >= wanted,
    lines,
    {
      timeout: 120_000,
    },
  )
  const whole = performance.now() - began
  const frames = await page.evaluate(async () => {
    const table = document.querySelector('[role=table]')
    const [times, rows]: number[][] = [[], []]
    const end = performance.now() + 5_000
    let last = performance.now()
    for (let nth = 0; last < end && table; nth++) {
      table.scrollTop = nth % 60 < 50 ? table.scrollTop + 120 : (table.scrollHeight * (nth % 97)) / 97
      const now = await new Promise<number>(requestAnimationFrame)
      times?.push(now - last)
      rows?.push(table.querySelectorAll('[role=row]').length)
      last = now
    }
    return { times: times ?? [], rows: Math.max(...(rows ?? [])) }
  })
  await page.close()
  const slow = frames.times.filter((time) => time > 50).length
  return { whole, frame: median(frames.times), longest: Math.max(...frames.times), slow, frames: frames.times.length, rows: frames.rows }
}

const executablePath = findChromium()
if (!executablePath) throw new Error(howToInstallChromium)
const [standin, long, caller] = [begin('standin.ts'), begin('standin.ts'), begin('load.ts')]
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
try {
  const { port, tokens, ids } = await standin.ask<Started>('start', { records: 1_000 })
  const requests = overviewCalls(tokens.sender, ids)
  const painted = await paint(browser, port)
  console.log(`Cold cache: first paint after ${Math.round(painted.first)} ms, the calls after ${Math.round(painted.useful)} ms.`)
  const scrolled = await longList()
  console.log(
    `${lines} lines: read in ${Math.round(scrolled.whole)} ms, at most ${scrolled.rows} rows in the page. ` +
      `Scrolling: a frame takes ${scrolled.frame.toFixed(1)} ms, at most ${Math.round(scrolled.longest)} ms; ${scrolled.slow} of ${scrolled.frames} took more than 50 ms.`,
  )
  /** Fills the journal of a separate server, and scrolls through the list. */
  async function longList() {
    const held = await long.ask<Started>('start', { records: 1, journal: lines, journalBytes: 2 ** 30 })
    const plan = { port: held.port, connections: 32, firstNumber: 0, patient: true, rate: lines / 10 }
    for (let calls = 0; calls < lines; ) {
      calls += (await caller.ask<Loaded>('load', { ...plan, seconds: 5, requests: overviewCalls(held.tokens.sender, held.ids) })).calls
    }
    return scroll(browser, held.port)
  }
  /** Measures the server's CPU time per call, in microseconds. */
  async function cost(lasting: number) {
    const plan: Load = { port, connections: 32, seconds: lasting, requests, firstNumber: 0, rate, patient: true }
    const before = await standin.ask<Used>('used')
    const loaded = await caller.ask<Loaded>('load', plan)
    const after = await standin.ask<Used>('used')
    return { cpu: ((after.cpu - before.cpu) / loaded.calls) * 1000, rate: loaded.calls / loaded.seconds }
  }
  async function watched() {
    const page = await browser.newPage()
    await page.goto(`http://127.0.0.1:${port}/_standin/#/calls`)
    await page.getByRole('button', { name: 'Pause' }).waitFor()
    await watch(page)
    const stop = clicking(page)
    const costs = await cost(seconds)
    const click = await stop()
    const responded: Responded = { ...(await page.evaluate(() => window.measured)), click }
    const shown = await page.locator('.count').innerText()
    await page.close()
    return { ...costs, responded, shown }
  }
  await cost(2)
  const all = []
  for (let round = 0; round < rounds; round++) all.push({ alone: await cost(seconds), open: await watched() })
  const ratio = median(all.map(({ alone, open }) => open.cpu / alone.cpu))
  const result = {
    alone: median(all.map(({ alone }) => alone.cpu)),
    open: median(all.map(({ open }) => open.cpu)),
    ratio,
    all,
    painted,
    scrolled,
  }
  console.table(
    all.map(({ alone, open }) => ({
      'µs/call, alone': alone.cpu.toFixed(1),
      'page open': open.cpu.toFixed(1),
      ratio: (open.cpu / alone.cpu).toFixed(3),
      'calls/s, alone': Math.round(alone.rate),
      'calls/s, open': Math.round(open.rate),
      'longest frame, ms': Math.round(open.responded.frame),
      'longest task, ms': Math.round(open.responded.task),
      'long tasks, ms': Math.round(open.responded.tasks),
      'longest click, ms': Math.round(open.responded.click),
      shown: open.shown,
    })),
  )
  console.log(
    `Median ratio: ${ratio.toFixed(3)} (at most ${most}), ${result.alone.toFixed(1)} → ${result.open.toFixed(1)} µs of CPU per call.`,
  )
  mkdirSync('out', { recursive: true })
  writeFileSync('out/bench-dashboard.json', `${JSON.stringify(result, null, 2)}\n`)
  if (ratio > most) process.exitCode = 1
} finally {
  await browser.close()
  await Promise.all([standin.stop(), long.stop(), caller.stop()])
}
