import { refusals } from '../../../../src/service/areas/areas.ts'
import { fixturesOf } from '../../../../src/service/areas/resources/records.ts'
import { initialized, recipient, sender, statusOf, stranger, unknownId, uploaded } from '../../../support/file-transfers.ts'
import { losses } from '../../../support/resources.ts'
import { append, ask, begin, begun, bytesOfUpload, concatenate, filePath, offsetOf, part } from '../../../support/resumable.ts'
import { expect, rule } from '../../../support/rule.ts'
import { base, standin } from '../../../support/standin.ts'
import { platformWith } from '../../../support/storage.ts'

rule('file-transfer §8', 'a creation is answered 201 with a relative location, and starts the upload', async ({ here }) => {
  const fileTransferId = await initialized(here.client)

  const { status, headers, text } = await ask(here, 'POST', filePath(fileTransferId.toUpperCase()), { headers: { 'upload-length': '13' } })

  expect([status, text]).toEqual([201, ''])
  expect(headers.get('location')).toBe(filePath(fileTransferId))
  expect(headers.get('upload-expires')).toBe('Tue, 02 Jun 2026 10:00:00 GMT')
  expect(headers.get('tus-resumable')).toBe('1.0.0')
  expect(await statusOf(here.client, fileTransferId)).toMatchObject({ status: 'UploadStarted', text: 'Upload started' })
})

rule('decisions §2', 'under a prefix the location is a whole address, so that clients stay in their world', async () => {
  for (const prefix of ['/worlds/other', '/production', '/worlds/other/production']) {
    const here = standin()
    const fileTransferId = await initialized(here.clientOf(prefix))

    const { headers } = await ask(here, 'POST', prefix + filePath(fileTransferId), { headers: { 'upload-length': '13' } })

    expect(headers.get('location')).toBe(base + prefix + filePath(fileTransferId))
  }
})

rule('file-transfer §8', 'the creation of a part has a location of its own', async ({ here }) => {
  const fileTransferId = await initialized(here.client)

  const one = await begin(here, fileTransferId, 3, { 'upload-concat': 'partial' })
  const other = await begin(here, fileTransferId, 3, { 'upload-concat': 'partial' })

  for (const place of [one, other]) expect(place).toMatch(new RegExp(`^${filePath(fileTransferId)}/partial/[0-9a-f]{32}$`))
  expect(one).not.toBe(other)
  const { body } = await here.client.call('fileTransfer.details', { as: sender, params: { fileTransferId } })
  expect(body.fileTransferStatusHistory.map((move) => move.fileTransferStatus)).toEqual(['Initialized', 'UploadStarted'])
})

rule('file-transfer §8', 'metadata is read, and then ignored', async ({ here }) => {
  for (const metadata of ['filename d29ybGQ=', 'filename', 'filename  ', '', 'a YQ==,', 'a YQ==,b YQ==', 'x'.repeat(10_000)]) {
    const fileTransferId = await initialized(here.client)
    const headers = { 'upload-length': '3', 'upload-metadata': metadata }

    expect((await ask(here, 'POST', filePath(fileTransferId), { headers })).status, metadata).toBe(201)
  }
})

const pairs = 'MUST consist of one or more comma - separated key - value pairs. The key and value MUST be separated by a space.The key'
rule('file-transfer §8', 'metadata that cannot be read is refused in the words of the library', async ({ here }) => {
  const unreadable: [metadata: string, text: string][] = [
    [',', 'Key must not be empty'],
    ['a YQ==,,b YQ==', 'Key must not be empty'],
    ['a YQ==,a YQ==', 'Duplicate keys are not allowed'],
    ['filename ###', 'Value for filename is not properly encoded using base64'],
    ['filename YQ', 'Value for filename is not properly encoded using base64'],
    ['a  YQ==', pairs],
    ['a YQ==, b YQ==', pairs],
  ]
  for (const [metadata, text] of unreadable) {
    const fileTransferId = await initialized(here.client)
    const reply = await ask(here, 'POST', filePath(fileTransferId), { headers: { 'upload-length': '3', 'upload-metadata': metadata } })

    const { status, headers } = reply
    expect([status, headers.get('content-type'), headers.get('tus-resumable')], metadata).toEqual([400, 'text/plain', '1.0.0'])
    expect(reply.text, metadata).toMatch(/^Header Upload-Metadata: /)
    expect(reply.text, metadata).toContain(text)
  }
})

