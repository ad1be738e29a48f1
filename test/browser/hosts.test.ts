/** Runs the suite of hosts in Chromium, where MSW's service worker is the host. */
import { test } from 'vitest'
import { found, newContext, open } from '../support/chromium.ts'

/** Every test uses this page: each starts and ends a simulator of its own in it. */
const page = found && (await open(await newContext(), 'suite'))
const names = (await page?.evaluate(() => window.suite.names)) ?? []

/** Chromium can discard bytes that a service worker has sent when the connection breaks. */
const retryOf = (name: string) => (name.startsWith('a download breaks off after the bytes') ? 2 : 0)

for (const name of names) test(name, { retry: retryOf(name) }, () => page?.evaluate((each) => window.suite.run(each), name))
if (!page) test.skip('the suite of hosts in Chromium')
