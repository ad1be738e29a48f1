/** A search whose clock moves with the polls of the client alone. */
import { expect, test } from 'vitest'
import { type ExploredClient, explore } from '../../../../src/index.ts'
import { endpoint } from '../../../support/subscribers.ts'

type Place = Parameters<ExploredClient>[0]

/** The outcome of a client in a run without faults. */
async function driven<Outcome>(client: (place: Place) => Promise<Outcome>): Promise<Outcome> {
  const outcomes: Outcome[] = []
  await explore(async (place) => void outcomes.push(await client(place)), { clock: 'driven', runs: 0 })
  return outcomes[0] as Outcome
}

/** Calls with a token of a service owner. */
async function orderer({ url, standin }: Place, ttl?: number) {
  const { token } = await standin.token({ org: 'ttd', scope: 'altinn:serviceowner/notifications.create', ...(ttl && { ttl }) })
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  async function order(idempotencyId: string, more: object = {}) {
    const recipient = { recipientSms: { phoneNumber: '+4799999999', smsSettings: { body: idempotencyId } } }
    const reply = await fetch(`${url}/future/orders`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ idempotencyId, recipient, ...more }),
    })
    return ((await reply.json()) as { notification: { shipmentId: string; reminders: { shipmentId: string }[] } }).notification
  }
  async function poll(shipmentId: string) {
    const reply = await fetch(`${url}/future/shipment/${shipmentId}`, { headers })
    const { status, recipients } = (await reply.json()) as { status: string; recipients: { status: string }[] }
    return reply.ok ? `${status} ${recipients.map((each) => each.status).join()}` : reply.status
  }
  return { order, poll, headers }
}

const minutes = ({ standin }: Place) => (standin.world.clock.now() - standin.world.data.created) / 60_000

test('each poll of an order sees its next step', async () => {
  const seen = await driven(async (place) => {
    const { order, poll } = await orderer(place)
    const { shipmentId } = await order('one')
    const statuses = []
    for (let nth = 0; nth < 6; nth++) statuses.push(await poll(shipmentId))
    return statuses
  })

  expect(seen).toEqual([
    'Order_Registered ',
    'Order_Processing ',
    'Order_Processed SMS_New',
    'Order_Processed SMS_Sending',
    'Order_Processed SMS_Accepted',
    'Order_Completed SMS_Delivered',
  ])
})

test('a poll leaves the steps of other orders alone, also those that are due, until they are polled', async () => {
  const [booked, passed, seen] = await driven(async (place) => {
    const { order, poll } = await orderer(place)
    const [one, other] = [await order('one'), await order('other')]
    for (let nth = 0; nth < 5; nth++) await poll(one.shipmentId)
    const { pending } = place.standin.clock.show()
    const own = pending.filter(({ data }) => data.shipmentId === other.shipmentId)
    await poll(other.shipmentId)
    return [own.map(({ what }) => what), minutes(place), await poll(other.shipmentId)] as const
  })

  expect(booked).toEqual(['notifications.takeOrder'])
  expect(passed).toBeGreaterThan(1)
  expect(seen).toBe('Order_Processing ')
})

test('no poll reaches the time of a reminder', async () => {
  const [statuses, passed] = await driven(async (place) => {
    const { order, poll } = await orderer(place)
    const recipientEmail = { emailAddress: 'someone@example.org', emailSettings: { subject: 'Reminder', body: 'Hello again' } }
    const { shipmentId, reminders } = await order('one', { reminders: [{ delayDays: 1, recipient: { recipientEmail } }] })
    const all = []
    for (let nth = 0; nth < 7; nth++) all.push(await poll(shipmentId), await poll(reminders[0]?.shipmentId ?? ''))
    return [all.slice(-2), minutes(place)] as const
  })

  expect(statuses).toEqual(['Order_Completed SMS_Delivered', 'Order_Registered '])
  expect(passed).toBeLessThan(5)
})

test('no poll reaches the end of a token', async () => {
  const [statuses, passed] = await driven(async (place) => {
    const { order, poll } = await orderer(place, 61)
    const { shipmentId } = await order('one')
    const all = []
    for (let nth = 0; nth < 4; nth++) all.push(await poll(shipmentId))
    return [all, minutes(place)] as const
  })

  expect(statuses).toEqual(['Order_Registered ', ...Array.from({ length: 3 }, () => 'Order_Processing ')])
  expect(passed).toBe(1)
})

/** A file transfer whose upload is whole, and how to ask for it. */
async function uploaded({ url, standin }: Place) {
  const tokens = await Promise.all(
    ['altinn:broker.write', 'altinn:broker.read'].map((scope) => standin.token({ orgNo: '991825827', scope })),
  )
  const [write, read] = tokens.map(({ token }) => ({ authorization: `Bearer ${token}` }))
  const files = `${url}/broker/api/v1/filetransfer`
  const party = '0192:991825827'
  const about = { fileName: 'a.txt', resourceId: 'standin-plain', sendersFileTransferReference: 'a', sender: party, recipients: [party] }
  const created = await fetch(files, {
    method: 'POST',
    headers: { ...write, 'content-type': 'application/json' },
    body: JSON.stringify(about),
  })
  const { fileTransferId } = (await created.json()) as { fileTransferId: string }
  const upload = await fetch(`${files}/${fileTransferId}/upload`, {
    method: 'POST',
    headers: { ...write, 'content-type': 'application/octet-stream' },
    body: 'Hello',
  })
  const statusOf = async () =>
    ((await (await fetch(`${files}/${fileTransferId}`, { headers: { ...read } })).json()) as { fileTransferStatus: string })
      .fileTransferStatus
  const download = async () => (await fetch(`${files}/${fileTransferId}/download`, { headers: { ...read } })).status
  return { upload: upload.status, statusOf, download }
}

test('a poll of a file transfer sees its scan end; a download does not ask for that', async () => {
  const seen = await driven(async (place) => {
    const { upload, statusOf, download } = await uploaded(place)
    return [upload, await download(), await download(), await statusOf(), await statusOf(), await download()]
  })

  expect(seen).toEqual([200, 403, 403, 'UploadProcessing', 'Published', 200])
})

test('a client that waits for the service without a poll is told what it needs', async () => {
  const waiting = driven(async (place) => {
    const { order } = await orderer(place)
    await order('one')
    if (place.standin.outbox.list().total === 0) throw new Error('Nothing was sent.')
  })

  await expect(waiting).rejects.toThrow(
    'With the driven clock, only polls advance the time. A client that waits for a webhook or a reminder',
  )
})

test('nothing is delivered to a client that has ended', async () => {
  const { url: endPoint, all } = await endpoint()
  const validated = await driven(async (place) => {
    const { url, standin } = place
    const { token } = await standin.token({ orgNo: '991825827', scope: 'altinn:events.subscribe' })
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const body = JSON.stringify({ endPoint, resourceFilter: 'urn:altinn:resource:standin-plain' })
    const { id } = (await (await fetch(`${url}/events/api/v1/subscriptions`, { method: 'POST', headers, body })).json()) as { id: number }
    const poll = async () => (await (await fetch(`${url}/events/api/v1/subscriptions/${id}`, { headers })).json()) as { validated: boolean }
    await poll()
    const { validated: isReady } = await poll()
    await uploaded(place)
    return isReady
  })

  expect(validated).toBe(true)
  expect(all.map(({ event }) => event.type)).toEqual(Array.from({ length: 2 }, () => 'platform.events.validatesubscription'))
})
