/** A simulator with a folder that keeps its worlds: what is there after a restart. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { type StartOptions, startSimulator } from '../../src/on-node.ts'
import { published } from '../support/file-transfers.ts'
import { plain, written } from '../support/kept-world.ts'
import { orderTo, toEmail, ttd } from '../support/orders.ts'
import { base } from '../support/standin.ts'

const options = { port: 0, clock: 'frozen', now: Date.parse('2026-06-01T10:00:00Z'), rateLimits: 'current' } as const

function temporary(): string {
  const folder = mkdtempSync(join(tmpdir(), 'standin-test-data-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

async function started(data: string, more: StartOptions = {}) {
  const running = await startSimulator({ ...options, data, ...more })
  const { simulator } = running
  const client = simulator.client({ base })
  return { ...running, simulator, client }
}

test('the worlds of a folder are there again after a restart', async () => {
  const data = temporary()
  const first = await started(data)
  const order = await first.client.call('notifications.createOrder', { as: ttd, body: orderTo(toEmail()) })
  const fileTransferId = await published(first.client, { content: 'kept content' })
  await first.simulator.advance({ by: 60_000 })
  const before = plain(written(first.simulator.world))
  await first.close()

  const second = await started(data)
  expect(plain(written(second.simulator.world))).toEqual(before)
  const again = await second.client.call('notifications.createOrder', { as: ttd, body: orderTo(toEmail()) })
  expect([again.status, again.body.notificationOrderId]).toEqual([200, order.body.notificationOrderId])
  expect(second.simulator.world.environments.test.fileTransfers.get(fileTransferId)?.content?.size).toBe(12)
  await second.close()
})
