/** Every code of the file transfer area is provoked on every host, and has the words of the service. */
import { expect, test } from 'vitest'
import type { ClientReply } from '../src/service/areas/client.ts'
import { brokerCodes } from '../src/service/areas/file-transfer/wire.ts'
import {
  bytes,
  confirmed,
  downloaded,
  initialized,
  iso,
  otherRecipient,
  published,
  recipient,
  request,
  sender,
  stranger,
  unknownId,
  uploaded,
  withoutOrganization,
} from './support/file-transfers.ts'
import { hosted, hostNames } from './support/hosts.ts'
import { configure, losses, newcomer, owner, register } from './support/resources.ts'
import { rule } from './support/rule.ts'
import { fixtures } from './support/standin.ts'
import { platformWith } from './support/storage.ts'

type Here = Awaited<ReturnType<typeof hosted>>
type Provoke = (here: Here) => Promise<ClientReply<unknown>>

const small = fixtures.resources.find(({ id }) => id === 'standin-small')?.maxFileTransferSize ?? Number.NaN

const asRecipient = (fileTransferId: string, range?: string) => ({
  as: recipient,
  params: { fileTransferId },
  ...(range === undefined ? {} : { headers: { range } }),
})
const upload = ({ client }: Here, fileTransferId: string, body: Uint8Array = bytes('content')) =>
  client.call('fileTransfer.upload', {
    as: sender,
    params: { fileTransferId },
    body,
    headers: { 'content-length': String(body.byteLength) },
  })
const initialize = ({ clientOf }: Here, over: object, prefix = '') =>
  clientOf(prefix).call('fileTransfer.initialize', { as: sender, body: { ...request, ...over } })

/** On a resource that is lost after the transfer was made. */
function lost(here: Here, code: string) {
  losses[code]?.(here.simulator, 'standin-plain')
  return initialize(here, {})
}

const configured = ({ clientOf }: Here, body: object, prefix = '') => configure(clientOf(prefix), 'standin-plain', body)

const full = { platform: platformWith(() => ({ write: () => Promise.reject(new Error('The disk is full.')) })) }

const codes: [code: string, status: number, detail: string, provoke: Provoke, options?: Parameters<typeof hosted>[1]][] = [
  [
    'BRO-00001',
    404,
    'The requested file transfer was not found',
    ({ client }) => client.call('fileTransfer.overview', { as: sender, params: { fileTransferId: unknownId } }),
  ],
  ['BRO-00002', 400, 'Service owner needs to be configured to use the broker API', (here) => lost(here, 'BRO-00002')],
  [
    'BRO-00003',
    400,
    'No file uploaded yet',
    async ({ client }) => client.call('fileTransfer.confirmDownload', asRecipient(await initialized(client))),
  ],
  [
    'BRO-00004',
    409,
    'A file transfer has already been, or attempted to be, created. Create a new file transfer resource to try again.',
    async (here) => upload(here, await uploaded(here.client)),
  ],
  [
    'BRO-00005',
    403,
    'The resource needs to be registered as an Altinn 3 resource and it has to be associated with a service owner',
    (here) => lost(here, 'BRO-00005'),
  ],
  [
    'BRO-00006',
    403,
    'You must use a bearer token that represents a system user with access to the resource in the Resource Rights Registry',
    async ({ client }) => client.call('fileTransfer.overview', { as: stranger, params: { fileTransferId: await initialized(client) } }),
  ],
  [
    'BRO-00007',
    403,
    "The requested file transfer's file is not ready for download. See file transfer status.",
    async ({ client }) => client.call('fileTransfer.download', asRecipient(await initialized(client))),
  ],
  [
    'BRO-00008',
    500,
    'Error occurred while uploading file See /details for more information.',
    async (here) => upload(here, await initialized(here.client)),
    full,
  ],
  [
    'BRO-00009',
    400,
    'The checksum of uploaded file did not match the checksum specified in initialize call.',
    async (here) => upload(here, await initialized(here.client, { checksum: '0'.repeat(32) })),
  ],
  [
    'BRO-00010',
    400,
    'A file transfer can only be confirmed to be downloaded when it is published. See file transfer status.',
    async ({ client }) => client.call('fileTransfer.confirmDownload', asRecipient(await confirmed(client))),
  ],
  ['BRO-00011', 400, 'Max file transfer size cannot be negative', (here) => configured(here, { maxFileTransferSize: -1 })],
  ['BRO-00012', 400, 'Max file transfer size cannot be zero', (here) => configured(here, { maxFileTransferSize: 0 })],
  [
    'BRO-00013',
    400,
    'Max file transfer size cannot be set higher than 50GB in production unless the resource has been pre-approved for disabled virus scan. Contact us @ Slack.',
    (here) => configured(here, { maxFileTransferSize: 50_000_000_001 }, '/production'),
  ],
  [
    'BRO-00014',
    400,
    "Invalid file transfer time to live format. Should follow ISO8601 standard for duration. Example: 'P30D' for 30 days.",
    (here) => configured(here, { fileTransferTimeToLive: '30 days' }),
  ],
  ['BRO-00015', 400, 'Time to live cannot exceed 365 days', (here) => configured(here, { fileTransferTimeToLive: 'P366D' })],
  [
    'BRO-00016',
    400,
    'File size exceeds maximum',
    async (here) => upload(here, await initialized(here.client, { resourceId: 'standin-small' }), new Uint8Array(small + 1)),
  ],
  [
    'BRO-00017',
    400,
    "Invalid grace period format. Should follow ISO8601 standard for duration. Example: 'PT2H' for 2 hours.",
    (here) => configured(here, { purgeFileTransferGracePeriod: 'two hours' }),
  ],
  ['BRO-00018', 400, 'Grace period cannot exceed 24 hours', (here) => configured(here, { purgeFileTransferGracePeriod: 'P2D' })],
  [
    'BRO-00019',
    400,
    'Cannot confirm before the files have been downloaded',
    async ({ client }) =>
      client.call('fileTransfer.confirmDownload', {
        ...asRecipient(await downloaded(client, { recipients: [iso(recipient), iso(otherRecipient)] })),
        as: otherRecipient,
      }),
  ],
  [
    'BRO-00020',
    400,
    'In order to use file transfers without virus scan the service resource needs to be approved by Altinn. Please contact us @ Slack.',
    (here) => initialize(here, { disableVirusScan: true }, '/production'),
  ],
  ['BRO-00021', 503, 'Storage provider is not ready yet. Please try again later.', (here) => lost(here, 'BRO-00021')],
  [
    'BRO-00022',
    400,
    'Max file transfer size cannot be set higher than 100GB in production because it has not yet been tested for it. Contact us @ Slack if you need it.',
    (here) => configured(here, { maxFileTransferSize: 1_677_721_600_001 }),
  ],
  [
    'BRO-00023',
    400,
    'In order to use manifest file shim you need to provide external service code and edition code',
    // The validation always comes first.
    ({ client }) =>
      client.call('resources.configureResource', {
        as: owner,
        params: { resourceId: 'standin-plain' },
        body: {},
        headers: { prefer: 'code=BRO-00023' },
      }),
  ],
  [
    'BRO-00024',
    400,
    'The service owner associated with the resource has not been configured.',
    ({ client }) => configure(client, 'a-resource-of-nobody', {}, newcomer),
  ],
  [
    'BRO-00025',
    400,
    'The resource has not been configured.',
    ({ client }) => client.call('resources.getResource', { as: owner, params: { resourceId: 'a-resource-of-nobody' } }),
  ],
  [
    'BRO-00026',
    400,
    'The resource requires the service owner party to be present as part of the transaction.',
    (here) => initialize(here, { resourceId: 'standin-required-party' }),
  ],
  [
    'BRO-00027',
    400,
    'When required party is specified and the required party is not the sender, the number of recipients can only be one.',
    (here) => initialize(here, { resourceId: 'standin-required-party', recipients: [iso(recipient), iso(otherRecipient)] }),
  ],
  [
    'BRO-00028',
    400,
    'All recipients need to be in the access list of the resource.',
    (here) => initialize(here, { resourceId: listed, recipients: [iso(stranger)] }),
  ],
  [
    'BRO-00029',
    416,
    'The requested byte range is not satisfiable.',
    async ({ client }) => client.call('fileTransfer.download', asRecipient(await published(client), 'bytes=13-')),
  ],
  [
    'BRO-07001',
    400,
    'Caller organization id could not be determined',
    async (here) => here.client.call('resources.getServiceOwner', await withoutOrganization(here.simulator)),
  ],
  [
    'BRO-07002',
    409,
    'Service owner already exists',
    async ({ client }) => {
      await register(client)
      return register(client)
    },
  ],
  [
    'BRO-07003',
    500,
    'Service owner could not be initialized',
    // No call brings this about.
    ({ client }) =>
      client.call('resources.createServiceOwner', { as: newcomer, body: { name: 'A newcomer' }, headers: { prefer: 'code=BRO-07003' } }),
  ],
  ['BRO-07004', 404, 'Service owner not found', ({ client }) => client.call('resources.getServiceOwner', { as: newcomer })],
]
const listed = fixtures.resources.find(({ accessList }) => accessList)?.id

