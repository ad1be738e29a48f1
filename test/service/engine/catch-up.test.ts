/** What is due is done before a call of its world is handled. */

import { expect, test } from 'vitest'
import { nodePlatform } from '../../../src/platform/node.ts'
import { initialized, statusOf, uploaded } from '../../support/file-transfers.ts'
import { hosted } from '../../support/hosts.ts'
import { manifestOf, placed, toEmail } from '../../support/orders.ts'
import { outside } from '../../support/outside.ts'
import { append, begun, concatenate, part } from '../../support/resumable.ts'
import { rule } from '../../support/rule.ts'
import { base, standin } from '../../support/standin.ts'

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

rule('decisions §8', 'what is due is done before a HEAD of a control row is answered, too', async () => {
  // Nothing but calls wakes this clock.
  const here = standin({ pace: 'instant', platform: { ...nodePlatform(), wake: () => () => {} } })
  await placed(here, toEmail())
  await here.send(new Request(`${base}/_standin/outbox`, { method: 'HEAD' }))

  expect(here.simulator.outbox.list().messages).toMatchObject([{ status: 'Email_Delivered' }])
})

rule('decisions §8', 'calls that wait for what is due go on in the order of their arrival', async () => {
  const here = standin({ pace: 'instant' })
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
  const concatenated = await initialized(here.client)
  await concatenate(here, concatenated, [await part(here, concatenated, 'one'), await part(here, concatenated, 'two')])
  const waiting = here.send(new Request(`${base}/broker/api/v1/filetransfer/${concatenated}`))
  await Promise.resolve()
  here.simulator.reset()

  expect((await waiting).headers.get('x-standin-world-gone')).toBe('true')
})

/** Many jobs that are due now, and do nothing. */
function flood({ simulator }: ReturnType<typeof standin>, world: string, jobs = 20_000) {
  const { clock } = simulator.knobs(world).world
  const data = { fileTransferId: '00000000-0000-4000-8000-000000000000' }
  for (let nth = 0; nth < jobs; nth++)
    clock.book({ at: clock.now(), cause: '0', nth, job: 'fileTransfer.expire', step: true, environment: 'test', data })
  return clock
}

rule('decisions §8', 'many jobs that are due let calls of other worlds in', async ({ here }) => {
  const answered: string[] = []
  const ask = async (name: string, what: string) => {
    await here.send(new Request(`${base}/worlds/${name}/${what}`))
    answered.push(name)
  }
  // What is loaded once is loaded.
  await ask('quick', 'broker/api/v1/filetransfer')
  const { agenda } = flood(here, 'flooded')
  const waiting = ask('flooded', 'broker/api/v1/filetransfer')
  await Promise.all([ask('quick', '_standin/clock'), ask('quick', 'broker/api/v1/filetransfer')])
  const left = agenda.size
  await waiting

  expect(answered).toEqual(['quick', 'quick', 'quick', 'flooded'])
  expect([left > 0, agenda.size]).toEqual([true, 0])
})

for (const [method, path] of [
  ['POST', '/worlds/flooded/_standin/reset'],
  ['DELETE', '/_standin/worlds/flooded'],
] as const) {
  rule('decisions §8', `${method} ${path} does not wait for what is due`, async ({ here }) => {
    const { agenda } = flood(here, 'flooded')
    const { status } = await here.send(new Request(base + path, { method }))

    expect([status, agenda.size > 0]).toEqual([204, true])
  })
}

/** A condition endpoint that asks something itself, and then says yes. */
const asking = (ask: () => Promise<void>) => outside((_, response) => void ask().then(() => response.end('{"sendNotification":true}')))

for (const clock of ['frozen', 'real'] as const) {
  rule('decisions §8', `a condition endpoint may call its world before it answers, on a ${clock} clock`, async () => {
    const here = standin({ pace: 'instant', clock })
    const ordered = Promise.withResolvers<string>()
    const seen = Promise.withResolvers<string>()
    const { url } = await asking(async () => seen.resolve((await manifestOf(here, await ordered.promise)).status))
    const [id] = await placed(here, toEmail(), { conditionEndpoint: url })
    ordered.resolve(id)
    const { status } = await manifestOf(here, id)

    expect([status, await seen.promise]).toEqual(['Order_Processing', 'Order_Processing'])
    await here.simulator.advance({ by: 0 })
    // On a real clock, what the last step books may fall due a moment later.
    await expect.poll(async () => (await manifestOf(here, id)).status).toBe('Order_Completed')
  })
}

rule('decisions §8', 'a call does not wait for an advance: it sees the instant that has been reached', async ({ here }) => {
  const ordered = Promise.withResolvers<string>()
  const seen: string[] = []
  const { url } = await asking(async () => {
    const { now } = await (await here.send(new Request(`${base}/_standin/clock`))).json()
    seen.push((await manifestOf(here, await ordered.promise)).status, now)
  })
  const [id] = await placed(here, toEmail(), { conditionEndpoint: url })
  ordered.resolve(id)
  await here.simulator.advance({ by: 60_000 })

  expect(seen).toEqual(['Order_Processing', '2026-06-01T10:00:02Z'])
  expect((await manifestOf(here, id)).status).toBe('Order_Completed')
})

for (const speed of [3_600, 100_000]) {
  rule('decisions §8', `at speed ${speed} calls are answered while jobs come due all the time`, async () => {
    const here = standin({ pace: 'fast', clock: 'real' })
    here.simulator.clock.resume({ speed })
    const ids = []
    for (let nth = 0; nth < 20; nth++) ids.push((await placed(here, toEmail(), { idempotencyId: `order-${nth}` }))[0])
    const { clock } = here.simulator.world
    const until = clock.now() + 60_000
    while (clock.now() < until) await manifestOf(here, ids[0] as string)

    for (const id of ids) expect((await manifestOf(here, id)).status).toBe('Order_Completed')
  })
}
