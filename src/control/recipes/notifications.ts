/** Recipes for notifications. */
import { CallFailed, type InputOf } from '../../service/areas/client.ts'
import { demandStatus } from '../../service/failures/givens.ts'
import { defineRecipe, type Kitchen } from './recipe.ts'

const emailSettings = { subject: 'A Standin recipe', body: 'This message was created by a recipe.' }

/** Returns an order for a single email, with the run's id as the idempotencyId. */
export const orderOf = ({ as, run }: Kitchen, emailAddress: string, more: object = {}): InputOf<'notifications.createOrder'> => ({
  as: as.creator,
  body: { idempotencyId: run, recipient: { recipientEmail: { emailAddress, emailSettings } }, ...more },
})

const final = /^(?:Email|SMS)_(?:Delivered|Failed)/

/** Waits until all messages in a shipment have a final status, and returns the statuses. */
export async function outcomeOf({ client, as }: Kitchen, id: string): Promise<string[]> {
  const { body } = await client.until('notifications.getShipment', { as: as.creator, params: { id } }, ({ body: { recipients } }) =>
    [recipients.length > 0, ...recipients.map(({ status }) => final.test(status))].every(Boolean),
  )
  return body.recipients.map(({ status }) => status)
}

async function sentTo({ turn }: Kitchen, recipient: string): Promise<number> {
  const { total } = await turn<{ readonly total: number }>('control.listOutbox', { query: { recipient } })
  return total
}

const orderBounced = defineRecipe({
  name: 'order-bounced',
  title: 'An email bounces',
  summary: 'Orders an email to an address that bounces, and shows that the order is completed even though its message failed',
  words: ['bounce', 'bounced', 'email failed', 'undeliverable', 'magic recipient'],
  async cook(kitchen) {
    const { client, run, say } = kitchen
    const address = `bounced+${run}@example.org`
    const { body } = await client.call('notifications.createOrder', orderOf(kitchen, address))
    say(`An email to ${address} was ordered. Addresses that begin with "bounced" are magic recipients.`)
    const [status] = await outcomeOf(kitchen, body.notification.shipmentId)
    say(`The order was accepted and completed, but its message ended in ${status}: check each recipient's status.`)
  },
})

const duplicate = defineRecipe({
  name: 'duplicate',
  title: 'An order is sent twice',
  summary: 'Sends an order twice with the same idempotencyId: the second call gets a 200, and nothing is ordered twice',
  words: ['duplicate', 'twice', 'retry', 'repeated', 'idempotency', 'idempotencyId'],
  async cook(kitchen) {
    const { client, run, say } = kitchen
    const address = `recipe+${run}@example.org`
    const first = await client.call('notifications.createOrder', orderOf(kitchen, address))
    demandStatus('The order', 201, first)
    say(`Order ${first.body.notificationOrderId} got status 201.`)
    const second = await client.call('notifications.createOrder', orderOf(kitchen, address))
    demandStatus('The same order again', 200, second)
    say(`The same order with the same idempotencyId got status 200 with the same ids, and had no effect.`)
    await outcomeOf(kitchen, first.body.notification.shipmentId)
    say(`The outbox contains ${await sentTo(kitchen, address)} message to ${address}.`)
  },
})

const lostReply = defineRecipe({
  name: 'lost-reply',
  title: 'The reply to an order is lost',
  summary: 'The order is stored but the connection drops, and the retry with the same idempotencyId finds the order',
  words: ['lost', 'reply', 'connection', 'broken', 'reset', 'disconnect', 'retry', 'network'],
  async cook(kitchen) {
    const { client, run, say, lost } = kitchen
    const address = `recipe+${run}@example.org`
    const order = orderOf(kitchen, address)
    await lost(client.call('notifications.createOrder', { ...order, headers: { 'x-standin-scenario': 'order-lost-reply' } }))
    say('The order was stored, but the connection dropped, so the client cannot know whether the order exists.')
    const retry = await client.call('notifications.createOrder', order)
    demandStatus('The retry', 200, retry)
    say(`The retry with the same idempotencyId got status 200: the order is ${retry.body.notificationOrderId}.`)
    await outcomeOf(kitchen, retry.body.notification.shipmentId)
    say(`The outbox contains ${await sentTo(kitchen, address)} message to ${address}.`)
  },
})

