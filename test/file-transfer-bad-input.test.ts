/** Every mistake in a call of the file transfer area, and the words of its refusal. */
import { jsonLimit } from '../src/service/engine/reading/input.ts'
import { arrange } from '../src/service/failures/givens.ts'
import type { DialectName } from '../src/service/wire/vocabulary.ts'
import { scopes } from '../src/service/wire/vocabulary.ts'
import { iso, recipient, request, sender } from './support/file-transfers.ts'
import { expect, rule } from './support/rule.ts'
import { base, standin } from './support/standin.ts'

type Errors = Readonly<Record<string, readonly string[]>>

const root = '/broker/api/v1/filetransfer'
const section = (number: string) => `https://tools.ietf.org/html/rfc9110#section-${number}`

const required = (name: string) => `The ${name} field is required.`
const length = (name: string, most: number) =>
  `The field ${name} must be a string with a minimum length of 1 and a maximum length of ${most}.`
const forms =
  'should be on the form countrycode:organizationnumber (e.g. 0192:910753614) or urn:altinn:organization:identifier-no:organizationnumber'
const properties = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`key${at}`, 'value']))
const reference = 'SendersFileTransferReference'
const long = { key: 'k'.repeat(51), value: 'v'.repeat(3001) }

/** Sent as JSON, and as a form where a form can say it. `undefined` leaves a field out. */
const fields: [what: string, changes: Record<string, unknown>, errors: Errors, form?: false][] = [
  ['fileName is missing', { fileName: undefined }, { FileName: [required('FileName'), length('FileName', 255)] }],
  ['fileName is empty', { fileName: '' }, { FileName: [required('FileName'), length('FileName', 255)] }],
  ['fileName is null', { fileName: null }, { FileName: [required('FileName')] }, false],
  ['fileName is too long', { fileName: 'x'.repeat(256) }, { FileName: [length('FileName', 255)] }],
  ['resourceId is missing', { resourceId: undefined }, { ResourceId: [required('ResourceId'), length('ResourceId', 255)] }],
  ['resourceId is empty', { resourceId: '' }, { ResourceId: [required('ResourceId'), length('ResourceId', 255)] }],
  ['resourceId has a foreign colon', { resourceId: 'urn:acme:x' }, { ResourceId: ['Invalid Resource identifier format'] }],
  ['the reference is missing', { sendersFileTransferReference: undefined }, { [reference]: [length(reference, 4096)] }],
  ['the reference is empty', { sendersFileTransferReference: '' }, { [reference]: [length(reference, 4096)] }],
  ['the reference is null', { sendersFileTransferReference: null }, { [reference]: [required(reference)] }, false],
  ['the reference is too long', { sendersFileTransferReference: 'x'.repeat(4097) }, { [reference]: [length(reference, 4096)] }],
  ['sender is missing', { sender: undefined }, { Sender: [required('Sender')] }],
  ['sender is a bare number', { sender: sender.orgNo }, { Sender: [`Organization numbers ${forms}`] }],
  ['recipients are missing', { recipients: undefined }, { Recipients: ['One or more recipients are required'] }],
  ['recipients are an empty list', { recipients: [] }, { Recipients: ['One or more recipients are required'] }],
  ['recipients are null', { recipients: null }, { Recipients: [required('Recipients')] }, false],
  [
    'two of three recipients are bad',
    { recipients: [iso(recipient), recipient.orgNo, '0192:1234567890'] },
    { Recipients: [`Each recipient ${forms}`] },
  ],
  ['there are eleven properties', { propertyList: properties(11) }, { PropertyList: ['PropertyList can contain at most 10 properties'] }],
  [
    'a key is too long',
    { propertyList: { [long.key]: 'x' } },
    { PropertyList: [`PropertyList Key can not be longer than 50. Length:51, KeyValue:${long.key}`] },
  ],
  [
    'a value is too long',
    { propertyList: { a: long.value } },
    { PropertyList: [`PropertyList Value can not be longer than 3000. Length:3001, Value:${long.value}`] },
  ],
  ['propertyList is null', { propertyList: null }, { PropertyList: [required('PropertyList')] }, false],
  [
    'the checksum has 31 characters',
    { checksum: 'a'.repeat(31) },
    { Checksum: ['The checksum, if used, must be a MD5 hash with a length of 32 characters'] },
  ],
  [
    'the checksum is in upper case',
    { checksum: 'A'.repeat(32) },
    { Checksum: ['The checksum, if used, must be a MD5 hash in lower case'] },
  ],
  [
    'nothing is there',
    Object.fromEntries(Object.keys(request).map((name) => [name, undefined])),
    {
      FileName: [required('FileName'), length('FileName', 255)],
      Recipients: ['One or more recipients are required'],
      ResourceId: [required('ResourceId'), length('ResourceId', 255)],
      Sender: [required('Sender')],
      [reference]: [length(reference, 4096)],
    },
    false,
  ],
]