const kinds: Readonly<Record<number, readonly [section: string, title: string]>> = {
  400: ['15.5.1', 'Bad Request'],
  401: ['15.5.2', 'Unauthorized'],
  403: ['15.5.4', 'Forbidden'],
  404: ['15.5.5', 'Not Found'],
  409: ['15.5.10', 'Conflict'],
  416: ['15.5.17', 'Range Not Satisfiable'],
  500: ['15.6.1', 'Internal Server Error'],
  503: ['15.6.4', 'Service Unavailable'],
}

/** The members of a problem in both dialects, in order. */
function problemOf(code: string, status: number, detail: string): [string, unknown][] {
  const [section, title] = kinds[status] ?? []
  const traceId = expect.stringMatching(/^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/)
  return Object.entries({ type: `https://tools.ietf.org/html/rfc9110#section-${section}`, title, status, detail, code, traceId })
}

test('every code has a provocation', () => {
  expect(codes.map(([code]) => code)).toEqual(Object.keys(brokerCodes))
})

for (const [code, status, detail, provoke, options] of codes) {
  for (const host of hostNames) {
    rule('file-transfer §7.1, file-transfer §7.2', `${code} is provoked, and has its words (${host})`, async () => {
      const reply = await provoke(await hosted(host, options))

      expect([reply.status, reply.headers.get('content-type')]).toEqual([status, 'application/problem+json; charset=utf-8'])
      expect(Object.entries(reply.problem)).toEqual(problemOf(code, status, detail))
    })
  }

  rule('file-transfer §7.1, file-transfer §7.2', `${code} has the words of its status in the live dialect`, async () => {
    const live = code === 'BRO-00006' ? 401 : status
    const reply = await provoke(await hosted('fetch', { ...options, dialect: 'live' }))
    const isDownload = ['BRO-00007', 'BRO-00029'].includes(code)

    expect(reply.status).toBe(live)
    expect(reply.headers.get('content-type')).toBe(`application/${isDownload ? 'problem+json' : 'json'}; charset=utf-8`)
    expect(Object.entries(reply.problem)).toEqual([...problemOf(code, live, detail), ['statusDescription', kinds[live]?.[1]]])
  })
}