const cancelledCall = defineRecipe({
  name: 'cancelled-call',
  title: 'A client gives up on a call',
  summary:
    'The client disconnects after its order is stored but before the reply is sent: the journal shows a 499 NOT-00002, and the retry finds the order',
  words: ['499', 'NOT-00002', 'cancel', 'cancelled', 'timeout', 'abort', 'gives up', 'client closed', 'retry'],
  async cook(kitchen) {
    const { client, run, say, lost, leaving } = kitchen
    const order = orderOf(kitchen, `recipe+${run}@example.org`)
    const headers = { 'x-standin-scenario': 'order-timeout-after-commit' }
    await lost(client.call('notifications.createOrder', { ...order, headers, signal: leaving() }))
    say('The client gave up before the reply. The journal shows a 499 NOT-00002 and that the order was stored.')
    const retry = await client.call('notifications.createOrder', order)
    demandStatus('The retry', 200, retry)
    say(`The retry with the same idempotencyId got status 200: the order is ${retry.body.notificationOrderId}.`)
  },
})

const reminder = defineRecipe({
  name: 'reminder',
  title: 'A reminder is sent',
  summary: 'Orders an email with a reminder, and lets time pass until both are sent',
  words: ['reminder', 'remind', 'delayDays', 'clock', 'time'],
  async cook(kitchen) {
    const { client, run, say, later, pace } = kitchen
    const address = `recipe+${run}@example.org`
    const again = { ...emailSettings, subject: 'A reminder from a recipe' }
    // The reminder is sent soon, so that a shared world's clock advances only a little.
    const requestedSendTime = later(pace === 'real' ? 300_000 : 3_000)
    const recipient = { recipientEmail: { emailAddress: address, emailSettings: again } }
    const order = orderOf(kitchen, address, { reminders: [{ requestedSendTime, recipient }] })
    const { body } = await client.call('notifications.createOrder', order)
    say(`An email to ${address} was ordered, with a reminder at ${requestedSendTime}. Most orders use delayDays: 7 instead.`)
    const { shipmentId } = body.notification
    const [first] = await outcomeOf(kitchen, shipmentId)
    say(`The first message ended in ${first}.`)
    const second = body.notification.reminders?.[0]?.shipmentId
    if (second === undefined) throw new CallFailed('The order has no reminder.')
    const [status] = await outcomeOf(kitchen, second)
    say(`The reminder was sent when it was due and ended in ${status}. It is a separate shipment: ${second}.`)
  },
})

interface Recipients {
  readonly recipients: readonly { readonly status: string; readonly recipient: object }[]
}

const reservedPerson = defineRecipe({
  name: 'reserved-person',
  title: 'A person has opted out of digital communication',
  summary: 'Orders a message to a person who has opted out: the order is accepted, but nothing is sent',
  words: ['reserved', 'reservation', 'RecipientReserved', 'KRR', 'contact register', 'person'],
  async cook(kitchen) {
    const { client, as, run, say, turn } = kitchen
    const { recipients } = await turn<Recipients>('control.listRecipients')
    const wanted = recipients.find(({ status }) => status === 'Email_Failed_RecipientReserved')
    if (!wanted) throw new CallFailed(`This server's contact register has no person with the condition "reserved".`)
    const ordered = await client.call('notifications.createOrder', {
      as: as.creator,
      body: { idempotencyId: run, recipient: wanted.recipient },
    })
    say('A message to a person in the contact register was ordered, and the order was accepted.')
    const [status] = await outcomeOf(kitchen, ordered.body.notification.shipmentId)
    say(`The person has opted out, so nothing was sent: ${status}.`)
  },
})

export const notificationRecipes = [orderBounced, reminder, reservedPerson, duplicate, lostReply, cancelledCall] as const
