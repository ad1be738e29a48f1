import type { Identity } from '../../../../src/service/areas/client.ts'
import { subscriptions } from '../../../../src/service/areas/events/records/subscriptions.ts'
import { platformIssuer } from '../../../../src/service/tokens/caller.ts'
import { enterpriseToken } from '../../../../src/service/tokens/issue.ts'
import { recipient, sender, stranger } from '../../../support/file-transfers.ts'
import { hosted, hostNames } from '../../../support/hosts.ts'
import { expect, rule, test } from '../../../support/rule.ts'
import { base, type Standin, standin, start } from '../../../support/standin.ts'
import { endpoint, owner, subjectOf, subscriber, urn } from '../../../support/subscribers.ts'

const endPoint = 'https://hooks.example.org/altinn/broker'
const wish = { endPoint, resourceFilter: urn, subjectFilter: subjectOf(recipient) }

async function create(
  { client }: Pick<Standin, 'client'>,
  body: unknown = wish,
  as: Identity | null = subscriber(recipient),
  headers = {},
) {
  const { status, text, headers: answered } = await client.call('events.createSubscription', { as, body, headers })
  return { status, text, type: answered.get('content-type'), headers: answered, body: text === '' ? undefined : JSON.parse(text) }
}

for (const host of hostNames) {
  rule('events §4.3', `a subscription has its members in this order, and a location in the singular: ${host}`, async () => {
    const here = await hosted(host)
    const { status, text, headers } = await create(here, { ...wish, typeFilter: 'no.altinn.broker.published', unknown: 1 })

    expect([status, headers.get('location')]).toEqual([201, '/events/api/v1/subscription/1'])
    expect(text).toBe(
      `{"id":1,"endPoint":"${endPoint}","resourceFilter":"${urn}","subjectFilter":"${subjectOf(recipient)}",` +
        '"typeFilter":"no.altinn.broker.published","consumer":"/organisation/370916446","createdBy":"/organisation/370916446",' +
        '"created":"2026-06-01T10:00:00Z","validated":false,"includeSubunits":false}',
    )
  })
}

rule('events §4', 'names are read in any case, and null counts as absent', async ({ here }) => {
  const { status, body } = await create(here, {
    ENDPOINT: 'https://HOOKS.example.org',
    resourcefilter: urn,
    SubjectFilter: subjectOf(recipient),
    typeFilter: null,
    sourceFilter: null,
    alternativeSubjectFilter: '',
    includeSubunits: true,
  })

  expect([status, body.endPoint, body.includeSubunits, 'typeFilter' in body]).toEqual([201, 'https://hooks.example.org/', true, false])
})

const empty = { text: '', type: null }
const said = (text: string) => ({ text: JSON.stringify(text), type: 'application/json; charset=utf-8' })
const problem = { type: 'application/json; charset=utf-8' }

