/** Places test orders on the older routes, which exist only in the live dialect. */
import { expect } from 'vitest'
import type { SimulatorOptions } from '../../src/control/create-simulator.ts'
import type { Identity } from '../../src/service/areas/client.ts'
import type { OperationId } from '../../src/service/areas/index.ts'
import { scopes } from '../../src/service/wire/vocabulary.ts'
import { ttd } from './orders.ts'
import { standin } from './standin.ts'

export const live = (options: Partial<SimulatorOptions> = {}) => standin({ dialect: 'live', ...options })
export type Live = ReturnType<typeof live>

/** People in the fixtures: with all details, opted out, without a mobile number, and without details. */
export const people = { reachable: '12838590150', reserved: '26878530828', emailOnly: '21857502180', unreachable: '02838039440' }
/** An organization in the fixtures that has an email address and a mobile number. */
export const organization = '370916446'

const templates = { emailTemplate: { subject: 'Subject', body: 'Body' }, smsTemplate: { senderNumber: 'Altinn', body: 'Body' } }

const bodies = {
  'notifications.createEmailOrder': { subject: 'Subject', body: 'Body' },
  'notifications.createSmsOrder': { body: 'Body' },
  'notifications.createChannelOrder': { notificationChannel: 'EmailPreferred', ...templates },
} as const satisfies Partial<Record<OperationId, object>>

export const olderRows = Object.keys(bodies) as (keyof typeof bodies)[]

export const order = (
  { client }: Pick<Live, 'client'>,
  row: keyof typeof bodies,
  recipients: unknown,
  more: object = {},
  as: Identity | null = ttd,
) => client.call(row, { as, body: { ...bodies[row], recipients, ...more } } as never)

/** Places an order that must be accepted. Returns its id. */
export async function orderedTo(
  here: Pick<Live, 'client'>,
  row: keyof typeof bodies,
  recipients: unknown,
  more: object = {},
): Promise<string> {
  const { status, body } = await order(here, row, recipients, more)
  expect(status).toBe(202)
  return (body as { orderId: string }).orderId
}

type Reading = 'getOrder' | 'getOrderStatus' | 'listOrderEmails' | 'listOrderSms'

export const read = async ({ client }: Pick<Live, 'client'>, row: Reading, id: string, as: Identity | null = ttd) =>
  client.call(`notifications.${row}`, { as, params: { id } })

export const composer: Identity = { ...ttd, scope: scopes.createComposedEmails }
export const supporter: Identity = { org: 'digdir', orgNo: '991825827', scope: scopes.supportNotifications }

const sas = 'https://standin.blob.core.windows.net/files/decision.pdf?se=2099-01-01T00%3A00%3A00Z&sp=r&sr=b&sig=made-up'
export const attached = (over: object = {}) => ({ filename: 'decision.pdf', mimeType: 'application/pdf', sasUrl: sas, ...over })

export const compose = ({ client }: Pick<Live, 'client'>, attachments: readonly unknown[] | null, over: object = {}, more: object = {}) =>
  client.call('notifications.createComposedEmail', {
    as: composer,
    body: {
      idempotencyId: 'composed-1',
      ...more,
      recipient: { emailAddress: 'someone@example.org', emailSettings: { subject: 'Subject', body: 'Body', attachments }, ...over },
    },
  } as never)
