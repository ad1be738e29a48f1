/** Requests that are refused without a scenario, keyed by refusal. */

import type { RefusalKey } from '../src/service/areas/areas.ts'
import type { ClientInput } from '../src/service/areas/client.ts'
import type { operations } from '../src/service/areas/index.ts'
import { rateLimits, scopes } from '../src/service/wire/vocabulary.ts'

export type Row = (typeof operations)[number]

export interface Provocation {
  /** A short description for the table. */
  readonly says: string
  /** The given to use instead of the given in the row's example. */
  readonly given?: { readonly state: string; readonly params?: Readonly<Record<string, unknown>> }
  readonly environment?: 'production'
  /** Overrides members in the row's example. */
  readonly input: ClientInput
  /** Number of calls up to and including the refused call. */
  readonly times: number
}

/** The refused requests, keyed by row id. */
type ByRow = Partial<Record<Row['id'], Provocation>>

const once = (says: string, input: ClientInput = {}, more: Partial<Provocation> = {}): Provocation => ({ says, input, times: 1, ...more })
const inState = (state: string, params?: Readonly<Record<string, unknown>>): Partial<Provocation> => ({
  given: { state, ...(params && { params }) },
})
const inProduction = { environment: 'production' } as const

const unknown = '00000000-0000-4000-8000-000000000000'
const stranger = { orgNo: '326403849', scope: `${scopes.brokerRead} ${scopes.brokerWrite}` }
const strangeOwner = { ...stranger, scope: scopes.serviceOwner }
const otherSubscriber = { ...stranger, scope: scopes.eventsSubscribe }
const unreachable = { recipientPerson: { nationalIdentityNumber: '02838039440', channelSchema: 'Sms', smsSettings: { body: 'Hello' } } }

const others = ['0192:326403849', '0192:375464780']
const wrongChecksum = '0'.repeat(32)
const tus = { 'tus-resumable': '1.0.0' }
const withTus = (headers: Readonly<Record<string, string>>): ClientInput => ({ headers: { ...tus, ...headers } })

/** Returns an upload form with the metadata from a row's example, in which some values are replaced. */
function formWith(metadata: Readonly<Record<string, string | readonly string[]>>, size = 9): ClientInput {
  const form = new FormData()
  const all = {
    FileName: 'report.xml',
    ResourceId: 'standin-plain',
    SendersFileTransferReference: 'batch-0042',
    Sender: '0192:347147753',
    Recipients: '0192:370916446',
    ...metadata,
  }
  for (const [name, values] of Object.entries(all)) for (const value of [values].flat()) form.append(`Metadata.${name}`, value)
  form.append('FileTransfer', new Blob([new Uint8Array(size)]), 'report.xml')
  return { body: form }
}

const initializing = (says: string, metadata: Readonly<Record<string, string | readonly string[]>>, body: object, more = {}): ByRow => ({
  'fileTransfer.initialize': once(says, { body }, more),
  'fileTransfer.initializeAndUpload': once(says, formWith(metadata), more),
})

const everyUpload = (says: string, more: Partial<Provocation>): ByRow => ({
  'fileTransfer.upload': once(says, {}, more),
  'resumableUpload.createUpload': once(says, {}, more),
  'resumableUpload.appendToUpload': once(says, {}, more),
  'resumableUpload.terminateUpload': once(says, {}, more),
})

const configuring = (says: string, body: object, more: Partial<Provocation> = {}): ByRow => ({
  'resources.configureResource': once(says, { body }, more),
})
const ofApp = { sourceFilter: 'https://ttd.apps.altinn.no/ttd/apps-test', resourceFilter: null, subjectFilter: null }
const publishing = (says: string, body: object): ByRow => ({ 'events.publishEvent': once(says, { body }) })
const subscribing = (says: string, body: object): ByRow => ({ 'events.createSubscription': once(says, { body }) })

const isOfTransfer = ({ id, path }: Row) => /^(?:fileTransfer|resumableUpload)\./.test(id) && [path].flat()[0]?.includes('{') === true
const lengthHeader = ({ id }: Row) => (id === 'resumableUpload.createUpload' ? 'upload-length' : 'upload-offset')

/** Returns the row's own provocation. */
const of = (rows: ByRow) => (row: Row) => rows[row.id]
/** Returns the same provocation for every row. */
const always = (provocation: Provocation) => () => provocation

const plainText = once('`content-type: text/plain`', { headers: { 'content-type': 'text/plain' } })
const unknownTransfer = once('an unknown transfer id', { params: { fileTransferId: unknown } })

const withNul = once('an `idempotencyId` with U+0000', { body: { idempotencyId: 'a\0' } })

const withNullRecipient = once('`recipients: [null]`', { body: { recipients: [null] } })

