/** `standin trigger`, and its script of curl against a server. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, onTestFinished } from 'vitest'
import { recipes } from '../../../src/control/recipes/index.ts'
import { startSimulator } from '../../../src/index.ts'
import { recordCalls } from '../../support/capsule-lines.ts'
import { misuse, run, serverForFile } from '../../support/command-line.ts'
import { test } from '../../support/rule.ts'

const { inNewWorld } = await serverForFile()
const sh = promisify(execFile)

test('a recipe is triggered by one word: what happened, the calls with their reasons, and the same with curl', async () => {
  const { run: standin } = inNewWorld()
  const { code, out, err } = await standin('trigger', 'duplicate')

  expect([code, err]).toEqual([0, ''])
  expect(out).toMatch(/^Order [\da-f-]{36} got status 201\.\n/)
  expect(out).toMatch(/\nLINE +CALL +STATUS +WHY\n1 +notifications\.createOrder +201\n2 +notifications\.createOrder +200 +a retry: /)
  expect(out).toContain('\nThe same with curl:\n\n#!/bin/sh\n')
})

test('without a word, the recipes are listed', async () => {
  const { run: standin } = inNewWorld()
  const { code, out } = await standin('trigger')

  expect(code).toBe(0)
  expect(
    out
      .split('\n')
      .slice(1, -1)
      .map((line) => line.split(' ', 1)[0]),
  ).toEqual(recipes.map(({ name }) => name))
})

test.each([
  ['a recipe that does not exist is a misuse, and the nearest one is named', 'remindr', 'Did you mean reminder?'],
  ['a word of testers in place of a recipe leads to the search', '429', 'standin help 429'],
])('%s', async (_, word, said) => {
  expect(await inNewWorld().run('trigger', word)).toMatchObject(misuse(said))
})

/** The statuses that a script prints, each on the line after its reply. */
const statusesIn = (text: string) => text.split('\n').flatMap((line) => (/^\d{3}$/.test(line) ? [Number(line)] : []))

for (const [clock, names] of [
  ['frozen', recipes.map(({ name }) => name)],
  // Its scripts wait in real time.
  ['real', ['order-bounced']],
] as const)
  test(`the script of a recipe does the same again, with ids of its own (clock ${clock})`, async () => {
    const { url, close } = await startSimulator({ port: 0, clock, rateLimits: 'current' })
    onTestFinished(() => close())
    for (const name of names) {
      const { out } = await run(['trigger', name, '--url', url, '--json'])
      const { curl, calls } = JSON.parse(out)
      // A call that breaks, or that its client leaves, is printed with the status 000.
      const { stdout } = await sh('sh', ['-c', curl], { timeout: 60_000 })

      expect([name, statusesIn(stdout)]).toEqual([
        name,
        calls.map(({ status }: { status: number | null }) => (status === 499 ? 0 : (status ?? 0))),
      ])
    }
  })

test('a capsule has the calls of a recipe, and its replay answers them the same', async ({ folder }) => {
  const file = await recordCalls(folder, 'recipes.capsule', async (_, url) => {
    for (const name of ['duplicate', 'outage-scanner', 'webhook-failing'])
      expect([name, (await run(['trigger', name, '--url', url])).code]).toEqual([name, 0])
  })
  const { code, out } = await run(['capsules', 'replay', file], { folder })

  expect([code, out]).toEqual([
    0,
    expect.stringMatching(/^recipes\.capsule: \d+ calls, \d+ of them to control endpoints: all replies are the same/),
  ])
})
