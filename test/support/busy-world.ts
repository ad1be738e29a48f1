/** Creates a world with all kinds of records, and makes calls that continue from that state. */

import type { SimulatorOptions } from '../../src/control/create-simulator.ts'
import { createKeys } from '../../src/service/tokens/keys.ts'
import { anyName } from '../../src/service/wire/misuse.ts'
import { scopes } from '../../src/service/wire/vocabulary.ts'
import { bytes, confirmed, downloaded, failed, iso, otherRecipient, published, recipient, sender, uploaded } from './file-transfers.ts'
import { brg, orderTo, toEmail, toIdentity, toOrganization, toPerson, toPhone, ttd } from './orders.ts'
import { outside, saying } from './outside.ts'
import { configure, register } from './resources.ts'
import { append, begin } from './resumable.ts'
import { base, standin } from './standin.ts'
import { endpoint, owner, subscribed, subscriber, urn } from './subscribers.ts'

export type Here = ReturnType<typeof standin>

export const options = { rateLimits: 'current', outbound: 'loopback', journal: 300 } as const
const eicar = `${'X5O!P%@AP[4\\PZX54(P^)7CC)7}'}${'$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'}`
export const large = new Uint8Array(3_000_000).map((_, at) => at * 31)
const person = { number: '24867542562', name: 'Kari Kopi', email: 'kari@example.org' }

/** Issues tokens that remain valid throughout the test, keyed by caller. */
async function tokensOf({ simulator }: Here) {
  const make = async (as: object) => (await simulator.token({ ...as, ttl: 400 * 86_400 })).token
  const broker = `${scopes.brokerWrite} ${scopes.brokerRead}`
  return {
    ttd: await make(ttd),
    brg: await make(brg),
    sender: await make({ ...sender, scope: broker }),
    recipient: await make({ ...recipient, scope: broker }),
    owner: await make(owner),
    subscriber: await make(subscriber(recipient)),
  }
}
export type Tokens = Awaited<ReturnType<typeof tokensOf>>

/** Creates all kinds of records in a world. Returns the values needed for later calls. */
async function busy(here: Here) {
  const { simulator, client, clientOf } = here
  const [taking, failing] = [await endpoint(), await endpoint((response) => void response.writeHead(500).end())]
  const asked = await outside(saying('{"sendNotification":true}'))

  simulator.contacts.put(person)
  simulator.contacts.remove('12838590150')
  simulator.scenarios.define('counted', {
    summary: 'Counts',
    rules: [
      { on: 'notifications.createOrder', calls: { every: 7 }, refuse: { code: 'unreachable' } },
      { on: 'fileTransfer.search', per: 'caller', calls: '3-4', refuse: { code: 'unreachable' } },
      { on: 'fileTransfer.overview', probability: 0.3, refuse: { code: 'unreachable' } },
      { outcome: { status: 'SMS_Failed' }, calls: { every: 3 } },
    ],
  })
  await simulator.scenarios.use(anyName('counted'), { ttl: 40 * 86_400_000 })
  await simulator.scenarios.use('slow-reads', { ttl: 1_000 })

  await subscribed(client, { endPoint: taking.url, typeFilter: 'no.altinn.broker.uploadfailed' })
  await subscribed(client, { endPoint: failing.url, typeFilter: 'no.altinn.broker.allconfirmeddownloaded' })
  await subscribed(client, { endPoint: taking.url, as: subscriber(recipient) })
  await simulator.advance({ by: 5_000 })

  const bodies = [
    orderTo(toPhone('+4799990003'), { idempotencyId: 'barred' }),
    orderTo(toPerson('24867542562'), { idempotencyId: 'reminded', reminders: [{ delayDays: 2, recipient: toEmail() }] }),
    orderTo(toOrganization('310000005', 'EmailAndSms'), { idempotencyId: 'organization' }),
    orderTo(toEmail('ttl@example.org'), { idempotencyId: 'conditional', conditionEndpoint: `${asked.url}/ask` }),
    orderTo(toEmail(), { idempotencyId: 'later', requestedSendTime: '2026-06-09T10:00:00Z' }),
    orderTo(toEmail(), { idempotencyId: 'asked-later', requestedSendTime: '2026-06-02T10:00:00Z', conditionEndpoint: `${asked.url}/ask` }),
  ]
  for (const body of bodies) await client.call('notifications.createOrder', { as: ttd, body })
  await clientOf('/production').call('notifications.createOrder', { as: brg, body: orderTo(toEmail()) })
  await client.call('notifications.createInstantSms', {
    as: ttd,
    body: { idempotencyId: 'otp', recipientSms: { phoneNumber: '+4799999999', timeToLiveInSeconds: 300, smsSettings: { body: 'Code' } } },
  })

  await configure(client, 'copied', {})
  await register(client)
  await confirmed(client, { content: 'confirmed' })
  await published(client, { recipients: [iso(recipient), iso(otherRecipient)] })
  await failed(client)
  const download = await downloaded(client, { content: large })
  await published(clientOf('/production'), { resourceId: 'standin-unscanned' })
  simulator.fileTransfers.publish('test', { size: 5_000_000 })
  await simulator.fileTransfers.expire('test', await published(client))
  await simulator.advance({ by: 20_000 })
  await uploaded(client, { fileName: 'slowscan.xml' })
  // The first attempt is made before the copy, the second after the copy.
  await client.call('notifications.createOrder', {
    as: ttd,
    body: orderTo(toEmail('transient@example.org'), { idempotencyId: 'transient' }),
  })
  await simulator.advance({ by: 3_000 })

  const halves: { place: string; fileTransferId: string; rest: string | Uint8Array; offset: number }[] = []
  for (const [content, cut, wanted] of [
    [`before ${eicar} after`, 30, {}],
    ['a plain text', 5, { disableVirusScan: true }],
    [large, 1_500_000, { disableVirusScan: true }],
  ] as const) {
    const { body } = await client.call('fileTransfer.initialize', {
      as: sender,
      body: {
        fileName: 'half.xml',
        resourceId: 'standin-plain',
        sendersFileTransferReference: 'half',
        sender: iso(sender),
        recipients: [iso(recipient)],
        ...wanted,
      },
    })
    const place = await begin(here, body.fileTransferId, content.length)
    await append(here, place, 0, content.slice(0, cut))
    halves.push({ fileTransferId: body.fileTransferId, place, rest: content.slice(cut), offset: cut })
  }
  await begin(here, halves[1]?.fileTransferId ?? '', 10, { 'upload-concat': 'partial' }).catch(() => {})
  return { download, halves, bodies }
}

