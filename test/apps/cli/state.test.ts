/** `standin state`. */
import { expect, test } from 'vitest'
import { serverForFile } from '../../support/command-line.ts'
import { published } from '../../support/file-transfers.ts'
import { orderTo, toPhone, ttd } from '../../support/orders.ts'

const { inNewWorld } = await serverForFile()

test('the records of a world are counted, per environment and status', async () => {
  const { run, world, client, knobs } = inNewWorld()
  await client.call('notifications.createOrder', { as: ttd, body: orderTo(toPhone()) })
  await published(client, { content: 'five!' })
  await knobs.advance({ until: 'settled' })

  expect((await run('state')).out).toBe(
    'ENVIRONMENT  RECORDS         TOTAL  BY STATUS\n' +
      'test         orders          1\n' +
      'test         shipments       1      1 Order_Completed\n' +
      'test         file transfers  1      1 Published\n' +
      'test         resources       0\n' +
      'production   orders          0\n' +
      'production   shipments       0\n' +
      'production   file transfers  0\n' +
      'production   resources       0\n' +
      `World ${world}, since 2026-06-01T10:00:00Z: calls 3, stored files 1, bytes 5.\n`,
  )
  expect(JSON.parse((await run('state', '--json')).out)).toEqual(knobs.state())
})
