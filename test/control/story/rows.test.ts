/** What happened, and what caused it. */
import { arrange } from '../../../src/service/failures/givens.ts'
import { control, refusal } from '../../support/control.ts'
import { orderTo, toEmail, ttd } from '../../support/orders.ts'
import { expect, rule, test } from '../../support/rule.ts'
import { listening } from '../../support/subscribers.ts'

interface Entry {
  readonly at: string
  readonly kind: string
  readonly id: string
  readonly what: string
  readonly status: string | null
  readonly record: { readonly position?: number; readonly status?: string } | null
  readonly causedBy: string | null
}

async function ordered() {
  const here = control()
  const { body } = await here.client.call('notifications.createOrder', { as: ttd, body: orderTo(toEmail(), { idempotencyId: 'case-1' }) })
  const { notificationOrderId, notification } = body as { notificationOrderId: string; notification: { shipmentId: string } }
  await here.client.call('notifications.createOrder', { as: ttd, body: orderTo(toEmail(), { idempotencyId: 'other' }) })
  return { ...here, orderId: notificationOrderId, shipmentId: notification.shipmentId }
}

const shape = (entries: readonly Entry[]) => entries.map(({ kind, what, causedBy }) => [kind, what, causedBy])

rule('decisions §12', 'a call shows what it caused, and each thing names its cause', async () => {
  const { ask, simulator } = await ordered()
  const before = (await ask('control.showJournalLine', { params: { id: '1' } })).body
  await simulator.advance({ until: 'settled' })
  const { body } = await ask('control.showJournalLine', { params: { id: '1' } })
  const message = (await ask('control.listOutbox')).body.messages[0]
  const sending = body.caused.find(({ what }: Entry) => what === 'notifications.sendMessage')

  expect(shape(before.caused)).toEqual([['booking', 'notifications.takeOrder', '1']])
  expect(body).toMatchObject({ causedBy: null, causedTotal: body.caused.length })
  expect(body.caused.map(({ what }: Entry) => what)).toEqual(
    expect.arrayContaining(['notifications.takeOrder', 'notifications.processOrder', 'notifications.sendMessage', 'Email']),
  )
  expect(body.caused.every(({ causedBy }: Entry) => causedBy === '1' || causedBy?.startsWith('1.'))).toBe(true)
  expect(message.causedBy).toBe(sending.id)
  expect((await ask('control.showJournalLine', { params: { id: sending.id } })).body).toMatchObject({
    causedBy: sending.causedBy,
    caused: expect.arrayContaining([
      expect.objectContaining({ kind: 'message', id: message.id, causedBy: sending.id, status: 'Email_Delivered' }),
    ]),
  })
})

rule('decisions §12', 'the story of an order is the same by its id, its idempotencyId and its shipment', async () => {
  const { ask, simulator, orderId, shipmentId } = await ordered()
  await simulator.advance({ until: 'settled' })
  const story = async (id: string) => (await ask('control.showStory', { params: { id } })).body
  const byName = await story('case-1')
  const times = byName.story.map(({ at }: Entry) => at)

  expect(byName.names.sort()).toEqual([orderId, shipmentId].sort())
  expect(byName.story[0]).toMatchObject({ kind: 'call', id: '1', what: 'notifications.createOrder', status: '201', causedBy: null })
  expect(byName.story.filter(({ kind }: Entry) => kind === 'message')).toHaveLength(1)
  expect(byName.story.flatMap(({ kind, record }: Entry) => (kind === 'job' && record?.position === 0 ? record.status : []))).toEqual([
    'Email_Sending',
    'Email_Succeeded',
    'Email_Delivered',
  ])
  expect(byName.story.some(({ id }: Entry) => id === '2' || id.startsWith('2.'))).toBe(false)
  expect(times).toEqual(times.toSorted())
  expect((await story(orderId)).story).toEqual(byName.story)
  expect((await story(shipmentId)).story).toEqual(byName.story)
  expect((await story('1')).story.map(({ id }: Entry) => id)).toEqual(byName.story.map(({ id }: Entry) => id))
  expect((await story('nobody@example.org')).story).toEqual([])
  expect((await story('c')).story).toEqual([])
})

