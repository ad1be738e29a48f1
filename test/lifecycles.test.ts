/** Every move from status to status happens in a story, and the tables of moves name no other. */
import { expect, vi } from 'vitest'
import { type DeliveryStatus, deliveryLifecycle } from '../src/service/areas/events/records/deliveries.ts'
import { type FileTransferStatus, fileTransferLifecycle } from '../src/service/areas/file-transfer/records/transfer.ts'
import { magicRecipients } from '../src/service/areas/notifications/magic-recipients.ts'
import {
  type Channel,
  type EntryStatus,
  entryLifecycle,
  type OrderStatus,
  orderLifecycle,
  reportedLifecycle,
  reportStatuses,
} from '../src/service/areas/notifications/wire.ts'
import type { StorageStatus } from '../src/service/areas/resources/constraints/resource.ts'
import { storageLifecycle } from '../src/service/areas/resources/records.ts'
import type { Lifecycle } from '../src/service/world/records.ts'
import { moveName } from '../tools/fidelity/things.ts'
import { breakOff, brokenOff, bytes, confirmed, failed, initialized, published, sender, uploaded } from './support/file-transfers.ts'
import { placed, takeDown, toEmail, toPhone, ttd } from './support/orders.ts'
import { outside, saying } from './support/outside.ts'
import { newcomer, register } from './support/resources.ts'
import { line } from './support/resumable.ts'
import { rule } from './support/rule.ts'
import { standin } from './support/standin.ts'
import { endpoint, listening, owner, subscribed } from './support/subscribers.ts'

type Here = ReturnType<typeof standin>
type Story = (here: Here) => Promise<unknown>

/** A story of each move that the table allows: a missing or needless one does not compile where statuses are few. */
type Stories<S extends string> = Readonly<Partial<Record<S, Readonly<Partial<Record<S, Story>>>>>>

const days = 86_400_000
const settled: Story = ({ simulator }) => simulator.advance({ until: 'settled' })
const thirtyDays: Story = ({ simulator }) => simulator.advance({ by: 30 * days })
const then =
  (...stories: readonly Story[]): Story =>
  async (here) => {
    for (const story of stories) await story(here)
  }

/** One rule for each move: the story makes it happen. */
function storiesOf<S extends string>(what: string, source: string, lifecycle: Lifecycle<S>, stories: Stories<S>): void {
  const told = Object.entries(stories) as [S, Partial<Record<S, Story>>][]
  for (const [from, nexts] of told) {
    for (const [to, story] of Object.entries(nexts) as [S, Story][]) {
      rule(source, moveName(what, from, to), async () => {
        const demand = vi.spyOn(lifecycle, 'demand')
        await story(standin())

        expect(demand.mock.calls).toContainEqual([from, to])
        demand.mockRestore()
      })
    }
  }
  rule(source, `the table of the ${what} has exactly the moves that happen`, () => {
    const movesOf = (all: readonly (readonly [string, readonly string[]])[]) =>
      all.flatMap(([from, nexts]) => nexts.map((to) => moveName(what, from, to))).sort()
    const allowed = Object.entries(lifecycle.moves) as [string, readonly string[]][]

    expect(movesOf(told.map(([from, nexts]) => [from, Object.keys(nexts)]))).toEqual(movesOf(allowed))
  })
}

const order =
  (recipient: object, more?: object): Story =>
  (here) =>
    placed(here, recipient, more)
const sent = (recipient: object, more?: object) => then(order(recipient, more), settled)

const asking =
  (answer: string): Story =>
  async (here) => {
    const { url } = await outside(saying(answer))
    await placed(here, toEmail(), { conditionEndpoint: url })
    await settled(here)
  }

