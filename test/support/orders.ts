/** Creates orders for tests, and tracks their progress. */
import { expect } from 'vitest'
import type { Account } from '../../src/control/clock/rows.ts'
import type { Identity } from '../../src/service/areas/client.ts'
import type { ChannelSchema } from '../../src/service/areas/notifications/constraints/order.ts'
import type { ShipmentReply } from '../../src/service/areas/notifications/constraints/replies.ts'
import { orders, type Shipment, shipments } from '../../src/service/areas/notifications/records.ts'
import { anyDocument, anyName } from '../../src/service/wire/misuse.ts'
import { scopes } from '../../src/service/wire/vocabulary.ts'
import { base, type standin, start } from './standin.ts'

type Standin = ReturnType<typeof standin>

export const ttd: Identity = { org: 'ttd', orgNo: '991825827', scope: scopes.createNotifications }
export const brg: Identity = { org: 'brg', orgNo: '974760673', scope: scopes.createNotifications }

export const emailSettings = { subject: 'Subject', body: 'Body' }
export const smsSettings = { body: 'Body' }
const settings = { emailSettings, smsSettings }

export const toEmail = (emailAddress = 'someone@example.org') => ({ recipientEmail: { emailAddress, emailSettings } })
export const toPhone = (phoneNumber = '+4799999999') => ({ recipientSms: { phoneNumber, smsSettings } })
export const toPerson = (nationalIdentityNumber: string, channelSchema: ChannelSchema = 'EmailPreferred', more: object = {}) => ({
  recipientPerson: { nationalIdentityNumber, channelSchema, ...settings, ...more },
})
export const toOrganization = (orgNumber: string, channelSchema: ChannelSchema = 'EmailPreferred') => ({
  recipientOrganization: { orgNumber, channelSchema, ...settings },
})
export const toIdentity = (externalIdentity: string, channelSchema: ChannelSchema = 'EmailPreferred') => ({
  recipientExternalIdentity: { externalIdentity, channelSchema, ...settings },
})

export const orderTo = (recipient: object, more: object = {}) => ({ idempotencyId: 'order-1', recipient, ...more })

/** Places an order. Returns the ids of the main shipment and of the reminders, in this order. */
export async function placed({ client }: Standin, recipient: object, more: object = {}): Promise<[string, ...string[]]> {
  const { status, body } = await client.call('notifications.createOrder', { as: ttd, body: orderTo(recipient, more) })
  expect(status).toBe(201)
  const { shipmentId, reminders = [] } = body.notification
  return [shipmentId, ...reminders.map((reminder) => reminder.shipmentId)]
}

export async function manifestOf({ client }: Standin, id: string): Promise<ShipmentReply> {
  return (await client.call('notifications.getShipment', { as: ttd, params: { id } })).body
}

/** Returns the order's status, followed by the statuses of its entries. */
export async function statusOf(here: Standin, id: string): Promise<string> {
  const { status, recipients } = await manifestOf(here, id)
  return [status, ...recipients.map((recipient) => recipient.status)].join(' ')
}

/** Returns a shipment's statuses up to its last booking, each with the seconds after the start when it appears. */
export async function timelineOf(here: Standin, id: string): Promise<[seconds: number, status: string][]> {
  const { simulator } = here
  const shown: [number, string][] = [[(simulator.world.clock.now() - Date.parse(start)) / 1000, await statusOf(here, id)]]
  for (let next = simulator.world.clock.agenda.next(); next; next = simulator.world.clock.agenda.next()) {
    const { at } = next
    await simulator.advance({ to: new Date(Math.max(at - 1, simulator.world.clock.now())).toISOString() })
    expect(await statusOf(here, id), 'a moment before').toBe(shown.at(-1)?.[1])
    await simulator.advance({ to: new Date(at).toISOString() })
    const status = await statusOf(here, id)
    if (status !== shown.at(-1)?.[1]) shown.push([(at - Date.parse(start)) / 1000, status])
  }
  return shown
}

/** Makes services unavailable until the test restores them. */
export async function takeDown({ simulator }: Standin, ...services: string[]): Promise<() => Promise<void>> {
  simulator.scenarios.define('down', anyDocument({ summary: 'Down', rules: [{ outage: services }] }))
  await simulator.scenarios.use(anyName('down'))
  return () => simulator.scenarios.off(anyName('down'))
}

/** Runs a job once more than it was booked, and returns the outcome. */
export async function doAgain(
  { simulator }: Standin,
  job: string,
  data: Readonly<Record<string, unknown>>,
): Promise<Account['happened'][number] | undefined> {
  const { clock } = simulator.world
  clock.book({ at: clock.now(), cause: '0', nth: 0, job: `notifications.${job}`, step: true, environment: 'test', data })
  return (await simulator.advance({ by: 0 })).happened[0]
}

export function recordOf({ simulator }: Standin, id: string): Shipment {
  const found = simulator.world.environments.test.of(shipments).get(id)
  if (!found) throw new Error(`There is no shipment ${id}.`)
  return found
}

/** Advances the clock. Lists what happened: seconds since the start, the job, and a fact about the job's outcome. */
export async function happenings({ simulator }: Standin, seconds: number, fact: string): Promise<string[]> {
  const { happened } = await simulator.advance({ by: seconds * 1000 })
  return happened.map(
    (each) => `${(Date.parse(each.at) - Date.parse(start)) / 1000} ${each.what.replace(/^.*\./, '')} ${String(each[fact])}`,
  )
}

/** Counts the stored orders and shipments. */
export function stored({ simulator }: Standin): [orders: number, shipments: number] {
  const { of } = simulator.world.environments.test
  return [of(orders).size, of(shipments).size]
}

/** Posts a body unchanged. */
export async function post(
  { client, send }: Standin,
  path: string,
  body: BodyInit,
  headers: Record<string, string> = {},
): Promise<Response> {
  const authorization = `Bearer ${await client.token(ttd)}`
  return send(
    new Request(base + path, { method: 'POST', headers: { authorization, 'content-type': 'application/json', ...headers }, body }),
  )
}

/** Sends bodies to the service in the same tick. The verification of a known token is synchronous, so the service handles them in this order. */
export async function inStep(
  { client, simulator }: Standin,
  calls: readonly (readonly [path: string, body: unknown])[],
): Promise<{ status: number; text: string }[]> {
  await client.call('notifications.getShipment', { as: ttd, params: { id: 'none' } })
  const headers = { authorization: `Bearer ${await client.token(ttd)}`, 'content-type': 'application/json' }
  const { signal } = new AbortController()
  const deliveries = calls.map(async ([url, each]) => {
    const bytes = new TextEncoder().encode(JSON.stringify(each))
    const body = { collect: async () => bytes, chunks: () => new Blob([bytes]).stream() }
    return simulator.carry({ method: 'POST', url, headers, body, signal, isLocal: () => true })
  })
  return (await Promise.all(deliveries)).map(({ answer }) => ({ status: answer.status, text: answer.body as string }))
}
