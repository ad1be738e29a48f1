/** Opens pages in Chromium. */
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { inject, onTestFinished } from 'vitest'

export const found = inject('chromium')

let launched: Promise<Browser> | undefined

/** Returns this test process's browser, which exits with the process. */
function browser(): Promise<Browser> {
  if (!found) throw new Error('The machine has no Chromium.')
  launched ??= chromium.launch({ executablePath: found.path, args: ['--no-sandbox', '--disable-gpu', '--disable-quic'] })
  return launched
}

/** Opens a separate browser context, with its own storage and workers. */
export const newContext = async (options: BrowserContextOptions = {}): Promise<BrowserContext> => (await browser()).newContext(options)

/** Opens a page that loads this module, and waits until it is ready. */
export async function open(context: BrowserContext, name: 'suite' | 'standin'): Promise<Page> {
  const page = await context.newPage()
  await page.goto(`${found?.origin}/${name}`)
  return page
}

/** Opens a page that is closed when the test ends. */
export async function pageOf(name: 'suite' | 'standin'): Promise<Page> {
  const context = await newContext()
  onTestFinished(() => context.close())
  return open(context, name)
}
