/** What is due is done before a call of its world is handled. */
import { expect, test } from 'vitest'
import { initialized, statusOf, uploaded } from '../support/file-transfers.ts'
import { hosted } from '../support/hosts.ts'
import { manifestOf, placed, toEmail } from '../support/orders.ts'
import { append, begun, concatenate, part } from '../support/resumable.ts'
import { rule } from '../support/rule.ts'
import { base, standin } from '../support/standin.ts'

for (const host of ['fetch', 'msw'] as const) {
  for (const clock of ['frozen', 'real'] as const) {
    rule('decisions §8', `on a ${clock} clock every first read sees what was due (${host})`, async () => {
      const here = await hosted(host, { pace: 'instant', clock })
      for (let nth = 0; nth < 20; nth++) {
        const [shipmentId] = await placed(here, toEmail(), { idempotencyId: `order-${nth}` })
        expect((await manifestOf(here, shipmentId)).status).toBe('Order_Completed')
        expect(await statusOf(here.client, await uploaded(here.client))).toMatchObject({ status: 'Published' })
        const { fileTransferId, place } = await begun(here, 3)
        await append(here, place, 0, 'one')
        expect(await statusOf(here.client, fileTransferId)).toMatchObject({ status: 'Published' })
        const concatenated = await initialized(here.client)
        await concatenate(here, concatenated, [await part(here, concatenated, 'one'), await part(here, concatenated, 'two')])
        expect(await statusOf(here.client, concatenated)).toMatchObject({ status: 'Published' })
      }
    })
  }
}

rule('decisions §8', 'a control row sees what was due, and a fork of a world has it', async () => {
  const here = standin({ pace: 'instant' })
  const get = async (path: string, init?: RequestInit) => (await here.send(new Request(base + path, init))).json()
  await placed(here, toEmail())
  const { messages } = await get('/_standin/outbox')
  await placed(here, toEmail(), { idempotencyId: 'order-2' })
  const body = JSON.stringify({ as: 'copy' })
  await get('/_standin/worlds/default/fork', { method: 'POST', headers: { 'content-type': 'application/json' }, body })

  expect(messages).toMatchObject([{ status: 'Email_Delivered' }])
  expect(
    here.simulator
      .knobs('copy')
      .clock.show()
      .pending.map(({ what }) => what),
  ).not.toContain('notifications.takeOrder')
})

rule('decisions §8', 'calls that wait for what is due go on in the order of their arrival', async () => {
  const here = standin({ pace: 'instant' })
  await manifestOf(here, 'none')
  const concatenated = await initialized(here.client)
  await concatenate(here, concatenated, [await part(here, concatenated, 'one'), await part(here, concatenated, 'two')])
  const token = (await here.simulator.token({ orgNo: '347147753' })).token
  const paths = Array.from({ length: 10 }, (_, nth) => `/broker/api/v1/filetransfer/${concatenated}?nth=${nth}`)
  const headers = { authorization: `Bearer ${token}` }
  await Promise.all(paths.map((path) => here.send(new Request(base + path, { headers }))))

  const queries = here.simulator.world.journal.calls.list().flatMap(({ query }) => (query === '' ? [] : query))
  expect(queries).toEqual(paths.map((path) => path.split('?')[1]))
})

test('a call that waits for what is due ends with its world', async () => {
  const here = standin({ pace: 'instant' })
  await manifestOf(here, 'none')
  const concatenated = await initialized(here.client)
  await concatenate(here, concatenated, [await part(here, concatenated, 'one'), await part(here, concatenated, 'two')])
  const waiting = here.send(new Request(`${base}/broker/api/v1/filetransfer/${concatenated}`))
  await Promise.resolve()
  here.simulator.reset()

  expect((await waiting).headers.get('x-standin-world-gone')).toBe('true')
})
