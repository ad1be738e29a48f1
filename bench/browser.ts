/** Measures how long a page in Chromium waits for Standin and its first answer, and for MSW with one plain handler. Run by `npm run bench:browser`. */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { availableParallelism, loadavg } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { type Browser, chromium } from 'playwright-core'
import { rolldown } from 'rolldown'
import { findChromium, howToInstallChromium } from '../tools/chromium.ts'
import { median } from './median.ts'

const rounds = 15
const root = join(import.meta.dirname, '..')
const path = '/notifications/api/v1/orders/1'
const start = `await worker.start({ quiet: true })
const ready = performance.now()
await (await fetch('${path}')).text()
window.times = { ready, answered: performance.now() }
`
const pages: Readonly<Record<string, string>> = {
  msw: `import { http, HttpResponse } from 'msw'\nimport { setupWorker } from 'msw/browser'
const worker = setupWorker(http.get('*${path}', () => HttpResponse.json({})))\n${start}`,
  standin: `import { setupStandin } from './dist/mocks/browser.js'\nconst { worker } = setupStandin()\n${start}`,
}

/** File → text, minified as for production. */
async function bundle(): Promise<Map<string, string>> {
  const files = new Map<string, string>()
  for (const [name, text] of Object.entries(pages)) {
    const entry = join(root, `${name}.bench.ts`)
    const build = await rolldown({
      input: { [name]: entry },
      platform: 'browser',
      preserveEntrySignatures: false,
      plugins: [{ name: 'page', resolveId: (id) => (id === entry ? id : null), load: (id) => (id === entry ? text : null) }],
    })
    const { output } = await build.generate({ format: 'esm', minify: true })
    await build.close()
    for (const file of output) if (file.type === 'chunk') files.set(`/${file.fileName}`, file.code)
  }
  return files.set('/mockServiceWorker.js', readFileSync(createRequire(import.meta.url).resolve('msw/mockServiceWorker.js'), 'utf8'))
}

const files = new Map([...(await bundle())].map(([name, text]) => [name, gzipSync(text)]))
const server = createServer(({ url = '/' }, response) => {
  const script = files.get(url)
  if (script) response.writeHead(200, { 'content-type': 'text/javascript', 'content-encoding': 'gzip' }).end(script)
  else response.writeHead(200, { 'content-type': 'text/html' }).end(`<!doctype html><script type="module" src="${url}.js"></script>`)
}).listen(0, '127.0.0.1')
await new Promise((listening) => server.once('listening', listening))
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

/** Milliseconds from the start of the navigation: until a call would be answered, until one is answered, and of CPU in the page until then. */
interface Times {
  readonly ready: number
  readonly answered: number
  readonly cpu: number
}

/** On the first visit, and after a reload. */
async function visit(browser: Browser, name: string): Promise<readonly Times[]> {
  const context = await browser.newContext()
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  async function times(): Promise<Times> {
    const seen = await (await page.waitForFunction('window.times')).jsonValue()
    const { metrics } = await devtools.send('Performance.getMetrics')
    return { ...(seen as Omit<Times, 'cpu'>), cpu: (metrics.find((metric) => metric.name === 'TaskDuration')?.value ?? 0) * 1000 }
  }
  await page.goto(`${origin}/${name}`)
  const first = await times()
  await page.reload()
  const again = await times()
  await context.close()
  return [first, again]
}

const executablePath = findChromium()
if (executablePath === undefined) throw new Error(howToInstallChromium)
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--disable-quic'] })
const seen = new Map(Object.keys(pages).map((name) => [name, [] as Awaited<ReturnType<typeof visit>>[]]))
for (let round = 0; round <= rounds; round++) {
  for (const [name, times] of seen) {
    const time = await visit(browser, name)
    // The first round warms the browser up.
    if (round > 0) times.push(time)
  }
}
await browser.close()
server.close()

console.log(`load: ${loadavg()[0]?.toFixed(1)} on ${availableParallelism()} cores; medians of ${rounds} rounds in turn`)
const said = { ready: 'the worker is ready after', answered: 'its first call is answered after', cpu: 'it has computed by then' } as const
for (const [at, when] of ['first visit', 'reload'].entries()) {
  for (const [of, what] of Object.entries(said) as [keyof Times, string][]) {
    const [plain = [], ours = []] = [...seen.values()].map((visits) => visits.map((visit) => visit[at]?.[of] ?? 0))
    const more = median(ours.map((time, round) => time - (plain[round] ?? 0)))
    const [first, second] = [plain, ours].map((times) => median(times).toFixed(0))
    console.log(`${when}: ${what} ${first} ms with MSW, ${second} ms with Standin: ${more.toFixed(0)} ms more`)
  }
}
