/** All differences between the specification and the live services, as one entry each. */

import { plain, type RefusalForm } from '../wire/refusal.ts'
import type { Area, LimitName, RateDefinition } from '../wire/vocabulary.ts'
import { type AreaName, type RefusalKey, refusals } from './areas.ts'
import { exampleGrant, liveTimeRefusals } from './authentication/wire.ts'
import { longestHang, type OutageAnswer, type Outages } from './circumstances.ts'
import { eventsFailure } from './events/wire.ts'
import { brokerFailure } from './file-transfer/wire.ts'

interface Patch {
  readonly refusals?: Partial<Record<RefusalKey, Partial<RefusalForm>>>
  readonly area?: Partial<Area>
  readonly limits?: Partial<Record<LimitName, Partial<Record<RateDefinition, number>>>>
  readonly constraints?: Readonly<Record<string, 'guid'>>
  readonly outages?: Outages
}

/** A call that demonstrates the difference, with each dialect's reply. */
interface Proof {
  /** A row's id. Tests call it with the input from its example. */
  readonly call: string
  /** Replaces path parameters in the example. */
  readonly params?: Readonly<Record<string, string>>
  /** Replaces headers in the example. Null removes a header. */
  readonly headers?: Readonly<Record<string, string | null>>
  /** The world's pace, if it is not the default. */
  readonly pace?: 'instant'
  /** Replaces members in the example's body. */
  readonly body?: Readonly<Record<string, unknown>>
  readonly spec: Readonly<Record<string, unknown>>
  readonly live: Readonly<Record<string, unknown>>
}

type PatchTarget = '*' | AreaName | `${AreaName}.${string}`

export interface DialectEntry {
  readonly topic: string
  readonly source: string
  /** The scope of the difference: everything (`*`), an area, a row, or a list of these. */
  readonly on: PatchTarget | readonly PatchTarget[]
  readonly live: Patch
  readonly proof: Proof
}

const empty = { body: 'empty' } as const
const brokerProblem = {
  members: ['type', 'title', 'status', 'detail', 'code', 'traceId', 'statusDescription'],
  validation: ['type', 'title', 'status', 'errors', 'traceId'],
} as const
const unknownId = '00000000-0000-4000-8000-000000000000'

const silentFailure: OutageAnswer = { form: plain(500, '', { body: 'empty' }) }
const failure: OutageAnswer = { form: brokerFailure }

const notificationOutages: Outages = { register: { unreachable: silentFailure }, database: { unreachable: silentFailure } }

const brokerOutages: Outages = {
  authorization: { unreachable: failure },
  'resource-registry': { unreachable: failure },
  database: { unreachable: { ...failure, wait: { reading: 300, changing: 300 } } },
  // The service retries downloads for this long, and uploads for longer than clients wait.
  storage: { unreachable: { ...failure, wait: { reading: 26_000, changing: longestHang } } },
}

/** An unreadable reply from the policy decision point means no access. */
const failingAuthorization: Outages = { authorization: { unreachable: failure, failing: { form: 'BRO-00006' } } }