/** In order: each request also breaks all rules below its own. */
const ruined = {
  endPoint: 'nowhere',
  sourceFilter: 'http://example.org/',
  resourceFilter: 'No Urn',
  alternativeSubjectFilter: 'x',
  includeSubunits: true,
}
const without = { orgNo: recipient.orgNo, scope: 'altinn:broker.read' }
const able = subscriber(recipient)
const sourceFilter = 'https://example.org/'
const wrong = (text: string) => ({ status: 400, ...said(text) })
const refused: [key: string, body: unknown, as: Identity | null, answer: object, headers?: Record<string, string>][] = [
  ['unsupported-media-type', '{', null, { status: 415, ...empty }, { 'content-type': 'text/plain' }],
  ['unauthenticated', '{', null, { status: 401, ...empty }, { 'content-type': '' }],
  ['unreadable-media-type', '{', without, { status: 415, ...problem }, { 'content-type': '' }],
  [
    'events-failure',
    '{',
    without,
    { status: 500, type: 'application/problem+json; charset=utf-8' },
    { 'content-type': 'application/json; charset=utf-16' },
  ],
  ['validation', '{', without, { status: 400, ...problem }],
  ['endpoint-missing', ruined, without, wrong('Missing or invalid endpoint to push events towards')],
  ['source-filter-not-absolute', { ...ruined, endPoint }, without, wrong('SourceFilter must be an absolute URL with the https scheme.')],
  ['forbidden', { ...ruined, endPoint, sourceFilter }, without, { status: 403, ...empty }],
  ['resource-filter-no-urn', { ...ruined, endPoint, sourceFilter }, able, wrong('Resource filter must be a valid urn')],
  ['resource-filter-missing', { ...ruined, endPoint, sourceFilter, resourceFilter: null }, able, wrong('Resource filter is required.')],
  [
    'source-filter-unsupported',
    { ...ruined, endPoint, sourceFilter, resourceFilter: urn },
    able,
    wrong('Source filter is not supported for subscriptions on this resource.'),
  ],
  [
    'alternative-subject-unsupported',
    { ...ruined, endPoint, sourceFilter: undefined, resourceFilter: urn },
    able,
    wrong('AlternativeSubject filter is not supported for subscriptions on this resource.'),
  ],
  [
    'subunits-without-subject',
    { endPoint, resourceFilter: urn, includeSubunits: true },
    able,
    wrong('IncludeSubunits requires a subject filter.'),
  ],
  [
    'subscription-not-authorized',
    { endPoint, resourceFilter: urn },
    able,
    { status: 403, ...said(`Not authorized to create a subscription for resource ${urn}.`) },
  ],
]
for (const [key, body, as, answer, headers] of refused) {
  for (const dialect of ['spec', 'live'] as const) {
    rule('events §4.2', `${key}, before anything that comes after it: ${dialect}`, async () => {
      const here = standin({ dialect })
      const answered = await create(here, body, as, headers)

      expect(answered).toMatchObject(answer)
      if (key === 'unauthenticated') expect(answered.headers.get('www-authenticate')).toBeNull()
      expect(here.simulator.world.environments.test.of(subscriptions).records.size).toBe(0)
    })
  }
}

for (const [what, body] of [
  ['no body', ''],
  ['null', 'null'],
  ['a list', '[]'],
  ['a number for a text', { ...wish, typeFilter: 1 }],
  ['a text for a flag', { ...wish, includeSubunits: 'true' }],
  ['null for a flag', { ...wish, includeSubunits: null }],
  ['an address without a host', { ...wish, endPoint: 'https://' }],
  ['a gigantic address', { ...wish, endPoint: `https://example.org/${'x'.repeat(1_000_000)}` }],
] as const) {
  rule('events §4.2 #3', `${what} is a validation problem`, async ({ here }) => {
    const answered = await create(here, body, subscriber(recipient))

    expect(answered).toMatchObject({
      status: 400,
      type: 'application/json; charset=utf-8',
      body: { title: 'One or more validation errors occurred.', status: 400, errors: expect.any(Object), traceId: expect.any(String) },
    })
    expect(answered.text.length).toBeLessThan(10_000)
  })
}

for (const [endPoint, outbound, status] of [
  ['http://127.0.0.1:9/x', 'loopback', 201],
  ['http://localhost:9/x', 'off', 201],
  ['http://hooks.example.org/x', 'loopback', 400],
  ['http://hooks.example.org/x', 'off', 400],
  ['http://hooks.example.org/x', 'all', 201],
  ['https://hooks.example.org/x', 'off', 201],
  ['HTTPS://hooks.example.org/x', 'loopback', 201],
  ['ftp://127.0.0.1/x', 'all', 400],
  ['file:///etc/passwd', 'all', 400],
  ['javascript:alert(1)', 'all', 400],
  ['/relative', 'all', 400],
  ['//hooks.example.org/x', 'all', 400],
  ['https:hooks.example.org', 'all', 400],
  ['', 'all', 400],
] as const) {
  rule('events §4.1, decisions §15', `under ${outbound} the endpoint ${JSON.stringify(endPoint)} is answered ${status}`, async () => {
    expect((await create(standin({ outbound }), { ...wish, endPoint })).status).toBe(status)
  })
}

