/** Which events are published, when, and to which subscriptions they go. */
import { plainCircumstances } from '../../../../../src/service/areas/circumstances.ts'
import { publish, publishedId } from '../../../../../src/service/areas/events/jobs/publish.ts'
import { actOf } from '../../../../../src/service/engine/context.ts'
import { randomOf } from '../../../../../src/service/world/world.ts'
import {
  breakOff,
  bytes,
  confirm,
  failed,
  initialized,
  iso,
  otherRecipient,
  published,
  recipient,
  sender,
  uploaded,
} from '../../../../support/file-transfers.ts'
import { expect, rule, test } from '../../../../support/rule.ts'
import { switchOn } from '../../../../support/rules.ts'
import { base, type Standin, standin } from '../../../../support/standin.ts'
import { both, endpoint, listening, publishedOf, short, subjectOf, subscribed, subscriber, urn } from '../../../../support/subscribers.ts'

const days = 24 * 3_600_000
const { fileName: _name, ...kept } = { ...both, fileName: '', resourceId: 'standin-kept' }

const never = ['fileneverconfirmeddownloaded R1', 'fileneverconfirmeddownloaded R2', 'fileneverconfirmeddownloaded S']
const scanned = ['filetransferinitialized S', 'uploadprocessing S', 'published S', 'published R1', 'published R2']
const unscanned = scanned.filter((each) => each !== 'uploadprocessing S')

/** Each begins and goes on; then 31 days pass. */
const stories: [story: string, tell: (here: Standin) => Promise<unknown>, events: string[]][] = [
  [
    'scan on, all confirm, purge after confirm enabled',
    async ({ client, simulator }) => {
      const id = await uploaded(client, both)
      await simulator.advance({ until: 'settled' })
      await confirm(client, id, recipient, otherRecipient)
    },
    [
      ...scanned,
      'downloadconfirmed R1',
      'downloadconfirmed S',
      'downloadconfirmed R2',
      'downloadconfirmed S',
      'allconfirmeddownloaded S',
      'filepurged S',
    ],
  ],
  ['no recipient confirms before the expiry, scan off', ({ client }) => published(client, both), [...unscanned, 'filepurged S', ...never]],
  [
    'one of two confirms until expiry',
    async ({ client }) => confirm(client, await published(client, both), recipient),
    [
      ...unscanned,
      'downloadconfirmed R1',
      'downloadconfirmed S',
      'filepurged S',
      'fileneverconfirmeddownloaded R2',
      'fileneverconfirmeddownloaded S',
    ],
  ],
  [
    'malware',
    ({ client }) => uploaded(client, { ...both, fileName: 'infected.txt' }),
    ['filetransferinitialized S', 'uploadprocessing S', 'uploadfailed S', ...never, 'filepurged S', ...never],
  ],
  [
    'all confirmed, purge after confirm disabled',
    async ({ client }) => confirm(client, await published(client, kept), recipient, otherRecipient),
    [
      ...unscanned,
      'downloadconfirmed R1',
      'downloadconfirmed S',
      'downloadconfirmed R2',
      'downloadconfirmed S',
      'allconfirmeddownloaded S',
      'filepurged S',
    ],
  ],
  ['never uploaded', ({ client }) => initialized(client, both), ['filetransferinitialized S', 'filepurged S', ...never]],
  ['streaming checksum mismatch', ({ client }) => failed(client, both), ['filetransferinitialized S', 'filepurged S', ...never]],
  [
    'an upload that never ended',
    async ({ client }) => breakOff(client, await initialized(client, both)),
    ['filetransferinitialized S', 'uploadfailed S', 'filepurged S', ...never],
  ],
  [
    'an upload that loses against another',
    async ({ client, simulator }) => {
      const fileTransferId = await initialized(client, { ...both, fileName: 'stuckscan.txt' })
      const line = Promise.withResolvers<ReadableStreamDefaultController<Uint8Array>>()
      const late = new ReadableStream<Uint8Array>({ start: line.resolve })
      const upload = (body: Uint8Array | ReadableStream) =>
        client.call('fileTransfer.upload', { as: sender, params: { fileTransferId }, body })
      const loser = upload(late)
      const controller = await line.promise
      await upload(bytes('the winner'))
      await simulator.advance({ by: 1 })
      controller.close()
      await loser
    },
    ['filetransferinitialized S', 'uploadprocessing S', 'uploadfailed S', 'filepurged S', ...never],
  ],
]

