/** The messages of contracts over HTTP: events, as a verifier asks for them. */

import { eventNames, eventType, eventTypes } from '../../../src/service/areas/events/cloud-events/cloud-event.ts'
import { publishedEvents } from '../../../src/service/areas/events/records/published-events.ts'
import { fileTransfers } from '../../../src/service/areas/file-transfer/records/file-transfers.ts'
import { control } from '../../support/control.ts'
import { expect, rule, test } from '../../support/rule.ts'
import { base } from '../../support/standin.ts'

const published = 'a published file transfer exists'

rule('decisions §12', 'a message is the newest event of the type and role that its description names, as it is delivered', async () => {
  const { ask } = control()
  await ask('control.arrangeProviderState', { body: { state: published, action: 'setup' } })
  const { body: state } = await ask('control.arrangeProviderState', { body: { state: published, action: 'setup' } })
  const { status, headers, body } = await ask('control.answerMessage', {
    body: { description: 'no.altinn.broker.published for the recipient' },
  })

  expect(status).toBe(200)
  expect(body).toEqual({
    specversion: '1.0',
    id: expect.any(String),
    type: 'no.altinn.broker.published',
    time: expect.any(String),
    resource: 'urn:altinn:resource:standin-plain',
    resourceinstance: state.fileTransferId,
    subject: 'urn:altinn:organization:identifier-no:370916446',
    source: `${base}/broker/api/v1/filetransfer`,
    datacontenttype: 'application/json',
    data: { Role: 'Recipient' },
  })
  expect(JSON.parse(atob(headers.get('pact-message-metadata') ?? ''))).toEqual({ contentType: 'application/json' })
})

test.for([
  ['filetransferinitialized', 'a file transfer is initialized'],
  ['uploadprocessing', published],
  ['published', published],
  ['uploadfailed', 'a file with malware is uploaded'],
  ['downloadconfirmed', 'a confirmed file transfer exists'],
  ['allconfirmeddownloaded', 'a confirmed file transfer exists'],
  ['filepurged', 'an expired file transfer exists'],
  ['fileneverconfirmeddownloaded', 'an expired file transfer exists'],
] as const)('the states of a message are arranged where no %s was published yet', async ([name, state], { ask, simulator }) => {
  const request = { description: eventType(name), providerStates: [{ name: state, params: null }], request: {} }
  const asked = async () => (await ask('control.answerMessage', { body: request })).body

  expect(eventNames).toContain(name)
  expect((await asked()).type).toBe(eventType(name))
  expect((await asked()).type).toBe(eventType(name))
  expect(simulator.world.environments.test.of(fileTransfers).size).toBe(1)
})

test('the message that validates a subscription names the subscription', async ({ ask }) => {
  const states = [{ name: 'a subscription exists' }]
  const { body } = await ask('control.answerMessage', {
    body: { description: 'platform.events.validatesubscription', providerStates: states },
  })

  expect(body).toMatchObject({
    specversion: '1.0',
    source: `${base}/events/api/v1/subscriptions/1`,
    type: 'platform.events.validatesubscription',
  })
})

test('a message of another world and environment is another one', async ({ ask, simulator }) => {
  const body = { description: 'no.altinn.broker.published', providerStates: [{ name: published }] }
  const { status } = await ask('control.answerMessage', { body, prefix: '/worlds/mine/production' })

  expect([status, simulator.knobs('mine').world.environments.production.of(publishedEvents).size]).toEqual([200, 4])
  expect(simulator.world.environments.test.of(publishedEvents).size).toBe(0)
})

test('a description without a type of event is refused with the types, the probable one first', async ({ ask }) => {
  const refused = await ask('control.answerMessage', { body: { description: 'no.altinn.broker.publised' } })

  expect(refused.status).toBe(400)
  expect(refused.body.detail).toContain('"no.altinn.broker.publised" contains no event type. Did you mean no.altinn.broker.published?')
  expect(refused.body.choices).toEqual(eventTypes)
})

test('an unknown state is refused also where such an event was published', async ({ ask }) => {
  const description = 'no.altinn.broker.published'
  await ask('control.arrangeProviderState', { body: { state: published, action: 'setup' } })
  const states = [{ name: published }, { name: 'a publshed file transfer exists' }]
  const refused = await ask('control.answerMessage', { body: { description, providerStates: states } })

  expect([refused.status, refused.body.detail, refused.body.choices]).toEqual([
    400,
    expect.stringContaining('Unknown given: "a publshed file transfer exists". Did you mean a published file transfer exists?'),
    expect.arrayContaining([published]),
  ])
})

test('a message that no state published is refused', async ({ ask }) => {
  const body = { description: 'no.altinn.broker.filepurged', providerStates: [{ name: published }] }
  expect(await ask('control.answerMessage', { body })).toMatchObject({
    status: 409,
    body: { detail: 'No event matches "no.altinn.broker.filepurged". Set up a state that publishes one.' },
  })
})
