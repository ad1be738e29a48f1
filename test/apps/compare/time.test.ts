/** A real service whose clock is ahead, or that sends SMS messages at night, does not differ from Standin. */
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { run, serverForFile } from '../../support/command-line.ts'
import { clientThrough, compareAt, environmentAt, realStandin } from '../../support/comparing.ts'
import { confirmed, recipient, sender } from '../../support/file-transfers.ts'
import { folderWith } from '../../support/folder.ts'
import { orderTo, toEmail, toPerson, toPhone, ttd } from '../../support/orders.ts'

const night = Date.parse('2026-06-01T22:00:00Z')

test.each(['open', 'applies'] as const)(
  'SMS messages that are ordered at night: the send window of the real service %s',
  async (sendWindow) => {
    const { inNewWorld } = await serverForFile({ dialect: 'live', pace: 'instant', now: night, sendWindow })
    const here = inNewWorld()
    const recipients = [toPhone(), toPerson('12838590150', 'EmailAndSms')]
    const ids: string[] = []
    for (const [nth, to] of recipients.entries()) {
      const body = { ...orderTo(to), idempotencyId: `night-${nth}` }
      const { body: placed } = await here.client.call('notifications.createOrder', { as: ttd, body })
      ids.push(String(placed.notification?.shipmentId))
    }
    for (const by of ['PT1M', 'PT10M']) {
      await here.knobs.advance({ by })
      for (const id of ids) await here.client.call('notifications.getShipment', { as: ttd, params: { id } })
    }
    const folder = folderWith({ 'calls.har': (await here.run('journal', 'export')).out })
    const { code, out } = await run(['compare', join(folder, 'calls.har')])

    expect([code, out]).toEqual([0, expect.stringContaining('6 the same, 0 different, 0 not compared')])
  },
)

test("a clock of the real service that is moved ahead moves the world's: a purge, a reminder and the send window", async () => {
  const real = await realStandin({ pace: 'real' })
  onTestFinished(() => real.close())
  const here = await compareAt({ file: environmentAt(real.url) })
  const client = clientThrough(here.url, real.url)
  const body = orderTo(toPhone(), { reminders: [{ delayDays: 7, recipient: toEmail() }] })
  const order = await client.call('notifications.createOrder', { as: ttd, body })
  const fileTransferId = await confirmed(client)
  for (const by of ['PT3H', 'P1D', 'P8D']) {
    await real.simulator.advance({ by })
    await client.call('fileTransfer.details', { as: sender, params: { fileTransferId } })
    await client.call('notifications.getShipment', { as: ttd, params: { id: String(order.body.notification?.shipmentId) } })
    await client.call('notifications.readFeed', { as: ttd })
    await client.call('fileTransfer.search', { as: recipient, query: { resourceId: 'standin-plain', status: 'Published' } })
  }
  const { groups, calls, same } = await here.finish()

  expect([groups, same]).toEqual([[], calls])
}, 60_000)
