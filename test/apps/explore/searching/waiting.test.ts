/** How the clock of a run moves while its client waits, and what a client must do about what it then reads. */
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { fileStore } from '../../../../src/apps/capsules/files.ts'
import { type ExploredClient, ofExplorations } from '../../../../src/apps/explore/explore.ts'
import { problemsOf } from '../../../../src/apps/explore/searching/judge.ts'
import { runIn } from '../../../../src/apps/explore/searching/run.ts'
import { countingOnly, pointsOf, scenarioOf } from '../../../../src/apps/explore/searching/schedule.ts'
import { beginRecording, endRecording } from '../../../../src/control/recordings.ts'
import { startSimulator } from '../../../../src/hosts/on-node.ts'
import type { WrittenScenario } from '../../../../src/service/failures/scenario/grammar.ts'
import type { DialectName } from '../../../../src/service/wire/vocabulary.ts'
import { run } from '../../../support/command-line.ts'
import { folderWith } from '../../../support/folder.ts'

interface Manifest {
  readonly status: string
  readonly recipients: readonly { readonly status: string }[]
}

/** Orders an SMS with a reminder by email, waits for both, and throws unless `isSent` is content. */
const reminding =
  (isSent: (message: Manifest, reminder: Manifest) => boolean): ExploredClient =>
  async ({ url, standin }) => {
    const token = async () => (await standin.token({ org: 'ttd', scope: 'altinn:serviceowner/notifications.create' })).token
    let current = await token()
    const send = (path: string, init?: RequestInit) =>
      fetch(`${url}${path}`, { ...init, headers: { authorization: `Bearer ${current}`, 'content-type': 'application/json' } })
    const recipientEmail = { emailAddress: 'someone@example.org', emailSettings: { subject: 'Reminder', body: 'Hello again' } }
    const order = {
      idempotencyId: 'one',
      recipient: { recipientSms: { phoneNumber: '+4799999999', smsSettings: { body: 'Hello' } } },
      reminders: [{ delayDays: 3, recipient: { recipientEmail } }],
    }
    const { notification } = (await (await send('/future/orders', { method: 'POST', body: JSON.stringify(order) })).json()) as {
      notification: { shipmentId: string; reminders: readonly [{ shipmentId: string }] }
    }
    async function ended(id: string): Promise<Manifest> {
      for (;;) {
        const reply = await send(`/future/shipment/${id}`)
        if (reply.status === 401) current = await token()
        const manifest = reply.ok ? ((await reply.json()) as Manifest) : undefined
        if (manifest?.status === 'Order_Completed') return manifest
        await pause(5)
      }
    }
    const [message, reminder] = [await ended(notification.shipmentId), await ended(notification.reminders[0].shipmentId)]
    if (!isSent(message, reminder)) throw new Error('It has not arrived.')
  }

const arrived = ({ recipients }: Manifest) => recipients.every(({ status }) => status.endsWith('_Delivered'))
const arrivedBoth = (message: Manifest, reminder: Manifest) => arrived(message) && arrived(reminder)

/** A run of a client under a scenario. */
async function ranUnder(
  document: WrittenScenario,
  client: ExploredClient,
  clock: 'waiting' | 'driven' = 'waiting',
  capsule?: string,
  dialect: DialectName = 'spec',
) {
  const { simulator, url, close } = await startSimulator({ port: 0, sendWindow: 'open', dialect, ...ofExplorations(clock) })
  try {
    const session = {
      simulator,
      url,
      invariants: [],
      clock,
      client: (place: Parameters<ExploredClient>[0]) =>
        client(place).then(
          () => ({ code: 0 }),
          ({ message }: Error) => ({ code: 1, said: message }),
        ),
    }
    const record = async () => capsule && beginRecording(simulator, { store: fileStore(capsule), world: 'run' })
    const ran = await runIn(session, 'run', document, 20_000, record)
    if (capsule) await endRecording(simulator)
    return ran
  } finally {
    await close()
  }
}