const both = 'Headers Upload-Length and Upload-Defer-Length are mutually exclusive and cannot be used in the same request'
const neither =
  'Header Upload-Concat: Header is invalid. Valid values are "partial" and "final" followed by a list of file urls to concatenate'
const refused: [what: string, headers: Record<string, string | null>, status: number, text: string, why: string][] = [
  ['without the version', { 'tus-resumable': null }, 404, '', 'not-resumable'],
  [
    'of another version',
    { 'tus-resumable': '0.2' },
    412,
    'Tus version 0.2 is not supported. Supported versions: 1.0.0',
    'protocol-version',
  ],
  ['without a length', { 'upload-length': null }, 400, 'Missing Upload-Length header', 'upload-header-missing'],
  [
    'with a length to come',
    { 'upload-length': null, 'upload-defer-length': '1' },
    400,
    'Header Upload-Defer-Length is not supported',
    'upload-length-deferred',
  ],
  ['of a length in words', { 'upload-length': 'ten' }, 400, 'Could not parse Upload-Length', 'upload-length-unreadable'],
  ['of half a byte', { 'upload-length': '0.5' }, 400, 'Could not parse Upload-Length', 'upload-length-unreadable'],
  ['of 10^30 bytes', { 'upload-length': `1${'0'.repeat(30)}` }, 400, 'Could not parse Upload-Length', 'upload-length-unreadable'],
  ['of a length of 10,000 digits', { 'upload-length': '9'.repeat(10_000) }, 400, 'Could not parse Upload-Length', 'unreadable'],
  ['of a negative length', { 'upload-length': '-1' }, 400, 'Header Upload-Length must be a positive number', 'upload-header-negative'],
  ['of more than is scanned', { 'upload-length': '50000000001' }, 400, 'File size exceeds maximum', 'BRO-00016'],
  ['of 10^18 bytes', { 'upload-length': `1${'0'.repeat(18)}` }, 400, 'File size exceeds maximum', 'BRO-00016'],
  ['of two lengths', { 'upload-defer-length': '1' }, 400, both, 'upload-lengths-exclusive'],
  ['of an upload that is neither a part nor final', { 'upload-concat': 'finally;/x' }, 400, neither, 'upload-concat-invalid'],
  ['of no parts', { 'upload-concat': 'final; ' }, 400, neither, 'upload-concat-invalid'],
]
for (const [what, headers, status, text, why] of refused) {
  rule('file-transfer §8', `a creation ${what} is refused in plain text, and changes nothing`, async ({ here }) => {
    const fileTransferId = await initialized(here.client)

    const reply = await ask(here, 'POST', filePath(fileTransferId), { headers: { 'upload-length': '13', ...headers } })

    expect([reply.status, reply.text]).toEqual([status, text])
    if (text) expect(reply.headers.get('content-type')).toBe('text/plain')
    if (status === 412) expect(reply.headers.get('tus-version')).toBe('1.0.0')
    expect(reply.headers.get('tus-resumable')).toBe(status === 404 ? null : '1.0.0')
    expect(JSON.stringify(here.simulator.world.journal.calls.list().at(-1))).toContain(why)
    expect(await statusOf(here.client, fileTransferId)).toMatchObject({ status: 'Initialized' })
  })
}

