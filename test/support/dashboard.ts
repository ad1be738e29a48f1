/** Opens a real server's dashboard in a browser, as a tester would. */

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { type StartOptions, startSimulator } from '../../src/index.ts'
import { createClient } from '../../src/service/areas/client.ts'
import { found, newContext } from './chromium.ts'
import { fixtures, start } from './standin.ts'

const onServer = test
  .extend('running', () => served())
  .extend('url', ({ running }) => running.url)
  .extend('simulator', ({ running }) => running.simulator)
  .extend('client', ({ running }) => running.client)
  .extend('clientOf', ({ running }) => running.clientOf)

/** Defines a test from a tester's point of view, with a server if the test names its `url`. Skipped on machines without a browser. */
export const tester = (found ? onServer : onServer.skip) as typeof onServer

/** Starts a server with a frozen clock. It is closed when the test ends. */
export async function served(options: StartOptions = {}) {
  const running = await startSimulator({ port: 0, clock: 'frozen', now: Date.parse(start), fixtures, ...options })
  onTestFinished(() => running.close())
  const { simulator, url } = running
  const clientOf = (prefix = '') =>
    createClient({
      base: `${url}${prefix}`,
      send: (request) => fetch(request),
      token: async (as) => (await simulator.token(as)).token,
      wait: async () => void (await simulator.advance({ by: 1_000 })),
    })
  return { ...running, client: clientOf(), clientOf }
}

interface Visit extends BrowserContextOptions {
  /** The world and environment in the URL: `/worlds/mine`. */
  readonly prefix?: string
  /** Matches console errors that the test itself causes. */
  readonly expected?: RegExp
  /** An origin that the page may try to reach. Calls to this origin do not fail the test. */
  readonly blocked?: string
}

/** Opens a server's dashboard at an address such as `#/calls`. The test fails if the page logs an error or calls another host. */
export async function visit(origin: string, place = '', { prefix = '', expected, blocked, ...options }: Visit = {}): Promise<Page> {
  const context = await newContext(options)
  const wrong: string[] = []
  const page = await context.newPage()
  page.setDefaultTimeout(30_000)
  page.on('pageerror', (error) => wrong.push(error.message))
  page.on('console', (message) => {
    if ((message.type() === 'error' || message.type() === 'warning') && !expected?.test(message.text())) wrong.push(message.text())
  })
  page.on('request', (request) => {
    const url = request.url()
    const isBlocked = blocked !== undefined && url.startsWith(`${blocked}/`)
    if (!isBlocked && !url.startsWith(`${origin}/`) && !/^(?:data|blob|about):/.test(url)) wrong.push(`The page asked for ${url}`)
  })
  onTestFinished(async () => {
    await context.close()
    expect(wrong).toEqual([])
  })
  await page.goto(`${origin}${prefix}/_standin/${place}`)
  return page
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Returns the violations that axe finds on a page, as strings. `apart`: selector for elements to skip. */
export async function violations(page: Page, apart?: string): Promise<string[]> {
  await page.evaluate(axe)
  return page.evaluate(async (selector) => {
    const { violations: found } = await window.axe.run(selector === undefined ? document : { exclude: [selector] })
    return found.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`))
  }, apart)
}

interface AxeResult {
  readonly violations: readonly {
    readonly id: string
    readonly nodes: readonly { readonly target: readonly string[]; readonly failureSummary: string }[]
  }[]
}

declare global {
  interface Window {
    readonly axe: { run(root: Document | { readonly exclude: readonly string[] }): Promise<AxeResult> }
  }
}

/** True if the page is wider or longer than its window, so that the document itself scrolls. */
export const overflows = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const { scrollWidth, scrollHeight } = document.documentElement
    return scrollWidth > window.innerWidth || scrollHeight > window.innerHeight
  })

/** Markup, a script, a changed text direction, and invisible characters. A page must show all of it as text. */
export const hostile = `</p><img src=x onerror="window.harmed=1"><script>window.harmed=1</script>\u202Etxt.exe\u2066\u0000\u0007\uD800`

/** The same text without characters that the service rejects in stored values. */
export const storableHostile = hostile.replaceAll('\0', '').replaceAll('\uD800', '')

/** True if a script in {@link hostile} ran. */
export const harmed = (page: Page): Promise<boolean> => page.evaluate(() => 'harmed' in window)