test('the days until a reminder pass for a client that waits for it, and its failure can be seen', async () => {
  const document: WrittenScenario = {
    summary: 'The reminder fails',
    rules: [{ on: 'notifications.acceptMessage', per: 'thing', calls: 2, outcome: { status: 'Email_Failed_Bounced' } }],
  }
  const { code, said, trace } = await ranUnder(document, reminding(arrivedBoth))

  expect([code, said]).toEqual([1, 'It has not arrived.'])
  expect(trace.filter(({ target }) => target === 'notifications.takeOrder')).toHaveLength(2)
})

test('the time of an order of the older routes comes for a client that waits for it', async () => {
  const client: ExploredClient = async ({ url, standin }) => {
    const token = async () => (await standin.token({ org: 'ttd', scope: 'altinn:serviceowner/notifications.create' })).token
    let current = await token()
    const send = (path: string, init?: RequestInit) =>
      fetch(`${url}/notifications/api/v1/orders${path}`, {
        ...init,
        headers: { authorization: `Bearer ${current}`, 'content-type': 'application/json' },
      })
    const { now } = (await (await fetch(`${url}/_standin/clock`)).json()) as { now: string }
    const requestedSendTime = new Date(Date.parse(now) + 3 * 86_400_000).toISOString()
    const order = { subject: 'Hello', body: 'Hello', requestedSendTime, recipients: [{ emailAddress: 'a@b.no' }] }
    const { orderId } = (await (await send('/email', { method: 'POST', body: JSON.stringify(order) })).json()) as { orderId: string }
    for (;;) {
      const reply = await send(`/${orderId}/status`)
      if (reply.status === 401) current = await token()
      if (reply.ok && (await reply.text()).includes('"Completed"')) return
      await pause(5)
    }
  }
  const { code, trace } = await ranUnder(countingOnly, client, 'waiting', undefined, 'live')

  expect([code, trace.some(({ target }) => target === 'notifications.processOrder')]).toEqual([0, true])
})

test('a client that reads that a reminder failed, and ends as if it had arrived, is at fault', async () => {
  const forgetful = reminding(arrived)
  const clean = await ranUnder(countingOnly, forgetful)
  const accepted = clean.trace.find(({ target, nth }) => target === 'notifications.acceptMessage' && nth === 2)
  const points = pointsOf(clean.trace, clean.trace, { channels: ['Email'], dialect: 'spec' }).all
  const point = points.find(({ target, nth, fault }) => target === accepted?.target && nth === 2 && fault.name === 'ends Email_Failed')
  const schedule = point ? [{ point, times: 1 }] : []
  const runs = await Promise.all([forgetful, reminding(arrivedBoth)].map((client) => ranUnder(scenarioOf(schedule), client)))
  const problems = runs.map((ran) => problemsOf(ran, { ran: clean, unstableColumns: new Set(), time: 1 }, schedule, new Map()))

  expect(problems).toEqual([[{ key: 'ignored', sentence: 'reads this status, and finishes as if the message had arrived' }], []])
})

test.each(['waiting', 'driven'] as const)(
  'a client that waits as long as Retry-After says gets on within seconds, with the clock %s',
  async (clock) => {
    const waits: number[] = []
    const document: WrittenScenario = {
      summary: 'The limit is used up',
      rules: [{ on: 'fileTransfer.search', per: 'thing', calls: 1, exhaust: { operation: 'fileTransfer.search' } }],
    }
    const { code } = await ranUnder(
      document,
      async ({ url, standin }) => {
        const { token } = await standin.token({ orgNo: '991825827', scope: 'altinn:broker.read' })
        const headers = { authorization: `Bearer ${token}` }
        const ask = () => fetch(`${url}/broker/api/v1/filetransfer?resourceId=standin-plain&role=Recipient`, { headers })
        for (let reply = await ask(); reply.status === 429; reply = await ask()) {
          const seconds = Number(reply.headers.get('retry-after'))
          waits.push(seconds)
          await pause(seconds * 1000)
        }
      },
      clock,
    )

    expect(code).toBe(0)
    expect(waits[0]).toBe(1)
  },
)

test('a capsule of a run has the moves of its clock, so it can be replayed', async () => {
  const capsule = join(folderWith(), 'run.capsule')
  const { code } = await ranUnder(countingOnly, reminding(arrivedBoth), 'waiting', capsule)

  expect(code).toBe(0)
  expect(await run(['capsule', 'replay', capsule])).toMatchObject({ code: 0, out: expect.stringContaining('all replies are the same.') })
})