rule('file-transfer §8', 'the body of a refusal is its detail alone', async ({ here }) => {
  const fileTransferId = await initialized(here.client)
  const create = (id: string, as = sender) => ask(here, 'POST', filePath(id), { headers: { 'upload-length': '1' }, as })

  expect(await create(unknownId)).toMatchObject({ status: 404, text: 'The requested file transfer was not found' }) // BRO-00001
  for (const as of [recipient, stranger]) {
    const reply = await create(fileTransferId, as)

    expect(reply.status).toBe(401)
    expect(reply.text).toMatch(/^You must use a bearer token/) // BRO-00006
  }
  const { status, text } = await create(await uploaded(here.client))
  expect(status).toBe(409)
  expect(text).toMatch(/^A file transfer has already been/) // BRO-00004
})

rule('file-transfer §8', 'a path without the id of a file transfer is refused in words of its own', async ({ here }) => {
  const missing = { status: 404, text: 'Missing file transfer id' }
  const headers = { 'upload-length': '1', 'content-type': bytesOfUpload, 'upload-offset': '0' }

  for (const id of ['', 'not-a-guid', '__proto__']) expect(await ask(here, 'POST', filePath(id), { headers }), id).toMatchObject(missing) // transfer-id-missing
  for (const [method, id] of [
    ['PATCH', 'not-a-guid'],
    ['DELETE', 'not-a-guid'],
    ['DELETE', `x/partial/${'0'.repeat(32)}`],
  ] as const) {
    const reply = await ask(here, method, filePath(id), { headers })

    expect([reply.status, reply.text, reply.headers.get('tus-resumable')]).toEqual([404, 'Missing file transfer id', null])
  }
  expect(await ask(here, 'HEAD', filePath('not-a-guid'))).toMatchObject({ status: 404 })
  // The other methods need a path with an id, and the protocol its version.
  for (const method of ['PATCH', 'DELETE', 'HEAD'])
    expect(await ask(here, method, filePath(''), { headers })).toMatchObject({ status: 404, text: '' })
  expect(await ask(here, 'POST', filePath(''), { headers: { ...headers, 'tus-resumable': null } })).toMatchObject({ status: 404, text: '' })
  expect(await ask(here, 'POST', filePath(''), { headers, as: null })).toMatchObject({ status: 401, text: '' })
})

rule('file-transfer §8', 'an unscanned file may have any size that is a safe integer', async ({ here }) => {
  const fileTransferId = await initialized(here.client, { disableVirusScan: true })
  const create = (length: string) => ask(here, 'POST', filePath(fileTransferId), { headers: { 'upload-length': length } })

  expect((await create('9007199254740991')).status).toBe(201)
  expect(await create('9223372036854775807')).toMatchObject({ status: 400, text: 'File size exceeds maximum' })
})

rule('file-transfer §3.1', 'the size limit of a resource holds for a file, for a part and for all parts together', async ({ here }) => {
  const fileTransferId = await initialized(here.client, { resourceId: 'standin-small' })
  const { maxFileTransferSize: most = 0 } = fixturesOf(here.simulator.world).resources.find(({ id }) => id === 'standin-small') ?? {}
  const create = (length: number, more = {}) =>
    ask(here, 'POST', filePath(fileTransferId), { headers: { 'upload-length': String(length), ...more } })

  expect((await create(most + 1)).text).toBe('File size exceeds maximum')
  expect((await create(most + 1, { 'upload-concat': 'partial' })).text).toBe('File size exceeds maximum')
  const parts = [await part(here, fileTransferId, new Uint8Array(most)), await part(here, fileTransferId, 'x')]
  expect((await concatenate(here, fileTransferId, parts)).text).toBe('File size exceeds maximum')
  expect((await create(most)).status).toBe(201)
})

rule('file-transfer §8', 'a creation may contain the first bytes', async ({ here }) => {
  const fileTransferId = await initialized(here.client)
  const headers = { 'upload-length': '13', 'content-type': bytesOfUpload }

  const reply = await ask(here, 'POST', filePath(fileTransferId), { headers, body: 'one two' })

  expect([reply.status, reply.headers.get('upload-offset')]).toEqual([201, '7'])
  expect((await append(here, filePath(fileTransferId), 7, ' three')).status).toBe(204)
  await here.simulator.advance({ until: 'settled' })
  expect(await statusOf(here.client, fileTransferId)).toMatchObject({ status: 'Published', checksum: '5e4fe0155703dde467f3ab234e6f966f' })
})

