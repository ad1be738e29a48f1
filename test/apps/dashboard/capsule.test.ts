/** A tester records a capsule from any page. */
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { expect } from 'vitest'
import { tester, visit } from '../../support/dashboard.ts'

tester('a tester records what happens, sees that on every page, and saves the capsule as a file', async ({ url, client, simulator }) => {
  const page = await visit(url, '#/calls')
  await page.getByRole('button', { name: 'Record' }).click()
  const recorded = page.getByRole('region', { name: 'Recording' })
  await recorded.getByText('Recording default: 0 calls').waitFor()
  await client.call('notifications.readFeed')
  await page.goto(`${url}/_standin/#/clock`)
  await recorded.getByText('Recording default: 1 call').waitFor()

  const [file] = await Promise.all([page.waitForEvent('download'), recorded.getByRole('button', { name: 'Save' }).click()])
  await page.getByRole('button', { name: 'Record' }).waitFor()
  expect(file.suggestedFilename()).toBe('standin.capsule')
  const lines = gunzipSync(readFileSync(await file.path()))
    .toString()
    .split('\n')
  expect(lines.filter((line) => line.includes('"event":"call"'))).toHaveLength(1)
  expect(simulator.inside.observing.current).toBeUndefined()
})