for (const [what, changes, errors, form] of fields) {
  rule('file-transfer §7.3', `${what}: the keys and words of the service`, async ({ client }) => {
    const { status, problem } = await client.call('fileTransfer.initialize', { as: sender, body: { ...request, ...changes } })

    expect([status, Object.entries(problem.errors ?? {})]).toEqual([400, Object.entries(errors)])
  })

  if (form === false) continue
  rule('file-transfer §3.2, file-transfer §7.3', `${what}: a form is refused with the same words, under Metadata`, async () => {
    const { client, simulator } = standin()

    const { status, problem } = await client.call('fileTransfer.initializeAndUpload', {
      as: sender,
      body: formOf({ ...request, ...changes }),
    })

    const expected = Object.entries(errors).map(([name, messages]) => [`Metadata.${name}`, messages])
    expect([status, Object.entries(problem.errors ?? {})]).toEqual([400, expected])
    expect(simulator.world.blobs.held.count).toBe(0)
  })
}

function formOf(values: Record<string, unknown>): FormData {
  const parts = new FormData()
  for (const [name, value] of Object.entries(values)) {
    const part = `Metadata.${name.charAt(0).toUpperCase()}${name.slice(1)}`
    if (Array.isArray(value)) for (const each of value) parts.append(part, each)
    else if (typeof value === 'object') for (const [key, each] of Object.entries(value ?? {})) parts.append(`${part}[${key}]`, each)
    else if (typeof value === 'string') parts.append(part, value)
  }
  parts.append('FileTransfer', new Blob(['content']), 'ignored.txt')
  return parts
}

const names: Readonly<Record<DialectName, readonly string[]>> = {
  spec: ['type', 'title', 'status', 'detail', 'traceId', 'errors'],
  live: ['type', 'title', 'status', 'errors', 'traceId'],
}
for (const [dialect, members] of Object.entries(names) as [DialectName, readonly string[]][]) {
  rule('file-transfer §7.3, decisions §1', `a validation problem has no code and no other member: ${dialect}`, async () => {
    const { client } = standin({ dialect })

    const { headers, problem } = await client.call('fileTransfer.initialize', { as: sender, body: { ...request, sender: 'x' } })

    expect(Object.keys(problem)).toEqual(members)
    expect(problem).toMatchObject({ type: section('15.5.1'), title: 'One or more validation errors occurred.', status: 400 })
    expect(problem.traceId).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/)
    expect(headers.get('content-type')).toBe(`application/${dialect === 'spec' ? 'problem+json' : 'json'}; charset=utf-8`)
  })
}

const body = { initializeExt: ['The initializeExt field is required.'] }
/** Others: test/service/areas/file-transfer/constraints/validation-errors.test.ts. */
const texts: [what: string, text: string | Uint8Array, errors: Errors][] = [
  ['empty', '', { '': ['A non-empty request body is required.'], ...body }],
  ['the literal null', 'null', { '': ['A non-empty request body is required.'], ...body }],
  [
    'JSON with a comment',
    '{// no\n}',
    { $: [`'/' is invalid after a value. Expected either ',', '}', or ']'. Path: $ | LineNumber: 0 | BytePositionInLine: 1.`], ...body },
  ],
  [
    'not UTF-8',
    Uint8Array.of(0x7b, 0xff, 0x7d),
    { $: [`'0xFF' is an invalid start of a property name. Expected a '"'. Path: $ | LineNumber: 0 | BytePositionInLine: 1.`], ...body },
  ],
]
for (const [what, text, errors] of texts) {
  rule('file-transfer §7.3', `a body that is ${what} is refused in the words of the service`, async ({ client }) => {
    const { status, problem } = await client.call('fileTransfer.initialize', { as: sender, body: text })

    expect([status, problem.errors]).toEqual([400, errors])
  })
}

rule('file-transfer §0', 'a body may have names in any case, unknown names, and a byte order mark', async ({ client }) => {
  const shouted = Object.fromEntries(Object.entries(request).map(([name, value]) => [name.toUpperCase(), value]))

  const reply = await client.call('fileTransfer.initialize', { as: sender, body: `\uFEFF${JSON.stringify({ ...shouted, colour: 'red' })}` })

  expect(reply.status).toBe(200)
})

