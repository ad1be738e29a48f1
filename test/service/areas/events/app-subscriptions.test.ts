import type { Identity } from '../../../../src/service/areas/client.ts'
import { recipient } from '../../../support/file-transfers.ts'
import { expect, rule } from '../../../support/rule.ts'
import { base, type Standin, standin } from '../../../support/standin.ts'
import { endpoint, owner } from '../../../support/subscribers.ts'

const app = 'urn:altinn:resource:app_ttd_apps-test'
const source = 'https://ttd.apps.altinn.no/ttd/apps-test'
const endPoint = 'https://hooks.example.org/apps'
const plain: Identity = { orgNo: recipient.orgNo, scope: 'altinn:events.subscribe' }
const withoutScope: Identity = { org: 'ttd', orgNo: '991825827', scope: 'altinn:broker.read' }

async function subscribe({ send, simulator }: Standin, body: object, as: Identity = withoutScope) {
  const { token } = await simulator.token(as)
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const response = await send(
    new Request(`${base}/events/api/v1/subscriptions`, { method: 'POST', headers, body: JSON.stringify({ endPoint, ...body }) }),
  )
  const text = await response.text()
  return { status: response.status, body: text === '' ? undefined : JSON.parse(text) }
}

for (const [host, status] of [
  ['ttd.apps.altinn.no', 201],
  ['ttd.apps.tt02.altinn.no', 201],
  ['ttd.apps.at22.altinn.cloud', 201],
  ['TTD.APPS.AT22.ALTINN.CLOUD', 201],
  ['ttd.apps.example.org', 403],
  ['ttd.apps.altinn.no.example.org', 403],
  ['altinn.no', 403],
] as const) {
  rule('events §4.6', `${host} ${status === 201 ? 'names an app, and needs no scope' : 'names no app, and needs the scope'}`, async () => {
    expect((await subscribe(standin(), { sourceFilter: `https://${host}/ttd/apps-test` })).status).toBe(status)
  })
}

for (const [what, body, status, answer, as] of [
  ['its resource alone', { resourceFilter: app }, 201, { resourceFilter: app }],
  ['source and resource', { sourceFilter: source, resourceFilter: app }, 201, { sourceFilter: source, resourceFilter: app }],
  [
    'filters-incompatible: the source of another app',
    { sourceFilter: `${source}s`, resourceFilter: app },
    400,
    'Provided resource filter and source filter are not compatible',
  ],
  [
    'app-missing: a source without an app',
    { sourceFilter: 'https://ttd.apps.altinn.no/ttd' },
    400,
    'A valid app id is required in source filter {environment}/{org}/{app}',
  ],
  [
    'an app of another owner',
    { sourceFilter: 'https://brg.apps.altinn.no/brg/apps-test' },
    403,
    'Not authorized to create a subscription for resource urn:altinn:resource:app_brg_apps-test.',
  ],
  [
    'an organization without a code and a subject',
    { sourceFilter: source },
    400,
    'A valid subject to the authenticated identity is required',
    plain,
  ],
  [
    'an organization for itself',
    { sourceFilter: source, alternativeSubjectFilter: '/organisation/370916446' },
    403,
    `Not authorized to create a subscription for resource ${app}.`,
    plain,
  ],
  [
    'an alternative subject: an organization',
    { sourceFilter: source, alternativeSubjectFilter: '/organisation/974760673' },
    201,
    { subjectFilter: '/party/50001' },
  ],
  [
    'an alternative subject: a person',
    { sourceFilter: source, alternativeSubjectFilter: '/person/12838590150' },
    201,
    { subjectFilter: '/party/60000' },
  ],
  [
    'subject-missing: an alternative subject that nobody knows',
    { sourceFilter: source, alternativeSubjectFilter: '/organisation/310000009' },
    400,
    'A valid subject to the authenticated identity is required',
  ],
  [
    'a subject besides an alternative one',
    { sourceFilter: source, subjectFilter: '/party/7', alternativeSubjectFilter: '/person/1' },
    201,
    { subjectFilter: '/party/7' },
  ],
] as [what: string, body: object, status: number, answer: string | object, as?: Identity][]) {
  rule('events §4.6', `${what}: ${status}`, async () => {
    const answered = await subscribe(standin({ openResources: false }), body, as)

    expect(answered.status).toBe(status)
    if (typeof answer === 'string') expect(answered.body).toBe(answer)
    else expect(answered.body).toMatchObject(answer)
    expect(answered.body).not.toHaveProperty('alternativeSubjectFilter')
  })
}

rule('events §4.6', 'an app that nobody has described exists where resources are open, for its owner', async () => {
  const wish = { sourceFilter: 'https://ttd.apps.altinn.no/ttd/other' }
  const statusOf = async (openResources: boolean, as: Identity) => (await subscribe(standin({ openResources }), wish, as)).status
  const brg: Identity = { org: 'brg', orgNo: '974760673', scope: '' }

  expect([await statusOf(true, withoutScope), await statusOf(true, brg), await statusOf(false, withoutScope)]).toEqual([201, 403, 403])
})

rule('events §4.6', 'records that are added continue the count of parties', async ({ here }) => {
  here.simulator.contacts.put({ number: '310000009', name: 'New', emails: [], mobiles: [] })
  const { body } = await subscribe(here, { sourceFilter: source, alternativeSubjectFilter: '/organisation/310000009' })

  expect(body.subjectFilter).toBe(`/party/${50_000 + here.simulator.world.fixtures.organizations.length}`)
})

rule('events §4.6, events §4.5', 'an event matches where its source begins with the source filter', async ({ here }) => {
  const { url, events } = await endpoint()
  await subscribe(here, { endPoint: url, sourceFilter: source })
  await here.simulator.advance({ until: 'settled' })
  const { token } = await here.simulator.token({ ...owner, scope: 'altinn:events.publish' })
  for (const [id, from] of [
    ['1', `${source}/instances/1`],
    ['2', 'https://ttd.apps.altinn.no/ttd/apps'],
  ] as const) {
    const body = JSON.stringify({ specversion: '1.0', id, source: from, type: 'app.instance.created', resource: app })
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/cloudevents+json' }
    await here.send(new Request(`${base}/events/api/v1/events`, { method: 'POST', headers, body }))
  }
  await here.simulator.advance({ until: 'settled' })

  expect(events().map(({ event }) => event.id)).toEqual(['1'])
})