/** Provocations, keyed by refusal. Refusals that calls alone cannot trigger are covered by tests. */
export const provocations: Partial<Record<RefusalKey, (row: Row) => Provocation | undefined>> = {
  'unsupported-media-type': always(plainText),
  'unreadable-media-type': ({ request }) => (request.body ? once('no `content-type`', { headers: { 'content-type': null } }) : plainText),
  'not-acceptable': always(once('`accept: text/plain`', { headers: { accept: 'text/plain' } })),
  unauthenticated: always(once('no token', { as: null })),
  forbidden: ({ access, refusals, example: { as } }) =>
    as && (access.kind === 'scope' || refusals.includes('forbidden'))
      ? once('a token without the required scope', { as: { ...as, scope: 'altinn:enduser' } })
      : undefined,
  validation: (row) => {
    if (row.request.body?.kind === 'json') return once('the body `[]`', { body: '[]' })
    return row.request.query && row.refusals.includes('validation')
      ? once('`from` in the future', { query: { from: '2099-01-01T00:00:00Z' } })
      : undefined
  },
  'rate-limited': ({ limit }) =>
    limit && { says: `call ${rateLimits[limit].current + 1} of a minute`, input: {}, times: rateLimits[limit].current + 1 },
  unmappable: of({
    'notifications.createOrder': once('`reminders: [null]`', { body: { reminders: [null] } }),
    'notifications.createInstantOrder': withNul,
    'notifications.createInstantSms': withNul,
    'notifications.createInstantEmail': withNul,
    'notifications.createChannelOrder': withNullRecipient,
    'notifications.createEmailOrder': withNullRecipient,
    'notifications.createSmsOrder': withNullRecipient,
    'notifications.createComposedEmail': withNul,
    'notifications.findOrders': once('a reference with U+0000', { query: { sendersReference: 'a\0' } }),
    ...initializing('a property without a value', { 'PropertyList[0].Key': 'caseNumber' }, { propertyList: { caseNumber: null } }),
    'fileTransfer.search': once('a resource with U+0000', { query: { resourceId: 'a\0' } }),
    ...configuring('an `externalServiceCodeLegacy` of 8 characters', { externalServiceCodeLegacy: '12345678' }),
    'resources.createServiceOwner': once('a name with U+0000', { body: { name: 'a\0' } }),
    'events.createSubscription': once('a `typeFilter` with U+0000', { body: { typeFilter: 'a\0' } }),
  }),

  'MP-011': always(once('an assertion that is not a JWT', { body: { assertion: 'x' } })),
  'MP-012': always({ ...once('the same grant again'), times: 2 }),
  'unsupported-grant-type': always(once('another `grant_type`', { body: { grant_type: 'client_credentials' } })),
  'not-exchangeable': always(once('no token', { as: null })),
  'unknown-token-provider': always(once('another provider', { params: { provider: 'other' } })),
  'enterprise-user': always(once('the header of an enterprise user', { headers: { 'x-altinn-enterpriseuser-authentication': 'YTpi' } })),

  'NOT-00001': always(once('an order to 02838039440, who has no contact details', { body: { recipient: unreachable } })),
  'NOT-00003': always(once('an unknown shipment id', { params: { id: unknown } })),
  'no-such-order': always(once('an unknown shipment id', { params: { id: unknown } })),
  'order-not-found': always(once('an unknown shipment id', { params: { id: unknown } })),
  'not-cancellable': always(once('a delivered notification', {}, inState('a notification is delivered'))),

  'BRO-00001': always(unknownTransfer),
  'BRO-00003': always(once('a transfer without a file', {}, inState('a file transfer is initialized'))),
  'BRO-00004': of(everyUpload('a published transfer', inState('a published file transfer exists'))),
  'BRO-00005': of({
    ...initializing('the resource `standin-unregistered`', { ResourceId: 'standin-unregistered' }, { resourceId: 'standin-unregistered' }),
    'fileTransfer.search': once('the resource `standin-unregistered`', { query: { resourceId: 'standin-unregistered' } }),
    'resources.configureResource': once('a resource id with a colon', { params: { resourceId: 'a:b' } }),
  }),
  'BRO-00006': (row) =>
    isOfTransfer(row)
      ? once('a token for an organization that is not involved', { as: stranger })
      : of({
          ...initializing('a sender other than the caller', { Sender: others[0] ?? '' }, { sender: others[0] }),
          'fileTransfer.search': once('a resource id with a colon', { query: { resourceId: 'a:b' } }),
          'resources.configureResource': once("another owner's resource", { params: { resourceId: 'standin-unscanned' } }),
          'resources.getResource': once("another owner's resource", { params: { resourceId: 'standin-unscanned' } }),
        })(row),
  'BRO-00007': always(once('a transfer without a file', {}, inState('a file transfer is initialized'))),
  'BRO-00009': of({
    'fileTransfer.upload': once('a checksum for other bytes', {}, inState('a file transfer is initialized', { checksum: wrongChecksum })),
    'fileTransfer.initializeAndUpload': once('a checksum for other bytes', formWith({ Checksum: wrongChecksum })),
  }),
  'BRO-00010': always(once('a transfer that every recipient has confirmed', {}, inState('a confirmed file transfer exists'))),
  'BRO-00011': of(configuring('`maxFileTransferSize: -1`', { maxFileTransferSize: -1 })),
  'BRO-00012': of(configuring('`maxFileTransferSize: 0`', { maxFileTransferSize: 0 })),
  'BRO-00013': of(configuring('51 GB in production', { maxFileTransferSize: 51_000_000_000 }, inProduction)),
  'BRO-00014': of(configuring('`fileTransferTimeToLive: "1 day"`', { fileTransferTimeToLive: '1 day' })),
  'BRO-00015': of(configuring('`fileTransferTimeToLive: "P366D"`', { fileTransferTimeToLive: 'P366D' })),
  'BRO-00016': of({
    'fileTransfer.upload': once('`content-length: 50000000001`', { headers: { 'content-length': '50000000001' } }),
    'fileTransfer.initializeAndUpload': once('more than 1 MiB on `standin-small`', formWith({ ResourceId: 'standin-small' }, 2 ** 20 + 1)),
    'resumableUpload.createUpload': once('`upload-length: 50000000001`', withTus({ 'upload-length': '50000000001' })),
  }),
  'BRO-00017': of(configuring('`purgeFileTransferGracePeriod: "1 hour"`', { purgeFileTransferGracePeriod: '1 hour' })),
  'BRO-00018': of(configuring('`purgeFileTransferGracePeriod: "PT25H"`', { purgeFileTransferGracePeriod: 'PT25H' })),
  'BRO-00019': always(once('a file that the caller has not downloaded', {}, inState('a published file transfer exists'))),
  'BRO-00020': of(initializing('`disableVirusScan` in production', { DisableVirusScan: 'true' }, { disableVirusScan: true }, inProduction)),
  'BRO-00022': of(configuring('2 TB', { maxFileTransferSize: 2_000_000_000_000 })),
  'BRO-00024': of({
    'resources.configureResource': once('a new resource for an organization that is not a service owner', {
      as: strangeOwner,
      params: { resourceId: 'a-new-resource' },
    }),
  }),
  'BRO-00025': always(once('the resource `standin-unconfigured`', { params: { resourceId: 'standin-unconfigured' } })),
  'BRO-00026': of(
    initializing(
      '`standin-required-party` without that party',
      { ResourceId: 'standin-required-party' },
      { resourceId: 'standin-required-party' },
    ),
  ),
  'BRO-00027': of(
    initializing(
      '`standin-required-party` and two recipients',
      { ResourceId: 'standin-required-party', Recipients: others },
      { resourceId: 'standin-required-party', recipients: others },
    ),
  ),
  'BRO-00028': of(
    initializing(
      '`standin-access-list` and a recipient that is not on the list',
      { ResourceId: 'standin-access-list', Recipients: others },
      { resourceId: 'standin-access-list', recipients: others },
    ),
  ),
  'BRO-00029': always(once('`range: bytes=1000000-`', { headers: { range: 'bytes=1000000-' } })),
  'BRO-07002': always(once('a service owner', { as: { orgNo: '991825827', scope: scopes.serviceOwner } })),
  'BRO-07004': always(once('an organization that is not a service owner', { as: strangeOwner })),

  'endpoint-missing': of(subscribing('`endPoint: null`', { endPoint: null })),
  'source-filter-not-absolute': of(subscribing('`sourceFilter: "/here"`', { sourceFilter: '/here' })),
  'resource-filter-no-urn': of(subscribing('`resourceFilter: "standin-plain"`', { resourceFilter: 'standin-plain' })),
  'resource-filter-missing': of(subscribing('`resourceFilter: null`', { resourceFilter: null })),
  'source-filter-unsupported': of(subscribing('a `sourceFilter`', { sourceFilter: 'https://example.org' })),
  'alternative-subject-unsupported': of(subscribing('an `alternativeSubjectFilter`', { alternativeSubjectFilter: '/org/ttd' })),
  'subunits-without-subject': of(
    subscribing('`includeSubunits` without a `subjectFilter`', { includeSubunits: true, subjectFilter: null }),
  ),
  'subject-missing': of(
    subscribing('an app with an unknown `alternativeSubjectFilter`', { ...ofApp, alternativeSubjectFilter: '/person/1' }),
  ),
  'app-missing': of(
    subscribing('a `sourceFilter` on the app domain without an app', {
      ...ofApp,
      sourceFilter: 'https://ttd.apps.altinn.no',
      subjectFilter: '/party/1',
    }),
  ),
  'filters-incompatible': of(
    subscribing('a `sourceFilter` and a `resourceFilter` for different apps', {
      ...ofApp,
      resourceFilter: 'urn:altinn:resource:app_ttd_other',
      subjectFilter: '/party/1',
    }),
  ),
  'event-resource-missing': of(publishing('an event without `resource`', { resource: null })),
  'event-resource-no-urn': of(publishing('`resource: "standin-plain"`', { resource: 'standin-plain' })),
  'publishing-not-authorized': of({
    'events.publishEvent': once("an event for another owner's resource", {
      body: { resource: 'urn:altinn:resource:standin-access-list' },
    }),
  }),
  'events-failure': of({
    ...publishing('`data_base64` instead of `data`', { data: null, data_base64: 'aGVq' }),
    'events.createSubscription': once('the charset UTF-16', { headers: { 'content-type': 'application/json; charset=utf-16' } }),
    'events.readEvents': once(
      'a query with a non-ASCII letter',
      { query: { resource: 'urn:altinn:resource:standin-plain', after: '0', x: 'æ' } },
      inState('an event is published'),
    ),
  }),
  'subscription-not-authorized': of({
    'events.createSubscription': once("another organization's events", { as: otherSubscriber }),
  }),
  'no-such-subscription': always(once('an unknown subscription id', { params: { id: '999' } })),
  'foreign-subscription': always(once("another organization's subscription", { as: otherSubscriber })),
  'resource-without-prefix': always(once('`resource=standin-plain`', { query: { resource: 'standin-plain', after: '0' } })),
  'after-missing': always(once('no `after`', { query: { resource: 'urn:altinn:resource:standin-plain' } })),
  'two-subjects': always(
    once('`subject` and `altinn-alternativesubject`', {
      query: { resource: 'urn:altinn:resource:standin-plain', after: '0', subject: '/org/ttd' },
      headers: { 'altinn-alternativesubject': '/org/ttd' },
    }),
  ),

  'transfer-id-missing': always(once('an id that is not a GUID', { params: { fileTransferId: 'x' } })),
  'not-resumable': always(once('no `tus-resumable`', { headers: {} })),
  'protocol-version': always(once('`tus-resumable: 0.2.2`', { headers: { 'tus-resumable': '0.2.2' } })),
  'no-such-upload': always(once('a transfer without a resumable upload', {}, inState('a file transfer is initialized'))),
  'upload-type-wrong': always(once('`content-type: text/plain`', withTus({ 'upload-offset': '0', 'content-type': 'text/plain' }))),
  'upload-header-missing': (row) => once(`no \`${lengthHeader(row)}\``, withTus({})),
  'upload-header-unreadable': always(once('`upload-offset: many`', withTus({ 'upload-offset': 'many' }))),
  'upload-length-unreadable': always(once('`upload-length: many`', withTus({ 'upload-length': 'many' }))),
  'upload-lengths-exclusive': always(
    once('`upload-length` and `upload-defer-length`', withTus({ 'upload-length': '9', 'upload-defer-length': '1' })),
  ),
  'upload-metadata-invalid': always(once('`upload-metadata: ,`', withTus({ 'upload-length': '9', 'upload-metadata': ',' }))),
  'upload-checksum-unsupported': always(
    once('`upload-checksum: sha1 AAAA`', {
      ...withTus({ 'upload-offset': '0', 'upload-checksum': 'sha1 AAAA' }),
      body: new Uint8Array(9),
    }),
  ),
  'upload-header-negative': (row) => once(`\`${lengthHeader(row)}: -1\``, withTus({ [lengthHeader(row)]: '-1' })),
  'upload-offset-wrong': always(once('`upload-offset: 5` for an empty upload', withTus({ 'upload-offset': '5' }))),
  'upload-checksum-wrong': always(
    once('an `upload-checksum`', { ...withTus({ 'upload-offset': '0', 'upload-checksum': 'md5 AAAA' }), body: new Uint8Array(9) }),
  ),
  'upload-overrun': always(
    once("more bytes than the upload's length", { ...withTus({ 'upload-offset': '0' }), body: new Uint8Array(1_000) }),
  ),
  'upload-length-set': always(once('`upload-length: 9`', withTus({ 'upload-offset': '0', 'upload-length': '9' }))),
  'upload-length-deferred': always(once('`upload-defer-length: 1`', withTus({ 'upload-defer-length': '1' }))),
  'upload-concat-invalid': always(once('`upload-concat: some`', withTus({ 'upload-concat': 'some' }))),
}
