/** Measures the dashboard while ten thousand calls a second arrive: whether its page responds, and what it costs the server per call, paired. Run by `npm run bench:dashboard`. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { chromium, type Page } from 'playwright-core'
import { findChromium, howToInstallChromium } from '../tools/chromium.ts'
import { overviewCalls } from './calls.ts'
import { begin, type Used } from './child.ts'
import type { Load, Loaded } from './load.ts'
import { median } from './median.ts'
import type { Started } from './standin.ts'

const [rounds, seconds, rate] = [3, 10, 10_000]
/** The ratio of the server's CPU per call. */
const most = 1.1

/** Real milliseconds. */
interface Responded {
  /** The longest time between two frames. */
  readonly frame: number
  /** The longest task of the page, and all tasks longer than 50 ms together. */
  readonly task: number
  readonly tasks: number
  /** The longest of the clicks: until the page shows what was clicked. */
  readonly click: number
}

declare global {
  interface Window {
    measured: { frame: number; task: number; tasks: number }
  }
}

/** Begins to measure in the page. */
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

/** Pauses the list and lets it go on, as a tester does, until it is told to stop. */
function clicking(page: Page) {
  let going = true
  let longest = 0
  const clicked = (async () => {
    while (going) {
      for (const [button, other] of [
        ['Pause', 'Go on'],
        ['Go on', 'Pause'],
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

const executablePath = findChromium()
if (!executablePath) throw new Error(howToInstallChromium)
const [standin, caller] = [begin('standin.ts'), begin('load.ts')]
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
try {
  const { port, tokens, ids } = await standin.ask<Started>('start', { records: 1_000 })
  const requests = overviewCalls(tokens.sender, ids)
  /** Microseconds of the server's CPU per call. */
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
  }
  console.table(
    all.map(({ alone, open }) => ({
      'µs a call, alone': alone.cpu.toFixed(1),
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
    `Median ratio: ${ratio.toFixed(3)} (at most ${most}), ${result.alone.toFixed(1)} → ${result.open.toFixed(1)} µs of CPU a call.`,
  )
  mkdirSync('out', { recursive: true })
  writeFileSync('out/bench-dashboard.json', `${JSON.stringify(result, null, 2)}\n`)
  if (ratio > most) process.exitCode = 1
} finally {
  await browser.close()
  await Promise.all([standin.stop(), caller.stop()])
}