const ids = [
  'abc',
  'upload',
  ' ',
  '7d3f0c7e-2b41-4a8e-9f55-0f6c1f1a9b1',
  '%00',
  `${'7'.repeat(5_000)}`,
  '../../etc/passwd',
  "'; drop table",
  '🙂',
]
const byId = [
  ['fileTransfer.overview', 'GET', ''],
  ['fileTransfer.details', 'GET', '/details'],
  ['fileTransfer.download', 'GET', '/download'],
  ['fileTransfer.upload', 'POST', '/upload'],
  ['fileTransfer.confirmDownload', 'POST', '/confirmdownload'],
] as const
for (const [id, method, end] of byId) {
  rule('file-transfer §7.3, file-transfer §7.4', `an id that is not a GUID is a validation error, not a 404: ${id}`, async () => {
    const { client, send } = standin()
    const token = await client.token({ ...sender, scope: `${scopes.brokerRead} ${scopes.brokerWrite}` })

    for (const bad of ids) {
      const url = `${base}${root}/${encodeURIComponent(bad)}${end}`
      // Blanks are no value at all, and a slash that was encoded stays so.
      const fault = bad === ' ' ? "The value ' ' is invalid." : `The value '${bad.replaceAll('/', '%2F')}' is not valid.`
      const reply = await send(new Request(url, { method, headers: { authorization: `Bearer ${token}` } }))

      expect([reply.status, (await reply.json()).errors]).toEqual([400, { fileTransferId: [fault] }])
    }
  })
}

const broken: [what: string, type: string, text: string, reason: string][] = [
  [
    'broken off',
    'multipart/form-data; boundary=b',
    '--b\r\nContent-Disposition: form-data; name="Metadata.Sender"\r\n\r\n0192',
    'Unexpected end of Stream, the content may have already been read by another component. ',
  ],
  ['without a boundary', 'multipart/form-data', '--b--', 'Missing content-type boundary.'],
]
for (const [what, type, text, reason] of broken) {
  rule('file-transfer §7.3', `a form that is ${what} cannot be read`, async ({ client }) => {
    const reply = await client.call('fileTransfer.initializeAndUpload', { as: sender, body: text, headers: { 'content-type': type } })

    expect([reply.status, reply.problem.errors]).toEqual([400, { '': [`Failed to read the request form. ${reason}`] }])
  })
}

rule('file-transfer §3.2', 'an empty form lacks its metadata and its file', async ({ client }) => {
  const parts = new FormData()
  parts.append('Metadata', '{"fileName":"report.xml"}')

  const { problem } = await client.call('fileTransfer.initializeAndUpload', { as: sender, body: parts })

  expect(Object.entries(problem.errors ?? {})).toEqual([
    ['FileTransfer', ['The FileTransfer field is required.']],
    ['Metadata', ['The Metadata field is required.']],
  ])
})

rule('decisions §1', `a body above ${jsonLimit} bytes is too large`, async ({ client }) => {
  const reply = await client.call('fileTransfer.initialize', { as: sender, body: new Uint8Array(jsonLimit + 1).fill(32) })

  expect(reply.status).toBe(413)
})

const dialects = ['spec', 'live'] as const
const shown = async (reply: Response) => ({ status: reply.status, type: reply.headers.get('content-type'), text: await reply.text() })