storiesOf<OrderStatus>('order', 'notifications §11.1', orderLifecycle, {
  Order_Registered: {
    Order_Processing: sent(toEmail()),
    Order_Cancelled: async (here) => {
      const [id] = await placed(here, toEmail(), { requestedSendTime: '2026-06-02T10:00:00Z' })
      await here.client.call('notifications.cancelOrder', { as: ttd, params: { id } })
    },
  },
  Order_Processing: {
    Order_Processed: sent(toEmail()),
    Order_Completed: sent({
      recipientPerson: { nationalIdentityNumber: '26878530828', channelSchema: 'Email', emailSettings: { subject: 'S', body: 'B' } },
    }),
    Order_SendConditionNotMet: asking('{"sendNotification":false}'),
    Order_Registered: async (here) => {
      await placed(here, {
        recipientPerson: { nationalIdentityNumber: '12838590150', channelSchema: 'Email', emailSettings: { subject: 'S', body: 'B' } },
      })
      const letUp = await takeDown(here, 'register')
      await here.simulator.advance({ by: 10_000 })
      await letUp()
    },
  },
  Order_Processed: { Order_Completed: sent(toEmail()) },
})

const addressOf = (channel: Channel, status: string) =>
  magicRecipients.find(
    ({ ending, ...each }) =>
      each.channel === channel && ending.at !== 'again' && (ending.at === 'never' ? `${channel}_Failed_TTL` : ending.status) === status,
  )?.address ?? ''
const to = (channel: Channel, address: string) => (channel === 'SMS' ? toPhone(address) : toEmail(`${address}@example.org`))

/** A message to the magic recipient of the status. */
const ending = (channel: Channel, status: EntryStatus) => then(order(to(channel, addressOf(channel, status))), settled, thirtyDays)
const endings = (channel: Channel, statuses: readonly EntryStatus[]) =>
  Object.fromEntries(statuses.map((status) => [status, ending(channel, status)]))

storiesOf<EntryStatus>('message', 'notifications §11.2, notifications §11.3', entryLifecycle, {
  SMS_New: { SMS_Sending: sent(toPhone()) },
  SMS_Sending: { SMS_Accepted: sent(toPhone()), ...endings('SMS', ['SMS_Failed_InvalidRecipient']) },
  SMS_Accepted: endings('SMS', entryLifecycle.moves.SMS_Accepted ?? []),
  Email_New: { Email_Sending: sent(toEmail()) },
  Email_Sending: {
    Email_New: sent(toEmail('transient@example.org')),
    Email_Succeeded: sent(toEmail()),
    ...endings('Email', [
      'Email_Failed_InvalidFormat',
      'Email_Failed_SuppressedRecipient',
      'Email_Failed_PayloadTooLarge',
      'Email_Failed_InvalidSasUrl',
    ]),
  },
  Email_Succeeded: {
    ...endings('Email', entryLifecycle.moves.Email_Succeeded ?? []),
    // The magic recipient of this status is refused earlier, at sending.
    Email_Failed_SuppressedRecipient: async (here) => {
      const [id] = await placed(here, toEmail())
      await here.simulator.advance({ by: 4_000 })
      here.simulator.reports.report('test', id, 0, 'Email_Failed_SuppressedRecipient')
    },
  },
})

/** A tester reports one status and then the other. */
const reportedTwice =
  (channel: Channel, first: EntryStatus, second: EntryStatus): Story =>
  async (here) => {
    const [id] = await placed(here, channel === 'SMS' ? toPhone() : toEmail())
    await here.simulator.advance({ by: 4_000 })
    here.simulator.reports.report('test', id, 0, first)
    here.simulator.reports.report('test', id, 0, second)
  }

storiesOf<EntryStatus>(
  'reported message',
  'notifications §13',
  reportedLifecycle,
  Object.fromEntries(
    (['SMS', 'Email'] as const).flatMap((channel) =>
      reportStatuses[channel].map((first) => [
        first,
        Object.fromEntries(reportStatuses[channel].map((second) => [second, reportedTwice(channel, first, second)])),
      ]),
    ),
  ),
)

const upload = (here: Here, fileTransferId: string, body: ReadableStream<Uint8Array> | Uint8Array) =>
  here.client.call('fileTransfer.upload', { as: sender, params: { fileTransferId }, body })

/** Two uploads run at once. The first to end publishes the file, and the other fails the transfer. */
const twoUploads =
  (before: (here: Here, fileTransferId: string) => Promise<unknown> = async () => {}): Story =>
  async (here) => {
    const fileTransferId = await initialized(here.client, { disableVirusScan: true })
    const slow = line()
    const first = upload(here, fileTransferId, slow.body)
    slow.send('begun first')
    await upload(here, fileTransferId, bytes('ended first'))
    await before(here, fileTransferId)
    slow.end()
    await first
  }

