/** Builds the dashboard and finds the browser, once for all its tests. */
import type { TestProject } from 'vitest/node'
import { buildDashboard } from '../../../tools/build-dashboard.ts'
import { findChromium, howToInstallChromium } from '../../../tools/chromium.ts'

export async function setup({ provide }: TestProject): Promise<void> {
  const path = findChromium()
  if (path === undefined && process.env.CI) throw new Error(howToInstallChromium)
  if (path === undefined) process.stderr.write(`The tests of the dashboard are left out. ${howToInstallChromium}\n`)
  else await buildDashboard()
  provide('chromium', path === undefined ? undefined : { path, origin: '' })
}
