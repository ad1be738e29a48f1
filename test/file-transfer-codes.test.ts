/** Every code of the file transfer rows is provoked on every host, with the words that the service has for it. */
import { expect } from 'vitest'
import type { ClientReply } from '../src/client.ts'
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
} from './support/file-transfers.ts'
import { hosted, hostNames } from './support/hosts.ts'
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

const full = { platform: platformWith(() => ({ write: () => Promise.reject(new Error('The disk is full.')) })) }

const codes: [code: string, status: number, detail: string, provoke: Provoke, options?: Parameters<typeof hosted>[1]][] = [
  [
    'BRO-00001',
    404,
    'The requested file transfer was not found',
    ({ client }) => client.call('fileTransfer.overview', { as: sender, params: { fileTransferId: unknownId } }),
  ],
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
  [
    'BRO-00016',
    400,
    'File size exceeds maximum',
    async (here) => upload(here, await initialized(here.client, { resourceId: 'standin-small' }), new Uint8Array(small + 1)),
  ],
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
}

/** The members that both dialects have, in their order. */
function problemOf(code: string, status: number, detail: string): [string, unknown][] {
  const [section, title] = kinds[status] ?? []
  const traceId = expect.stringMatching(/^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/)
  return Object.entries({ type: `https://tools.ietf.org/html/rfc9110#section-${section}`, title, status, detail, code, traceId })
}

for (const [code, status, detail, provoke, options] of codes) {
  for (const host of hostNames) {
    rule('file-transfer §7.1, file-transfer §7.2', `${code} is provoked, and told in its words (${host})`, async () => {
      const reply = await provoke(await hosted(host, options))

      expect(reply.status).toBe(status)
      expect(reply.headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
      expect(Object.entries(reply.problem)).toEqual(problemOf(code, status, detail))
    })
  }

  rule('file-transfer §7.1, file-transfer §7.2', `${code} has its status in words, too, in the live dialect`, async () => {
    const live = code === 'BRO-00006' ? 401 : status
    const reply = await provoke(await hosted('fetch', { ...options, dialect: 'live' }))
    const isDownload = ['BRO-00007', 'BRO-00029'].includes(code)

    expect(reply.status).toBe(live)
    expect(reply.headers.get('content-type')).toBe(`application/${isDownload ? 'problem+json' : 'json'}; charset=utf-8`)
    expect(Object.entries(reply.problem)).toEqual([...problemOf(code, live, detail), ['statusDescription', kinds[live]?.[1]]])
  })
}