export type Left = Awaited<ReturnType<typeof busy>>

const controls = [
  'state',
  'clock',
  'journal',
  'journal?jobs=true',
  'scenarios',
  'limits',
  'outbox',
  'events',
  'deliveries',
  'contacts',
  'worlds',
  'recipients',
  'provider-states',
  'scenarios/counted',
  `contacts/${person.number}`,
  'journal/2',
]

/** Removes real times, which differ in each run. */
const withoutTimes = (text: string) => text.replace(/"ms":[^,}]+/g, '').replace(/"stages":\{[^}]*\}/g, '')

/** Makes further calls, and returns all replies. */
export async function goOn({ send, simulator }: Here, tokens: Tokens, { download, halves, bodies }: Left): Promise<string[]> {
  const answers: string[] = []
  async function call(method: string, path: string, as?: keyof Tokens, body?: unknown, headers: Record<string, string> = {}) {
    const json = body !== undefined && !(body instanceof Uint8Array)
    const response = await send(
      new Request(base + path, {
        method,
        headers: {
          ...(as && { authorization: `Bearer ${tokens[as]}` }),
          ...(json && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: (json ? JSON.stringify(body) : body) as BodyInit }),
      }),
    )
    const text = await response.text()
    // The number of digits in a journal's real times varies.
    if (path.startsWith('/_standin/journal')) response.headers.delete('content-length')
    answers.push(withoutTimes(`${method} ${path} ${response.status} ${JSON.stringify([...response.headers])} ${text}`))
    return text.startsWith('{') ? JSON.parse(text) : {}
  }
  const broker = '/broker/api/v1/filetransfer'
  const tus = { 'tus-resumable': '1.0.0' }

  for (const { place, rest, offset } of halves) {
    await call('HEAD', place, 'sender', undefined, tus)
    const headers = { ...tus, 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset) }
    await call('PATCH', place, 'sender', typeof rest === 'string' ? bytes(rest) : rest, headers)
  }
  await simulator.advance({ until: 'settled', atMost: 100_000 })
  for (let round = 0; round < 21; round++) {
    const to = [toPhone('+4799990005'), toPerson(person.number), toIdentity('urn:altinn:username:x'), toEmail()][round % 4] ?? {}
    const prefix = round % 5 === 4 ? '/production' : ''
    const ordered = await call(
      'POST',
      `${prefix}/notifications/api/v1/future/orders`,
      'ttd',
      orderTo(to, { idempotencyId: `new-${round}` }),
    )
    await call('GET', `${prefix}/notifications/api/v1/future/shipment/${ordered.notification?.shipmentId}`, 'ttd')
    await call('POST', '/notifications/api/v1/future/orders', 'ttd', bodies[round % bodies.length])
    await call('GET', `/notifications/api/v1/future/shipment/feed?seq=${round}`, 'ttd')
    const body = {
      fileName: round % 3 ? 'a.xml' : 'infected.xml',
      resourceId: 'standin-plain',
      sendersFileTransferReference: `round ${round}`,
      sender: iso(sender),
      recipients: [iso(recipient)],
    }
    const { fileTransferId } = await call('POST', broker, 'sender', body)
    await call('POST', `${broker}/${fileTransferId}/upload`, 'sender', bytes(`content ${round}`))
    await call('GET', `${broker}?resourceId=standin-plain&orderAscending=${round % 2 === 0}`, round % 2 ? 'sender' : 'recipient')
    await call('GET', `/_standin/${controls[round % controls.length]}`)
    const half = halves[round % halves.length]?.fileTransferId
    await call('GET', `${broker}/${half}/details`, 'sender')
    if (round % 4 === 3) {
      await call('GET', `${broker}/${half}/download`, 'recipient', undefined, { range: 'bytes=0-99' })
      await call('GET', `/events/api/v1/events?resource=${urn}&after=0&size=50`, 'subscriber')
    }
    await simulator.advance({ by: [500, 1_000, 60_000, 3_600_000, 86_400_000][round % 5] ?? 0 })
  }
  await call('POST', `${broker}/${download}/confirmdownload`, 'recipient')
  await call('GET', `${broker}/${download}/download`, 'recipient')
  await call('GET', '/events/api/v1/subscriptions', 'owner')
  for (const path of controls) await call('GET', `/_standin/${path}`)
  const { happened } = await simulator.advance({ by: 40 * 86_400_000 })
  answers.push(JSON.stringify(happened))
  answers.push(JSON.stringify(simulator.world.journal.calls.list().map(({ id, closed }) => [id, closed])))
  for (const path of controls) await call('GET', `/_standin/${path}`)
  return answers
}

export async function busyHere(more: Partial<SimulatorOptions> = {}) {
  const keys = createKeys()
  const here = standin({ ...options, ...more, keys })
  const tokens = await tokensOf(here)
  return { keys, here, tokens, left: await busy(here) }
}