const firstBytes: [what: string, headers: Record<string, string>, body: string, offset: string][] = [
  ['too many', { 'content-type': bytesOfUpload }, 'four', '0'],
  ['of another content type', { 'content-type': 'text/plain' }, 'one', '0'],
  ['of a type with a parameter', { 'content-type': `${bytesOfUpload};charset=utf-8` }, 'one', '0'],
  ['with a checksum', { 'content-type': bytesOfUpload, 'upload-checksum': 'md5 AAAA' }, 'one', '3'],
  ['with half a checksum', { 'content-type': bytesOfUpload, 'upload-checksum': 'md5' }, 'one', '0'],
  ['with a checksum of another kind', { 'content-type': bytesOfUpload, 'upload-checksum': 'sha1 AAAA' }, 'one', '0'],
]
for (const [what, headers, body, offset] of firstBytes) {
  rule('file-transfer §8', `a creation stands when the bytes that it brings are ${what}, and says only how many were taken`, async () => {
    const here = standin()
    const fileTransferId = await initialized(here.client)

    const reply = await ask(here, 'POST', filePath(fileTransferId), { headers: { 'upload-length': '3', ...headers }, body })

    expect([reply.status, reply.headers.get('upload-offset'), reply.text]).toEqual([201, offset, ''])
    expect(reply.headers.get('upload-expires')).toBe('Tue, 02 Jun 2026 10:00:00 GMT')
    expect(await offsetOf(here, filePath(fileTransferId))).toBe(offset)
  })
}

rule('file-transfer §7.2', 'first bytes that cannot be stored fail the transfer', async () => {
  const here = standin({ platform: platformWith(() => ({ write: () => Promise.reject(new Error('The disk is full.')) })) })
  const fileTransferId = await initialized(here.client)
  const headers = { 'upload-length': '3', 'content-type': bytesOfUpload }

  const { status, text } = await ask(here, 'POST', filePath(fileTransferId), { headers, body: 'one' })

  expect([status, text]).toEqual([500, 'Error occurred while uploading file See /details for more information.']) // BRO-00008
  expect(await statusOf(here.client, fileTransferId)).toMatchObject({
    status: 'Failed',
    text: 'Error occurred while uploading fileTransfer',
  })
})

rule('file-transfer §8', 'an upload of no bytes is complete at once', async ({ here }) => {
  const { fileTransferId } = await begun(here, 0, { disableVirusScan: true })

  expect(await statusOf(here.client, fileTransferId)).toMatchObject({
    status: 'Published',
    size: 0,
    checksum: 'd41d8cd98f00b204e9800998ecf8427e',
  })
})

rule(
  'assumed: the latest request to create an upload takes precedence',
  'an upload created again begins at zero, and its old bytes are removed',
  async ({ here }) => {
    const { fileTransferId, place } = await begun(here, 13)
    await append(here, place, 0, 'one two')

    await begin(here, fileTransferId, 5)

    expect(await offsetOf(here, place)).toBe('0')
    expect(here.simulator.world.blobs.held).toEqual({ bytes: 0, count: 0 })
    expect((await append(here, place, 0, 'three')).headers.get('upload-offset')).toBe('5')
  },
)