test('the story of a recipient has every message to it', async () => {
  const { ask, simulator } = await ordered()
  await simulator.advance({ until: 'settled' })
  const { to } = (await ask('control.listOutbox')).body.messages[0]
  const { body } = await ask('control.showStory', { params: { id: to } })

  expect(body.story.filter(({ kind }: Entry) => kind === 'message')).toHaveLength(2)
  expect(body.story.filter(({ kind }: Entry) => kind === 'call').map(({ id }: Entry) => id)).toEqual(['1', '2'])
})

rule('decisions §12', 'the story of a file transfer has its events and their deliveries', async ({ here }) => {
  await listening(here)
  const { fileTransferId } = await arrange(here.client, 'a published file transfer exists', { content: 'x' })
  await here.simulator.advance({ until: 'settled' })
  const { body } = await here.ask('control.showStory', { params: { id: fileTransferId ?? '' } })
  const kinds = new Set(body.story.map(({ kind }: Entry) => kind))
  const delivery = (await here.ask('control.listDeliveries')).body.deliveries.at(-1)
  const event = (await here.ask('control.listEvents')).body.events.at(-1)
  const bySubscriber = await here.ask('control.showStory', { params: { id: delivery.id } })

  expect(new Set(kinds)).toEqual(new Set(['booking', 'call', 'delivery', 'event', 'job']))
  expect(body.story.find(({ id }: Entry) => id === delivery.id)).toMatchObject({ kind: 'delivery', causedBy: delivery.causedBy })
  expect((await here.ask('control.showJournalLine', { params: { id: event.causedBy } })).body.operation).toBe('events.publish')
  expect(bySubscriber.body.story.map(({ id }: Entry) => id)).toContain(delivery.id)
})

test('a trace finds its calls', async ({ ask, client }) => {
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
  await client.call('fileTransfer.search', { query: { resourceId: 'standin-plain' }, headers: { traceparent } })
  await client.call('fileTransfer.search', { query: { resourceId: 'standin-plain' } })
  const { body } = await ask('control.showStory', { params: { id: '0af7651916cd43dd8448eb211c80319c' } })

  expect(body.story.map(({ id }: Entry) => id)).toEqual(['1'])
})

rule('decisions §12', 'the timeline has the jobs that ran and those that are booked, in the order of time', async ({ ask, client }) => {
  const { fileTransferId } = await arrange(client, 'a published file transfer exists', { content: 'x' })
  const { body } = await ask('control.showTimeline')
  const kinds: string[] = body.timeline.map(({ kind }: Entry) => kind)
  const expiry = body.timeline.find(({ what }: Entry) => what === 'fileTransfer.expire')
  const part = await ask('control.showTimeline', { query: { from: '2026-06-20T00:00:00Z', to: '2026-08-01T00:00:00Z' } })

  expect([kinds[0], kinds.at(-1)]).toEqual(['job', 'booking'])
  expect(expiry).toEqual({
    at: '2026-07-01T10:00:00Z',
    kind: 'booking',
    id: expect.stringMatching(/^1\.\d+$/),
    environment: 'test',
    what: 'fileTransfer.expire',
    status: null,
    why: null,
    record: { type: 'fileTransfer', id: fileTransferId },
    causedBy: '1',
  })
  expect(part.body.timeline).toEqual([expiry])
  expect(part.body.now).toBe('2026-06-01T10:00:01Z')
})

test('a time that is none is refused', async ({ ask }) => {
  expect(await ask('control.showTimeline', { query: { from: 'soon' } })).toMatchObject(refusal(400, 'query.from: "soon"'))
})

test('a name of two letters is found where it is that of a record', async ({ ask, client, simulator }) => {
  await client.call('notifications.createOrder', { as: ttd, body: orderTo(toEmail(), { idempotencyId: 'a1' }) })
  await simulator.advance({ by: 1_000 })
  expect((await ask('control.showStory', { params: { id: 'a1' } })).body.story.slice(0, 2)).toMatchObject([
    { kind: 'call', id: '1' },
    { kind: 'job', id: '1.0' },
  ])
})
