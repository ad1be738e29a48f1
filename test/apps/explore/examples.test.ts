/** The clients of examples/explore: all of them end well without faults, and a planted defect is found. */
import { spawn, spawnSync } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { type ExploredClient, explore } from '../../../src/apps/explore/explore.ts'

const folder = new URL('../../../examples/explore/', import.meta.url)
const programs: Readonly<Record<string, string>> = { ts: process.execPath, py: 'python3' }
const programFor = (file: string) => programs[file.split('.').at(-1) ?? ''] ?? ''

/** Runs a file of the examples as the client. */
const clientOf =
  (file: string): ExploredClient =>
  async ({ url, signal }) => {
    const child = spawn(programFor(file), [file], { cwd: folder, env: { ...process.env, STANDIN_URL: url }, signal, stdio: 'pipe' })
    const [said, code] = await Promise.all([
      text(child.stderr),
      new Promise((resolve, reject) => child.on('close', resolve).on('error', reject)),
    ])
    if (code !== 0) throw new Error(said)
  }

const files = ['orders.ts', 'files.py', 'webhooks.ts', 'orders-new-id.ts', 'files_early.py', 'webhooks-twice.ts']
const here = files.filter((file) => spawnSync(programFor(file), ['--version']).status === 0)

test.concurrent.each(here)('%s ends well without faults, and breaks no rule', async (file) => {
  const { findings, badWithoutFaults, points } = await explore(clientOf(file), { runs: 0, seed: 1 })

  expect([findings, badWithoutFaults]).toEqual([[], []])
  expect(points.length).toBeGreaterThan(50)
})

test('a new idempotencyId for each attempt is found by the lost reply to an order', async () => {
  const { findings } = await explore(clientOf('orders-new-id.ts'), { runs: 3, seed: 1 })

  expect(findings.map(({ sentence }) => sentence)).toContainEqual(
    expect.stringMatching(/^When the reply to the first createOrder is lost after the commit, your client orders /),
  )
})