for (const dialect of dialects) {
  const live = dialect === 'live'

  rule('file-transfer §7.4', `a content type that initialize does not read is refused after the token is checked: ${dialect}`, async () => {
    const { client, send } = standin({ dialect })
    const authorization = `Bearer ${await client.token({ ...sender, scope: scopes.brokerWrite })}`
    const ask = (headers: Record<string, string>) =>
      send(new Request(base + root, { method: 'POST', headers, body: new TextEncoder().encode(JSON.stringify(request)) }))

    for (const given of [{ 'content-type': 'text/plain' }, { 'content-type': 'application/xml' }, {}]) {
      const reply = await ask({ ...given, authorization } as Record<string, string>)
      const problem = await reply.json()

      expect([reply.status, (await ask(given as Record<string, string>)).status]).toEqual([415, 401])
      expect(problem).toMatchObject({ type: section('15.5.16'), title: 'Unsupported Media Type', status: 415 })
      if (live) expect(Object.keys(problem)).toEqual(['type', 'title', 'status', 'traceId'])
    }
    for (const type of ['text/json', 'application/vnd.acme+json', 'Application/JSON; charset=utf-8'])
      expect((await ask({ 'content-type': type, authorization })).status, type).toBe(200)
  })

  rule(
    'file-transfer §3.1, file-transfer §3.2, file-transfer §7.4',
    `an upload of another content type is refused before its token: ${dialect}`,
    async () => {
      const { client, send } = standin({ dialect })
      const { fileTransferId } = await arrange(client, 'a file transfer is initialized')

      for (const [path, type] of [
        [`${root}/${fileTransferId}/upload`, 'application/xml'],
        [`${root}/${fileTransferId}/upload`, 'multipart/form-data; boundary=b'],
        [`${root}/upload`, 'application/octet-stream'],
        [`${root}/upload`, 'application/json'],
      ] as const) {
        const reply = await shown(await send(new Request(base + path, { method: 'POST', headers: { 'content-type': type }, body: 'x' })))

        expect(reply.status, `${path} ${type}`).toBe(415)
        if (live) expect(reply).toEqual({ status: 415, type: null, text: '' })
        else expect(JSON.parse(reply.text)).toMatchObject({ title: 'Unsupported Media Type', status: 415 })
      }
    },
  )

  rule('file-transfer §7.4', `an unknown path, and an unknown method of a path: ${dialect}`, async () => {
    const { send } = standin({ dialect })
    const ask = async (method: string, path: string) => {
      const reply = await send(new Request(base + path, { method }))
      return { ...(await shown(reply)), allow: reply.headers.get('allow') }
    }

    const unknown = await ask('GET', `${root}/x/y/z`)
    const wrong = await ask('DELETE', root)
    const head = await ask('HEAD', `${root}/7d3f0c7e-2b41-4a8e-9f55-0f6c1f1a9b10/download`)

    expect([unknown.status, wrong.status, wrong.allow, head.status, head.allow]).toEqual([404, 405, 'GET, POST', 405, 'GET'])
    for (const { text } of [unknown, wrong]) expect(text === '').toBe(live)
  })

  rule(
    'file-transfer §0.2',
    `only a header that names JSON or everything is acceptable, and a download ignores the header: ${dialect}`,
    async () => {
      const { client, send } = standin({ dialect })
      const { fileTransferId = '', token } = await arrange(client, 'a published file transfer exists')
      const params = { fileTransferId }
      const bad = ['text/plain', 'application/*', 'application/problem+json', 'application/jsonp, text/*;q=1']
      const good = ['application/json', '*/*, text/plain', 'text/html;q=1, APPLICATION/JSON;q=0', '*/*;q=0.1']

      for (const accept of bad) {
        const reply = await send(new Request(`${base}${root}/${fileTransferId}`, { headers: { accept } }))
        const said = await shown(reply)

        expect(said.status, accept).toBe(406)
        if (live)
          expect(said).toMatchObject({
            type: null,
            text: 'This endpoint does not support the requested Accept header. Supported Accept headers are: application/json, */*.',
          })
      }
      for (const accept of good)
        expect((await client.call('fileTransfer.overview', { params, headers: { accept } })).status, accept).toBe(200)
      const download = await client.call('fileTransfer.download', {
        as: null,
        params,
        headers: { accept: 'text/plain', authorization: `Bearer ${token}` },
      })
      expect(download.status).toBe(200)
    },
  )
}

for (const row of ['fileTransfer.initialize', 'fileTransfer.initializeAndUpload'] as const) {
  rule(
    'file-transfer §7.4, decisions §1',
    `a request that breaks the service is answered as an unhandled error, and is not a defect of Standin: ${row}`,
    async () => {
      const { client, defects } = standin({ dialect: 'live' })
      const parts = formOf(request)
      parts.append('Metadata.PropertyList[0].Key', 'caseNumber')

      const reply = await client.call(row, {
        as: sender,
        body: row === 'fileTransfer.initialize' ? { ...request, propertyList: { caseNumber: null } } : parts,
      })

      expect([reply.status, reply.headers.get('content-type')]).toEqual([500, 'application/problem+json'])
      expect(reply.headers.get('cache-control')).toBe('no-cache,no-store')
      expect(reply.headers.has('x-content-type-options')).toBe(false)
      expect(Object.entries(reply.problem)).toEqual([
        ['type', section('15.6.1')],
        ['title', 'Internal Server Error'],
        ['status', 500],
        ['detail', ''],
        ['instance', row === 'fileTransfer.initialize' ? root : `${root}/upload`],
        ['traceId', expect.stringMatching(/^00-/)],
      ])
      expect([reply.headers.get('x-standin-bug'), defects]).toEqual([null, []])
    },
  )
}

rule('file-transfer §0', 'every answer has cache-control no-store and nosniff', async ({ client }) => {
  const { fileTransferId = '' } = await arrange(client, 'a published file transfer exists')

  const answers = [
    await client.call('fileTransfer.overview', { params: { fileTransferId } }),
    await client.call('fileTransfer.overview', { params: { fileTransferId: 'abc' } }),
    await client.call('fileTransfer.overview', { params: { fileTransferId }, as: null }),
    await client.call('fileTransfer.overview', { params: { fileTransferId }, headers: { accept: 'text/plain' } }),
    await client.call('fileTransfer.download', { params: { fileTransferId } }),
  ]

  expect(answers.map(({ status }) => status)).toEqual([200, 400, 401, 406, 200])
  for (const { headers } of answers)
    expect([headers.get('x-content-type-options'), headers.get('cache-control')]).toEqual(['nosniff', 'no-store'])
})