const badParts: [what: string, why: string, choose: (here: ReturnType<typeof standin>, id: string) => Promise<string[]>][] = [
  ['unknown', 'upload-parts-unknown', async (_, id) => [`${filePath(id)}/partial/${'0'.repeat(32)}`]],
  ['unknown, in another form', 'upload-parts-unknown', async (_, id) => [`${filePath(id)}/nothing/at/all`]],
  [
    'named twice',
    'upload-parts-unknown',
    async (here, id) => {
      const place = await part(here, id, 'one')
      return [place, place]
    },
  ],
  [
    'of another transfer, under this one',
    'upload-parts-unknown',
    async (here, id) => {
      const other = await initialized(here.client)
      return [(await part(here, other, 'one')).replace(other, id)]
    },
  ],
  [
    'unfinished',
    'upload-parts-unfinished',
    async (here, id) => [await part(here, id, 'one'), await begin(here, id, 3, { 'upload-concat': 'partial' })],
  ],
]
for (const [what, why, choose] of badParts) {
  rule('file-transfer §8', `parts that are ${what} cannot be concatenated`, async ({ here }) => {
    const fileTransferId = await initialized(here.client)
    await part(here, fileTransferId, 'begins it')
    const places = await choose(here, fileTransferId)

    const { status, text } = await concatenate(here, fileTransferId, places)

    expect(status).toBe(400)
    expect(text).toContain(places.at(-1)?.split(`/${fileTransferId}/`).at(-1))
    expect(here.simulator.world.journal.calls.list().at(-1)?.why).toContain(why)
    expect(await statusOf(here.client, fileTransferId)).toMatchObject({ status: 'UploadStarted' })
  })
}

rule('file-transfer §8', 'parts whose addresses do not go on from that of the file make the header invalid', async ({ here }) => {
  const fileTransferId = await initialized(here.client)
  const place = await part(here, fileTransferId, 'one')
  const other = await part(here, await initialized(here.client), 'one')
  const invalid = /^Header Upload-Concat: Header is invalid/ // upload-concat-invalid

  for (const address of ['/etc/passwd', 'https://', '\\', '%', '/', other, place.toUpperCase(), place.split('/').at(-1) ?? '', ` ${place}`])
    expect((await concatenate(here, fileTransferId, [address])).text, address).toMatch(invalid)
  expect((await concatenate(here, fileTransferId, [filePath(fileTransferId)])).text).toBe(
    'Could not find some of the files supplied for concatenation: ',
  )
  expect((await concatenate(here, fileTransferId, [`${place}/?x#y`])).status).toBe(201)
})

rule('file-transfer §8', 'parts are named by their new or old path, or by their whole address', async ({ here }) => {
  const fileTransferId = await initialized(here.client)
  const parts = [
    await part(here, fileTransferId, 'one '),
    await part(here, fileTransferId, 'two '),
    await part(here, fileTransferId, 'three'),
  ]
  const [one = '', two = '', three = ''] = parts

  const { status, headers } = await concatenate(here, fileTransferId, [
    one,
    two.replace('/partial', ''),
    `https://proxy.example/prefix${three}`,
  ])

  expect([status, headers.get('location')]).toEqual([201, filePath(fileTransferId)])
  await here.simulator.advance({ until: 'settled' })
  expect(await statusOf(here.client, fileTransferId)).toMatchObject({ status: 'Published', checksum: '5e4fe0155703dde467f3ab234e6f966f' })
})

rule('decisions §13', 'a creation while the storage is out of reach is answered as the reference answers it', async ({ here }) => {
  const fileTransferId = await initialized(here.client)

  here.simulator.scenarios.define('no-storage', { summary: 'It is down', rules: [{ outage: 'storage' }] })

  const headers = { 'upload-length': '3', 'x-standin-scenario': 'no-storage' }
  const { status, text } = await ask(here, 'POST', filePath(fileTransferId), { headers })

  expect([status, text]).toEqual([503, 'Storage provider is not ready yet. Please try again later.'])
  expect(await statusOf(here.client, fileTransferId)).toMatchObject({ status: 'Initialized' })
})

for (const code of ['BRO-00005', 'BRO-00002', 'BRO-00021'] as const) {
  rule('file-transfer §8', `a creation is refused when its resource lost registration, service owner or storage: ${code}`, async () => {
    const here = standin()
    const { place } = await begun(here, 13)
    await append(here, place, 0, 'one')
    losses[code]?.(here.simulator, 'standin-plain')

    const { status, text } = await ask(here, 'POST', place, { headers: { 'upload-length': '5' } })

    expect([status, text]).toEqual([refusals[code].status, refusals[code].detail])
    expect(await offsetOf(here, place)).toBe('3')
  })
}