for (const [resourceFilter, fault] of [
  ['', 'Resource filter must be a valid urn'],
  ['urn:altinn:resource:Acme', 'Resource filter must be a valid urn'],
  ['urn:altinn:resource:', 'Resource filter must be a valid urn'],
  [`urn:altinn:resource:${'x'.repeat(101)}`, 'Resource filter must be a valid urn'],
  [`urn${':x'.repeat(12)}`, 'Resource filter must be a valid urn'],
  ['urn:altinn:other:acme', 'Not authorized to create a subscription for resource urn:altinn:other:acme.'],
  ['urn:altinn:resource:a:b', 'Not authorized to create a subscription for resource urn:altinn:resource:a:b.'],
] as const) {
  rule('events §4.1', `the resource ${resourceFilter.slice(0, 40)} is refused`, async () => {
    const { body } = await create(standin(), { ...wish, resourceFilter }, subscriber(recipient))

    expect(body).toBe(fault)
  })
}

const rights: [who: string, as: Identity, resource: string, subject: string | undefined, openResources: boolean, status: number][] = [
  ['an organization, for itself', subscriber(recipient), 'standin-plain', subjectOf(recipient), true, 201],
  ['an organization, for another', subscriber(recipient), 'standin-plain', subjectOf(sender), true, 403],
  ['an organization, for every subject', subscriber(recipient), 'standin-plain', undefined, true, 403],
  ['an organization, for every subject on an open resource', subscriber(recipient), 'anything', undefined, true, 403],
  ['an organization, for itself on an open resource', subscriber(stranger), 'anything', subjectOf(stranger), true, 201],
  ['an organization, on a resource that does not exist', subscriber(stranger), 'anything', subjectOf(stranger), false, 403],
  ['the owner, for every subject', owner, 'standin-plain', undefined, true, 201],
  ['the owner, for one', owner, 'standin-plain', subjectOf(recipient), true, 201],
  ['another owner, for every subject', { ...owner, org: 'brg', orgNo: '974760673' }, 'standin-plain', undefined, true, 403],
  ['another owner, on an open resource', { ...owner, org: 'brg', orgNo: '974760673' }, 'anything', undefined, true, 201],
  ['the owner, on a resource that it has not configured yet', owner, 'standin-unconfigured', undefined, true, 201],
  ['the owner, on a resource that is no longer registered', owner, 'standin-unregistered', undefined, true, 403],
  ['the owner without its code', { orgNo: '991825827', scope: owner.scope }, 'standin-plain', undefined, true, 403],
]
for (const [who, as, resource, subjectFilter, openResources, status] of rights) {
  rule('events §4.2 #12, decisions §3', `${who}: ${status}`, async () => {
    const here = standin({ openResources })
    const org = as.org ?? undefined
    const { token } = await here.simulator.token({ ...as, org })
    const resourceFilter = `urn:altinn:resource:${resource}`
    // The default token of an owner has its code. This one has none.
    const bare = org === undefined && as.orgNo === owner.orgNo ? await codeless(here, as) : token
    const answered = await create(here, { endPoint, resourceFilter, subjectFilter }, null, { authorization: `Bearer ${bare}` })

    expect(answered.status).toBe(status)
  })
}

const codeless = ({ simulator }: Standin, { orgNo, scope = '' }: Identity) =>
  simulator.world.keys.sign(
    enterpriseToken({ orgNo, scopes: scope.split(' '), now: Date.parse(start), ttl: 600, guid: () => 'x', issuer: platformIssuer(base) }),
  )