export const dialects: readonly DialectEntry[] = [
  {
    topic: 'In the notification area, 401 and 403 replies have no body',
    source: 'decisions §1 #1, notifications §2',
    on: 'notifications',
    live: { refusals: { unauthenticated: { ...empty, headers: {} }, forbidden: empty } },
    proof: {
      call: 'notifications.getShipment',
      params: { id: unknownId },
      headers: { authorization: null },
      spec: { status: 401, title: 'Unauthorized', 'www-authenticate': 'Bearer' },
      live: { status: 401, body: '', 'www-authenticate': null },
    },
  },
  {
    topic: 'In the file transfer area, 401 and 403 replies have no body',
    source: 'decisions §1 #1, file-transfer §1.1',
    on: ['fileTransfer', 'resources'],
    live: {
      refusals: { unauthenticated: { ...empty, headers: { 'www-authenticate': ['<challenge>', '<challenge>'] } }, forbidden: empty },
    },
    proof: {
      call: 'fileTransfer.overview',
      params: { fileTransferId: unknownId },
      headers: { authorization: null },
      spec: { status: 401, title: 'Unauthorized' },
      live: { status: 401, body: '' },
    },
  },
  {
    topic: 'A caller without access to the resource or transfer gets a 401',
    source: 'decisions §1 #2, file-transfer §1.1',
    on: ['fileTransfer', 'resources'],
    live: {
      refusals: {
        'BRO-00006': { status: 401, type: 'https://tools.ietf.org/html/rfc9110#section-15.5.2', title: 'Unauthorized' },
      },
    },
    proof: {
      call: 'fileTransfer.overview',
      headers: { authorization: 'a stranger' },
      spec: { status: 403, code: 'BRO-00006' },
      live: { status: 401, code: 'BRO-00006' },
    },
  },
  {
    topic: 'A path whose shipment id is not a GUID does not exist',
    source: 'decisions §1 #3, notifications §1.3',
    on: 'notifications.getShipment',
    live: { constraints: { id: 'guid' } },
    proof: {
      call: 'notifications.getShipment',
      params: { id: 'not-a-guid' },
      headers: { authorization: null },
      spec: { status: 401 },
      live: { status: 404, body: '' },
    },
  },
  {
    topic: 'Only a token with an organization code owns notifications',
    source: 'decisions §1 #12, notifications §2',
    on: 'notifications',
    live: { area: { owner: 'code' }, refusals: { 'no-organization': empty } },
    proof: {
      call: 'notifications.createOrder',
      headers: { authorization: 'a stranger' },
      spec: { status: 201 },
      live: { status: 403, body: '' },
    },
  },
  {
    topic: 'Notification problems are application/json, with the text in the title instead of the detail',
    source: 'decisions §1 #4 #5 #13, notifications §7, notifications §1.2',
    on: 'notifications',
    live: {
      area: {
        problem: {
          contentType: 'application/json; charset=utf-8',
          preferred: 'application/problem+json; charset=utf-8',
          members: ['type', 'title', 'status', 'code', 'traceId', 'statusDescription'],
          validation: ['type', 'title', 'status', 'errors', 'traceId'],
        },
      },
      refusals: {
        'NOT-00001': { title: 'Missing contact information for recipient(s)' },
        'NOT-00002': { title: 'The client disconnected or cancelled the request before the server could complete processing' },
        'NOT-00003': { title: 'Shipment not found' },
        'NOT-00004': { title: 'A temporary network failure occurred' },
        unreachable: { title: 'A temporary network failure occurred' },
      },
    },
    proof: {
      call: 'notifications.getShipment',
      params: { id: unknownId },
      spec: {
        status: 404,
        title: 'Shipment Not Found',
        detail: 'Shipment not found',
        'content-type': 'application/problem+json; charset=utf-8',
      },
      live: { status: 404, title: 'Shipment not found', detail: undefined, 'content-type': 'application/json; charset=utf-8' },
    },
  },
  {
    topic: 'File transfer problems are application/json',
    source: 'decisions §1 #4 #13, file-transfer §7.1',
    on: ['fileTransfer', 'resources'],
    live: {
      area: { problem: { contentType: 'application/json; charset=utf-8', ...brokerProblem } },
    },
    proof: {
      call: 'fileTransfer.overview',
      params: { fileTransferId: unknownId },
      spec: { status: 404, 'content-type': 'application/problem+json; charset=utf-8', statusDescription: undefined },
      live: { status: 404, 'content-type': 'application/json; charset=utf-8', statusDescription: 'Not Found' },
    },
  },
  {
    topic: 'Download problems are application/problem+json',
    source: 'decisions §1 #4, file-transfer §7.1',
    on: 'fileTransfer.download',
    live: {
      area: { problem: { contentType: 'application/problem+json; charset=utf-8', ...brokerProblem } },
    },
    proof: {
      call: 'fileTransfer.download',
      params: { fileTransferId: unknownId },
      spec: { status: 404, statusDescription: undefined },
      live: { status: 404, 'content-type': 'application/problem+json; charset=utf-8', statusDescription: 'Not Found' },
    },
  },
  {
    topic: 'Notification calls return 500 if the register or the database is unavailable',
    source: 'decisions §1 #6, notifications §6.4',
    on: 'notifications',
    live: { outages: notificationOutages },
    proof: {
      call: 'notifications.createOrder',
      headers: { 'x-standin-scenario': 'outage-register' },
      spec: { status: 503, code: 'NOT-00004' },
      live: { status: 500, body: '' },
    },
  },
  {
    topic: 'An invalid email address in the register does not count as missing: the message fails later',
    source: 'decisions §1 #14, notifications §6.1',
    on: 'notifications',
    live: { area: { anyEmailCounts: true } },
    proof: {
      call: 'notifications.createOrder',
      body: {
        recipient: {
          recipientPerson: {
            nationalIdentityNumber: '24867008388',
            channelSchema: 'Email',
            emailSettings: { subject: 'News', body: 'Hello' },
          },
        },
      },
      spec: { status: 422, code: 'NOT-00001' },
      live: { status: 201 },
    },
  },
  {
    topic: 'Creating or finding an order returns 500 for input that the live service does not expect',
    source: 'decisions §1 #11, notifications §3.2',
    on: [
      'notifications.createOrder',
      'notifications.createInstantOrder',
      'notifications.createInstantSms',
      'notifications.createInstantEmail',
      'notifications.createChannelOrder',
      'notifications.createEmailOrder',
      'notifications.createSmsOrder',
      'notifications.createComposedEmail',
      'notifications.findOrders',
    ],
    live: { refusals: { unmappable: { ...empty, status: 500 } } },
    proof: {
      call: 'notifications.createOrder',
      body: { reminders: [null] },
      spec: { status: 400, title: 'One or more validation errors occurred.' },
      live: { status: 500, body: '' },
    },
  },
  {
    topic: 'Subscribing returns 500 for a filter that contains U+0000, which the database does not accept',
    source: 'decisions §1 #11, events §4.2',
    on: ['events.createSubscription'],
    live: { refusals: { unmappable: eventsFailure } },
    proof: {
      call: 'events.createSubscription',
      body: { typeFilter: '\0' },
      spec: { status: 400, title: 'One or more validation errors occurred.' },
      live: {
        status: 500,
        title: 'An error occurred while processing your request.',
        'content-type': 'application/problem+json; charset=utf-8',
        'cache-control': 'no-cache,no-store',
      },
    },
  },
  {
    topic: 'The broker returns 500 for input that it does not expect, or that its database does not accept',
    source: 'decisions §1 #11, file-transfer §7.4, file-transfer §11',
    on: ['fileTransfer', 'resources'],
    live: { refusals: { unmappable: brokerFailure } },
    proof: {
      call: 'fileTransfer.initialize',
      body: { propertyList: { caseNumber: null } },
      spec: { status: 400, title: 'One or more validation errors occurred.' },
      live: {
        status: 500,
        title: 'Internal Server Error',
        detail: '',
        instance: '/broker/api/v1/filetransfer',
        'content-type': 'application/problem+json',
        'cache-control': 'no-cache,no-store',
        'x-content-type-options': null,
      },
    },
  },
  {
    topic: 'A call whose PlatformAccessToken header is not a token gets a 500',
    source: 'decisions §1 #11, notifications §2',
    on: 'notifications',
    live: { refusals: { 'unreadable-platform-token': { ...empty, status: 500, headers: {} } } },
    proof: {
      call: 'notifications.getShipment',
      headers: { platformaccesstoken: 'no token' },
      spec: { status: 401, title: 'Unauthorized', 'www-authenticate': 'Bearer' },
      live: { status: 500, body: '', 'www-authenticate': null },
    },
  },
  {
    topic: 'A bearer token whose parts are not JSON gets a 500 on all event and exchange paths',
    source: 'decisions §1 #11, authentication §7',
    on: ['events', 'authentication'],
    live: { area: { failsOnBrokenToken: true } },
    proof: {
      call: 'events.listSubscriptions',
      headers: { cookie: 'AltinnStudioRuntime=a.b.c' },
      spec: { status: 401, body: '' },
      live: { status: 500, body: '' },
    },
  },
  {
    topic:
      'Maskinporten accepts grants with a lifetime of up to 180 seconds, and reports grants that are too old, too new or too long with different messages',
    source: 'decisions §1 #15, authentication §1.1, authentication §1.4',
    on: 'authentication',
    live: { area: { longestGrant: 180 }, refusals: liveTimeRefusals },
    proof: {
      call: 'authentication.requestToken',
      body: { assertion: exampleGrant(180) },
      spec: { status: 400, error: 'invalid_grant' },
      live: { status: 200, token_type: 'Bearer' },
    },
  },
  {
    topic: 'Details and search are limited to 10 calls per minute',
    source: 'decisions §1 #7, file-transfer §10',
    on: 'fileTransfer',
    live: { limits: { 'fileTransfer.details': { current: 10 }, 'fileTransfer.search': { current: 10 } } },
    proof: {
      call: 'fileTransfer.details',
      spec: { status: 200, 'ratelimit-policy': '"fileTransfer.details";q=30;w=60' },
      live: { status: 200, 'ratelimit-policy': null },
    },
  },
  {
    topic: 'The gateway replies to calls beyond the rate limit',
    source: 'decisions §1 #8, file-transfer §10',
    on: '*',
    live: { refusals: { 'rate-limited': { body: 'gateway' } } },
    proof: {
      call: 'fileTransfer.overview',
      headers: { prefer: 'code=rate-limited' },
      spec: { status: 429, title: 'Too Many Requests' },
      live: { status: 429, statusCode: 429, title: undefined },
    },
  },
  {
    topic: "The framework's error replies have no body",
    source: 'decisions §1 #9, notifications §1.3, file-transfer §7.4',
    on: '*',
    live: {
      refusals: { 'no-such-path': empty, 'method-not-allowed': empty, 'too-large': empty, 'unsupported-media-type': empty },
    },
    proof: {
      call: 'notifications.createOrder',
      headers: { 'content-type': 'text/plain' },
      spec: { status: 415, title: 'Unsupported Media Type' },
      live: { status: 415, body: '' },
    },
  },
  {
    topic: 'The reply to an unsupported Accept header is plain text',
    source: 'decisions §1 #9, file-transfer §0.2',
    on: ['fileTransfer', 'resources'],
    live: {
      refusals: {
        'not-acceptable': {
          body: 'text',
          detail: 'This endpoint does not support the requested Accept header. Supported Accept headers are: application/json, */*.',
        },
      },
    },
    proof: {
      call: 'fileTransfer.overview',
      headers: { accept: 'text/plain' },
      spec: { status: 406, title: 'Not Acceptable' },
      live: {
        status: 406,
        body: 'This endpoint does not support the requested Accept header. Supported Accept headers are: application/json, */*.',
      },
    },
  },
  {
    topic: 'The broker returns 500 if authorization, the resource registry, the database or the file storage is unreachable',
    source: 'decisions §1 #10, decisions §13, file-transfer §7.4',
    on: ['fileTransfer', 'resources', 'resumableUpload'],
    live: { outages: brokerOutages },
    proof: {
      call: 'fileTransfer.overview',
      headers: { 'x-standin-scenario': 'outage-authorization' },
      spec: { status: 503, code: 'NOT-00004' },
      live: { status: 500, detail: '', code: undefined, 'content-type': 'application/problem+json' },
    },
  },
  {
    topic: 'A caller has no access if authorization returns an error',
    source: 'decisions §1 #10, decisions §13',
    on: ['fileTransfer', 'resources', 'resumableUpload'],
    live: { outages: failingAuthorization },
    proof: {
      call: 'fileTransfer.overview',
      headers: { 'x-standin-scenario': 'outage-authorization-failing' },
      spec: { status: 503, code: 'NOT-00004' },
      live: { status: 401, code: 'BRO-00006' },
    },
  },
  {
    topic: 'A client that requests a 503 from the broker gets the error for storage that is not ready',
    source: 'decisions §1 #10',
    on: ['fileTransfer', 'resources'],
    live: { refusals: { unreachable: refusals['BRO-00021'] } },
    proof: {
      call: 'fileTransfer.overview',
      headers: { prefer: 'code=503' },
      spec: { status: 503, code: 'NOT-00004' },
      live: { status: 503, code: 'BRO-00021' },
    },
  },
  {
    topic: 'Only the live service has the older order routes',
    source: 'notifications §14.1',
    on: 'notifications.createEmailOrder',
    live: {},
    proof: { call: 'notifications.createEmailOrder', spec: { status: 404 }, live: { status: 202 } },
  },
  {
    topic: 'Only the live service accepts composed emails',
    source: 'notifications §14.7',
    on: 'notifications.createComposedEmail',
    live: {},
    proof: { call: 'notifications.createComposedEmail', spec: { status: 404 }, live: { status: 201 } },
  },
  {
    topic: 'Only the live service has the support dashboard',
    source: 'notifications §14.8',
    on: ['notifications.searchByPerson', 'notifications.searchByOrganization'],
    live: {},
    proof: { call: 'notifications.searchByPerson', spec: { status: 404 }, live: { status: 200, entries: 0 } },
  },
  {
    topic: 'The feed shows an entry two seconds after its creation, at every pace',
    source: 'decisions §8, notifications §9.1',
    on: 'notifications.readFeed',
    live: { area: { feedDelay: 2_001 } },
    proof: {
      call: 'notifications.readFeed',
      pace: 'instant',
      spec: { entries: 1 },
      live: { entries: 0 },
    },
  },
]