for (const [story, tell, events] of stories) {
  rule('events §2.1', `events.publish: ${story}: these events, in this order, once each`, async ({ here }) => {
    await tell(here)
    await here.simulator.advance({ by: 31 * days })

    expect(publishedOf(here)).toEqual(events)
  })
}

rule('events §2', 'a download, a repeated confirmation and a refused call publish nothing', async ({ here }) => {
  const id = await published(here.client, both)
  await confirm(here.client, id, recipient)
  await here.simulator.advance({ until: 'settled' })
  const before = publishedOf(here)
  await confirm(here.client, id, recipient)
  await here.client.call('fileTransfer.confirmDownload', { as: otherRecipient, params: { fileTransferId: id } })
  await here.client.call('fileTransfer.upload', { as: sender, params: { fileTransferId: id }, body: bytes('again') })
  await here.simulator.advance({ until: 'settled' })

  expect(publishedOf(here)).toEqual(before)
})

rule('events §3, events §3.2', 'each event has its subject, its time and its id', async () => {
  const here = standin({ pace: 'real' })
  const asSent = `urn:altinn:organization:identifier-no:${sender.orgNo}`
  const id = await published(here.client, { sender: asSent })
  await here.simulator.advance({ until: 'settled' })
  const [first, toSender, toRecipient] = here.simulator.events.list().events.map(({ event }) => event)

  expect(first).toEqual({
    specversion: '1.0',
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    type: 'no.altinn.broker.filetransferinitialized',
    time: '2026-06-01T10:00:01Z',
    resource: urn,
    resourceinstance: id,
    subject: subjectOf(sender),
    source: `${base}/broker/api/v1/filetransfer`,
    datacontenttype: 'application/json',
    data: { Role: 'Sender' },
  })
  expect([toSender?.id, toRecipient?.id]).toEqual([publishedId(id, 'Sender', asSent), publishedId(id, 'Recipient', iso(recipient))])
  expect(toRecipient).toMatchObject({ subject: subjectOf(recipient), data: { Role: 'Recipient' } })
})

for (const [pace, milliseconds] of [
  ['fast', 1_000],
  ['real', 2_000],
] as const) {
  rule('decisions §8', `at the pace ${pace} an endpoint is called ${milliseconds} ms after the change`, async () => {
    const here = standin({ pace })
    const { events } = await listening(here)
    await initialized(here.client)
    await here.simulator.advance({ by: milliseconds - 1 })
    const before = events().length
    await here.simulator.advance({ by: 1 })

    expect([before, events().length]).toEqual([0, 1])
  })
}

rule('decisions §12, events §2.1', "a tester's intervention publishes the same events as the service's own work", async ({ here }) => {
  const [scanned, expired] = [await uploaded(here.client, { fileName: 'stuckscan.txt' }), await initialized(here.client)]
  await here.simulator.fileTransfers.scan('test', scanned, 'clean')
  await here.simulator.fileTransfers.expire('test', expired)
  const { fileTransferId: generated } = here.simulator.fileTransfers.publish('test', { size: 1_000_000_000 })
  await here.simulator.advance({ by: 1_000 })

  expect(publishedOf(here, scanned)).toEqual(['filetransferinitialized S', 'uploadprocessing S', 'published S', 'published R1'])
  expect(publishedOf(here, expired)).toEqual([
    'filetransferinitialized S',
    'filepurged S',
    'fileneverconfirmeddownloaded R1',
    'fileneverconfirmeddownloaded S',
  ])
  expect(publishedOf(here, generated)).toEqual(['filetransferinitialized S', 'published S', 'published R1'])
})

rule('decisions §13, events §1', 'an event is lost while the events service is down, and the journal says so', async ({ here }) => {
  const id = await initialized(here.client)
  await switchOn(here, [{ outage: 'events' }])
  const { happened } = await here.simulator.advance({ until: 'settled' })
  await here.simulator.scenarios.off()
  await here.simulator.advance({ by: 3_600_000 })

  expect(happened).toMatchObject([{ what: 'events.publish', id, lost: 'events cannot be reached' }])
  expect(publishedOf(here)).toEqual([])
})

