/** Published events and the subscriptions that got them, over HTTP. */
import { anyName } from '../../../src/service/wire/misuse.ts'
import { refusal } from '../../support/control.ts'
import { initialized, published, recipient, sender } from '../../support/file-transfers.ts'
import { expect, rule } from '../../support/rule.ts'
import { base } from '../../support/standin.ts'
import { both, listening, owner, short, subjectOf, subscribed, subscriber, urn } from '../../support/subscribers.ts'

const endPoint = 'https://hooks.example.org/x'

rule('decisions §12', 'each event says which subscriptions matched, and why the others did not', async ({ here }) => {
  await initialized(here.client)
  await here.simulator.advance({ by: 2_000 })
  const matching = await listening(here)
  const deleted = await listening(here)
  await subscribed(here.client, { endPoint, as: subscriber(recipient) })
  await subscribed(here.client, { endPoint, typeFilter: 'no.altinn.broker.published' })
  await listening(here, {}, (response) => response.writeHead(500).end())
  await subscribed(here.client, { endPoint, resourceFilter: 'urn:altinn:resource:standin-kept' })
  const transfer = await initialized(here.client)
  await here.simulator.advance({ by: 1_000 })
  await here.client.call('events.deleteSubscription', { as: owner, params: { id: String(deleted.id) } })
  const { body } = await here.ask('control.listEvents')

  expect(body.total).toBe(2)
  expect(body.events[0].subscriptions.map(({ why }: { why: string }) => why)).toEqual(Array(4).fill('it was created after the event'))
  expect(body.events[1]).toEqual({
    environment: 'test',
    causedBy: '8.0',
    event: {
      specversion: '1.0',
      id: expect.any(String),
      type: 'no.altinn.broker.filetransferinitialized',
      time: '2026-06-01T10:00:06Z',
      resource: urn,
      resourceinstance: transfer,
      subject: subjectOf(sender),
      source: `${base}/broker/api/v1/filetransfer`,
      datacontenttype: 'application/json',
      data: { Role: 'Sender' },
    },
    subscriptions: [
      {
        id: matching.id,
        consumer: '/org/ttd',
        endPoint: matching.url,
        matched: true,
        why: null,
        deliveries: [{ id: expect.any(String), status: 'delivered' }],
      },
      {
        id: deleted.id,
        consumer: '/org/ttd',
        endPoint: deleted.url,
        matched: true,
        why: null,
        deliveries: [{ id: expect.any(String), status: 'delivered' }],
      },
      {
        id: 3,
        consumer: '/organisation/370916446',
        endPoint,
        matched: false,
        why: `it filters for the subject ${subjectOf(recipient)}`,
        deliveries: [],
      },
      { id: 4, consumer: '/org/ttd', endPoint, matched: false, why: 'it filters for the type no.altinn.broker.published', deliveries: [] },
      { id: 5, consumer: '/org/ttd', endPoint: expect.any(String), matched: false, why: 'it was not validated', deliveries: [] },
    ],
  })
})

rule('decisions §12', 'events are filtered by transfer, type and subject', async ({ here }) => {
  const one = await published(here.client, both)
  await published(here.client)
  await here.simulator.advance({ by: 1_000 })
  const told = async (query: Record<string, string>) => {
    const { body } = await here.ask('control.listEvents', { query })
    expect(body.total).toBe(body.events.length)
    return body.events.map(({ event }: { event: { type: string; subject: string } }) => short(event))
  }

  expect(await told({ transfer: one.toUpperCase() })).toEqual(['filetransferinitialized S', 'published S', 'published R1', 'published R2'])
  expect(await told({ type: 'published', subject: recipient.orgNo })).toEqual(['published R1', 'published R1'])
  expect(await told({ type: 'no.altinn.broker.published', subject: subjectOf(recipient), transfer: one })).toEqual(['published R1'])
  expect(await told({ transfer: 'nothing' })).toEqual([])
  expect((await here.ask('control.listEvents', { query: { kind: 'x' } })).status).toBe(400)
  const misspelt = await here.ask('control.listEvents', { query: { type: 'publised' } })
  expect(misspelt).toMatchObject(refusal(400, 'Unknown event type: "publised". Did you mean published? '))
})

rule('decisions §2, decisions §12', 'both environments of a world are shown, and a reset forgets', async ({ here }) => {
  await initialized(here.client)
  await initialized(here.clientOf('/production'))
  await here.simulator.advance({ by: 1_000 })
  const shown = await here.ask('control.listEvents')
  await here.ask('control.reset')

  expect(shown.body.events.map(({ environment }: { environment: string }) => environment)).toEqual(['test', 'production'])
  expect((await here.ask('control.listEvents')).body.total).toBe(0)
})

rule('decisions §12', 'an event that a scenario keeps from a subscription says which scenario', async ({ here }) => {
  const { simulator, ask, client } = here
  await listening(here)
  await ask('control.defineScenario', { body: { name: 'silence', summary: 'Events are lost', rules: [{ events: { drop: 1 } }] } })
  const why = async () => (await ask('control.listEvents')).body.events.at(-1).subscriptions[0].why
  for (const scenario of ['subscriptions-cached', 'silence']) {
    await simulator.scenarios.off()
    await simulator.scenarios.use(anyName(scenario))
    await initialized(client)
    await simulator.advance({ by: 1_000 })

    expect(await why()).toBe(`the ${scenario} scenario suppressed the event`)
  }
  simulator.journal.clear()

  expect(await why()).toBe('a scenario suppressed the event; the journal line that names the scenario no longer exists')
})