const confirm = async (here: Here, fileTransferId: string) => {
  const as = { orgNo: '370916446' }
  await here.client.call('fileTransfer.download', { as, params: { fileTransferId } })
  await here.client.call('fileTransfer.confirmDownload', { as, params: { fileTransferId } })
}

const stuck = { fileName: 'stuckscan.txt' }

storiesOf<FileTransferStatus>('file transfer', 'file-transfer §5.1, file-transfer §5.3', fileTransferLifecycle, {
  Initialized: {
    UploadStarted: ({ client }) => brokenOff(client),
    Purged: then(({ client }) => initialized(client), thirtyDays),
  },
  UploadStarted: {
    UploadStarted: async ({ client }) => breakOff(client, await brokenOff(client)),
    UploadProcessing: ({ client }) => uploaded(client),
    Published: ({ client }) => published(client),
    Failed: ({ client }) => failed(client),
    // The time to live ends before the day after which a stuck upload fails.
    Purged: then(({ client }) => brokenOff(client, { resourceId: 'standin-short' }), thirtyDays),
  },
  UploadProcessing: {
    Published: then(({ client }) => uploaded(client), settled),
    Failed: then(({ client }) => uploaded(client, { fileName: 'infected.txt' }), settled),
    Purged: then(({ client }) => uploaded(client, stuck), thirtyDays),
  },
  Published: {
    AllConfirmedDownloaded: ({ client }) => confirmed(client),
    Failed: twoUploads(),
    Purged: then(({ client }) => published(client), thirtyDays),
  },
  Cancelled: {
    Purged: then(({ simulator }) => simulator.givens.arrange('a cancelled file transfer exists', { uploaded: true }), thirtyDays),
  },
  AllConfirmedDownloaded: {
    Failed: twoUploads(confirm),
    Purged: then(({ client }) => confirmed(client), thirtyDays),
  },
  Failed: { Purged: then(({ client }) => failed(client), thirtyDays) },
})

const refusing = (here: Here) =>
  listening(here, {}, (response, { event }) => response.writeHead(event.type === 'platform.events.validatesubscription' ? 200 : 500).end())
const resent = async ({ simulator }: Here, status: DeliveryStatus) => {
  const { url } = await endpoint()
  const found = simulator.deliveries.list({ status }).deliveries.at(-1)
  await simulator.deliveries.resend(found?.id ?? '', url)
}
const refused: Story = async (here) => {
  await refusing(here)
  await initialized(here.client)
  await here.simulator.advance({ by: 4 * days })
}
const barred: Story = async (here) => {
  await subscribed(here.client, { endPoint: 'https://hooks.example.org/x' })
  await here.simulator.advance({ by: 1_000 })
  await initialized(here.client)
  await here.simulator.advance({ by: 10_000 })
}
const unsubscribed: Story = async (here) => {
  const { id } = await refusing(here)
  await initialized(here.client)
  await here.simulator.advance({ by: 1_000 })
  await here.client.call('events.deleteSubscription', { as: owner, params: { id: String(id) } })
  await here.simulator.advance({ by: 4 * days })
}

storiesOf<DeliveryStatus>('delivery', 'events §5.2, decisions §15', deliveryLifecycle, {
  waiting: {
    delivered: async (here) => {
      await listening(here)
      await initialized(here.client)
      await here.simulator.advance({ by: 10_000 })
    },
    failed: refused,
    held: barred,
    dropped: unsubscribed,
  },
  failed: { delivered: then(refused, (here) => resent(here, 'failed')) },
  held: { delivered: then(barred, (here) => resent(here, 'held')) },
  dropped: { delivered: then(unsubscribed, (here) => resent(here, 'dropped')) },
})

const deployed: Story = async (here) => {
  await register(here.client)
  await here.client.call('resources.getServiceOwner', { as: newcomer })
  await here.simulator.advance({ by: days })
}

storiesOf<StorageStatus>('storage', 'file-transfer §9', storageLifecycle, {
  NotStarted: { DeployingResources: deployed },
  DeployingResources: { Ready: deployed },
})