rule('decisions §13', 'events wait while the database is down, and are published afterwards', async ({ here }) => {
  await initialized(here.client)
  await switchOn(here, [{ outage: 'database' }], { ttl: 60_000 })
  await here.simulator.advance({ by: 30_000 })
  const during = publishedOf(here)
  await here.simulator.advance({ by: 60_000 })

  expect([during, publishedOf(here)]).toEqual([[], ['filetransferinitialized S']])
})

rule('events §4.4', 'events from before the validation of an endpoint are not sent later', async ({ here }) => {
  await initialized(here.client)
  await here.simulator.advance({ until: 'settled' })
  const { events } = await listening(here)
  await here.simulator.advance({ by: days })

  expect(events()).toEqual([])
})

rule('events §4.4', 'an endpoint that validates slowly gets the events of the same instant', async ({ here }) => {
  const told: string[] = []
  const { url } = await endpoint((response, { event }) => {
    told.push(event.type)
    setTimeout(() => response.end(), 50)
  })
  await subscribed(here.client, { endPoint: url })
  await initialized(here.client)
  await here.simulator.advance({ until: 'settled' })

  expect(told).toEqual(['platform.events.validatesubscription', 'no.altinn.broker.filetransferinitialized'])
})

rule('events §4.5', 'a subscription gets only the events that it asks for', async ({ here }) => {
  const hooks = {
    everything: await listening(here),
    recipient: await listening(here, { as: subscriber(recipient) }),
    publications: await listening(here, { typeFilter: 'no.altinn.broker.published' }),
    'publications to R2': await listening(here, { as: subscriber(otherRecipient), typeFilter: 'no.altinn.broker.published' }),
    'another resource': await listening(here, { resourceFilter: 'urn:altinn:resource:standin-kept' }),
    'an empty type': await listening(here, { typeFilter: '' }),
    'an empty subject': await listening(here, { subjectFilter: '' }),
    capitals: await listening(here, { typeFilter: 'no.altinn.broker.Published' }),
  }
  await published(here.client, both)
  await here.simulator.advance({ until: 'settled' })
  const told = Object.fromEntries(
    Object.entries(hooks).map(([name, { events }]) => [
      name,
      events()
        .map(({ event }) => short(event))
        .sort(),
    ]),
  )

  expect(told).toEqual({
    everything: [...unscanned].sort(),
    recipient: ['published R1'],
    publications: ['published R1', 'published R2', 'published S'],
    'publications to R2': ['published R2'],
    'another resource': [],
    'an empty type': [],
    'an empty subject': [],
    capitals: [],
  })
})

rule('decisions §2', 'the two environments share no events', async ({ here }) => {
  const { events } = await listening(here)
  await initialized(here.clientOf('/production'))
  await here.simulator.advance({ until: 'settled' })

  expect(events()).toEqual([])
  expect(here.simulator.events.list().events).toMatchObject([{ environment: 'production', subscriptions: [] }])
})

for (const [plan, seconds] of [
  [[], []],
  [[0], [1]],
  [[5_000], [6]],
  [
    [0, 0],
    [1, 1],
  ],
] as const) {
  test(`a circumstance can send an event ${plan.length} times, after ${plan.join(' and ') || 'nothing'} ms`, async ({ here }) => {
    const { id } = await listening(here)
    const fileTransferId = await initialized(here.client)
    const { world } = here.simulator
    const began = world.clock.now()
    const circumstances = { ...plainCircumstances, delivery: () => plan }
    const { test: environment } = world.environments
    const acting = { world, environment, cause: '99.0', circumstances, random: randomOf(world, 'test'), line: { commits: 0 } }
    const act = actOf(acting, { cause: '99', nth: 0 })
    await here.simulator.advance({ by: 1_000 })
    const before = here.simulator.deliveries.list().deliveries.length
    await publish.run(
      { fileTransferId, name: 'filepurged', role: 'Sender', actor: iso(sender), resourceId: 'standin-plain', sender: iso(sender) },
      act,
    )
    const made = here.simulator.deliveries.list().deliveries.slice(before)

    expect(made.map(({ subscription, next }) => [subscription, (Date.parse(next ?? '') - began) / 1000])).toEqual(
      seconds.map((at) => [id, at]),
    )
  })
}