rule('events §4.3', 'the consumer of a token is its code, else its system user, else its organization', async ({ here }) => {
  const system = await here.simulator.token({ orgNo: sender.orgNo, systemUserOrg: recipient.orgNo })
  const asSystem = await create(here, wish, null, { authorization: `Bearer ${system.token}` })
  const asOrganization = await create(here)
  const asOwner = await create(here, { ...wish, subjectFilter: null }, owner)

  expect(asSystem.body.consumer).toMatch(/^\/systemuser\/[0-9a-f-]{36}$/)
  expect([asOrganization.body.consumer, asOwner.body.consumer]).toEqual(['/organisation/370916446', '/org/ttd'])
  expect(new Set([asSystem, asOrganization, asOwner].map(({ body }) => body.id)).size).toBe(3)
})

rule('authentication §5.3', 'the scope is compared in any case', async () => {
  expect((await create(standin(), wish, { orgNo: recipient.orgNo, scope: 'Altinn:Events.SUBSCRIBE' })).status).toBe(201)
})

rule('events §4.3', 'the same subscription again is the existing one, and is validated again', async ({ here }) => {
  const { url, all } = await endpoint()
  const first = await create(here, { ...wish, endPoint: url })
  await here.simulator.advance({ by: 1_000 })
  const again = await create(here, { ...wish, endPoint: url })
  const others = await Promise.all([
    create(here, { ...wish, endPoint: `${url}2` }),
    create(here, { ...wish, endPoint: url, typeFilter: 'x' }),
    create(here, { ...wish, endPoint: url, includeSubunits: true }),
  ])
  await here.simulator.advance({ by: 1_000 })

  expect([again.status, again.body.id, again.body.validated]).toEqual([201, first.body.id, true])
  expect(others.map(({ body }) => body.id)).toEqual([2, 3, 4])
  expect(new Set(all.map(({ event }) => event.id)).size).toBe(5)
  expect(all.filter(({ event }) => event.source.endsWith('/1'))).toHaveLength(2)
})

rule('decisions §13', 'without the authorization service no subscription is made', async ({ here }) => {
  await here.simulator.scenarios.use('outage-authorization')
  const { status, body } = await create(here)

  expect([status, body.code]).toEqual([503, 'NOT-00004'])
})

rule('events §4.2', 'a wrong method is refused without a body, with the right methods', async () => {
  const response = await standin().send(new Request(`${base}/events/api/v1/subscriptions`, { method: 'PUT' }))

  expect([response.status, await response.text(), response.headers.get('allow')]).toEqual([405, '', 'GET, POST'])
})

/** A search through all subscriptions would look at two billion of them. */
test('a subscription is found among very many', async ({ here }) => {
  const all = here.simulator.world.environments.test.of(subscriptions)
  for (let nth = 0; nth < 50_000; nth++) {
    all.add({
      endPoint: `https://x.example/${nth}`,
      resourceFilter: `urn:altinn:resource:r${nth}`,
      subjectFilter: null,
      typeFilter: null,
      includeSubunits: false,
      consumer: `/organisation/${nth}`,
      orgNo: '1',
      base: '',
      created: 0,
      validated: 0,
    })
  }
  const { body } = await create(here)
  const listed = await here.client.call('events.listSubscriptions', { as: subscriber(recipient) })
  const asking = () => all.matching({ resource: urn, subject: subjectOf(recipient), type: 'no.altinn.broker.published', source: '' })
  for (let nth = 0; nth < 40_000; nth++) asking()

  expect(asking()).toMatchObject([{ id: 50_001 }])
  expect([body.id, listed.body.count]).toEqual([50_001, 1])
})

rule('events §4.2, decisions §1 #11', 'unmappable: half a character cannot be read, and U+0000 in a filter not be stored', async () => {
  const halved = await create(standin(), { ...wish, endPoint: 'https://hooks.example.org/\ud83d' })
  const statusIn = async (dialect: 'spec' | 'live') => (await create(standin({ dialect }), { ...wish, typeFilter: 'a\0' })).status

  expect([halved.status, Object.keys(halved.body.errors)]).toEqual([400, ['$.endPoint']])
  expect([await statusIn('spec'), await statusIn('live')]).toEqual([400, 500])
})
