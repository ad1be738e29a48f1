/** Hostile calls: endless forms, names that try to break out of a header, huge ranges, broken connections. */

import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, vi } from 'vitest'
import { fileTransfers } from '../src/service/areas/file-transfer/records/file-transfers.ts'
import { bytes, initialized, iso, published, recipient, sender, statusOf } from './support/file-transfers.ts'
import { type HostName, hosted, hostNames } from './support/hosts.ts'
import { rule } from './support/rule.ts'

type Here = Awaited<ReturnType<typeof hosted>>

const onEvery = (source: string, sentence: string, body: (host: HostName) => Promise<void>) => {
  for (const host of hostNames) rule(source, `${sentence} (${host})`, () => body(host))
}

const boundary = 'part'
const type = { 'content-type': `multipart/form-data; boundary=${boundary}` }
const part = (name: string, content = 'x', fileName?: string) =>
  `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${fileName === undefined ? '' : `; filename="${fileName}"`}\r\n\r\n${content}\r\n`
const file = part('FileTransfer', 'content', '../../etc/passwd')
const end = `--${boundary}--\r\n`

const metadata = [
  part('Metadata.FileName', 'report.xml'),
  part('Metadata.ResourceId', 'standin-plain'),
  part('Metadata.SendersFileTransferReference', 'batch-0042'),
  part('Metadata.Sender', iso(sender)),
  part('Metadata.Recipients', iso(recipient)),
].join('')

const send = ({ client }: Here, body: string | ReadableStream<Uint8Array>) =>
  client.call('fileTransfer.initializeAndUpload', { as: sender, body, headers: type })

const bombs: [what: string, text: string, reason: string][] = [
  [
    'a hundred thousand fields',
    file + part('Metadata.Recipients', iso(recipient)).repeat(100_000) + end,
    'Form value count limit 1024 exceeded.',
  ],
  ['a hundred thousand parts without a kind', file + part('x').repeat(100_000) + end, 'Form value count limit 1024 exceeded.'],
  ['a hundred thousand files', file + part('FileTransfer', 'x', 'another').repeat(100_000) + end, 'Form value count limit 1024 exceeded.'],
  [
    'a name of a megabyte',
    file + part(`Metadata.PropertyList[${'n'.repeat(1_000_000)}]`) + end,
    'Multipart headers length limit 16384 exceeded.',
  ],
  ['a value of a megabyte', file + part('Metadata.FileName', 'v'.repeat(1_000_000)) + end, 'Form value length limit 65536 exceeded.'],
]
for (const [what, text, reason] of bombs) {
  onEvery('file-transfer §7.3', `a form of ${what} is refused, and none of its bytes are kept`, async (host) => {
    const here = await hosted(host)

    const reply = await send(here, text)

    expect([reply.status, reply.problem.errors]).toEqual([400, { '': [`Failed to read the request form. ${reason}`] }])
    expect(here.simulator.world.blobs.held).toEqual({ bytes: 0, count: 0 })
    expect(here.simulator.world.environments.test.of(fileTransfers).size).toBe(0)
  })
}

rule('decisions §16', 'an endless form is read no further than needed to refuse it', async () => {
  const here = await hosted('fetch')
  const name = bytes(part(`Metadata.PropertyList[${'n'.repeat(1_000_000)}]`))
  let pulled = 0
  const body = new ReadableStream<Uint8Array>({
    pull(line) {
      pulled++
      line.enqueue(name)
    },
  })

  const reply = await send(here, body)

  expect(reply.status).toBe(400)
  expect(pulled).toBeLessThan(5)
})

onEvery('file-transfer §3.2', 'the name of the file part of a form is ignored', async (host) => {
  const here = await hosted(host)

  const { body: params } = await send(here, metadata + file + end)
  const { body } = await here.client.call('fileTransfer.overview', { as: sender, params })

  expect(body.fileName).toBe('report.xml')
})

/** The plain name in the header. The encoded name has all characters. */
const names: [fileName: string, shown: string][] = [
  ['../../etc/passwd', '"../../etc/passwd"'],
  ['..\\..\\windows\\win.ini', '"..\\\\..\\\\windows\\\\win.ini"'],
  ['C:\\autoexec.bat', '"C:\\\\autoexec.bat"'],
  ['/etc/passwd', '"/etc/passwd"'],
  ['%2e%2e%2fetc', '%2e%2e%2fetc'],
  ['a\r\nX-Evil: 1\r\n\r\n<script>', '"a__X-Evil: 1____<script>"'],
  ['bell\u0007byte.exe', 'bell_byte.exe'],
  ['bell\u0007del\u007fnel\u0085.txt', 'bell_del_nel_.txt'],
  ['line\u2028separator', 'line_separator'],
  ['gpj.\u202eexe', 'gpj._exe'],
  ['a"; filename="evil.exe', '"a\\"; filename=\\"evil.exe"'],
  ["x'; filename*=UTF-8''evil", "\"x'; filename*=UTF-8''evil\""],
  ['🙂'.repeat(127), '_'.repeat(254)],
  ['CON', 'CON'],
]

onEvery('file-transfer §6.1', 'a file name cannot break out of its header', async (host) => {
  const { client } = await hosted(host)

  for (const [fileName, shown] of names) {
    const fileTransferId = await published(client, { fileName })
    const { status, text, headers } = await client.call('fileTransfer.download', { as: recipient, params: { fileTransferId } })
    const [plain, encoded] = halves(headers.get('content-disposition') ?? '')

    expect([status, text, headers.get('x-evil')]).toEqual([200, 'one two three', null])
    expect(plain).toBe(`attachment; filename=${shown}`)
    expect(decodeURIComponent(encoded)).toBe(fileName.toWellFormed())
    expect(encoded).toMatch(/^[!#$&+.^_`|~0-9A-Za-z%-]*$/)
  }
})

/** The plain name may contain the separator before the encoded one. */
function halves(disposition: string): [plain: string, encoded: string] {
  const separator = "; filename*=UTF-8''"
  const at = disposition.lastIndexOf(separator)
  return [disposition.slice(0, at), disposition.slice(at + separator.length)]
}

const beyond = `1${'0'.repeat(30)}`
for (const range of [
  `bytes=0-${beyond}`,
  `bytes=${beyond}-`,
  `bytes=-${beyond}`,
  `bytes=${beyond}-${beyond}0`,
  'bytes=-0,-1',
  'bytes=0-0, 2-2',
]) {
  onEvery('file-transfer §6.1', `the range ${range} is answered with the whole file`, async (host) => {
    const { client } = await hosted(host)
    const params = { fileTransferId: await published(client) }

    const reply = await client.call('fileTransfer.download', { as: recipient, params, headers: { range } })

    expect([reply.status, reply.text, reply.headers.get('content-range')]).toEqual([200, 'one two three', null])
  })
}

/** A body over a real connection, sent in parts by the test. */
async function open({ client, origin }: Here, fileTransferId: string) {
  const sent = httpRequest(`${origin}/broker/api/v1/filetransfer/${fileTransferId}/upload`, {
    method: 'POST',
    agent: false,
    headers: { authorization: `Bearer ${await client.token({ ...sender, scope: 'altinn:broker.write' })}` },
  })
  const answered = once(sent, 'response').then(async ([reply]: IncomingMessage[]) => {
    const said = reply && (JSON.parse(await text(reply)) as { code?: string })
    return { status: reply?.statusCode, code: said?.code }
  })
  answered.catch(() => {})
  return { sent, answered }
}

const starts = async ({ client }: Here, fileTransferId: string) =>
  (await client.call('fileTransfer.details', { as: sender, params: { fileTransferId } })).body.fileTransferStatusHistory.length - 1

rule(
  'file-transfer §3.1',
  'over HTTP, with two uploads at once the first to end publishes the file, and the other fails the transfer',
  async () => {
    const here = await hosted('express')
    const fileTransferId = await initialized(here.client, { disableVirusScan: true })
    const [first, second] = [await open(here, fileTransferId), await open(here, fileTransferId)]
    first.sent.write('begun first')
    second.sent.write('begun second')
    await vi.waitUntil(async () => (await starts(here, fileTransferId)) === 2)

    second.sent.end()
    const winner = await second.answered
    const between = await statusOf(here.client, fileTransferId)
    first.sent.end()
    const loser = await first.answered

    expect([winner.status, between.status]).toEqual([200, 'Published'])
    expect(loser).toEqual({ status: 500, code: 'BRO-00008' })
    expect(await statusOf(here.client, fileTransferId)).toMatchObject({
      status: 'Failed',
      text: 'Error occurred while uploading fileTransfer',
    })
    expect(here.simulator.world.blobs.held).toEqual({ bytes: 0, count: 0 })
  },
)

rule('file-transfer §3.1', 'over HTTP, an upload that breaks off leaves no bytes, and may begin again', async () => {
  const here = await hosted('express')
  const fileTransferId = await initialized(here.client)
  const { sent, answered } = await open(here, fileTransferId)
  sent.write(new Uint8Array(3 * 2 ** 20))
  await vi.waitUntil(async () => (await starts(here, fileTransferId)) === 1)

  sent.destroy()
  await expect(answered).rejects.toThrow()
  await vi.waitUntil(() => here.simulator.world.journal.calls.list().some(({ status }) => status === 499))
  const again = await here.client.call('fileTransfer.upload', { as: sender, params: { fileTransferId }, body: bytes('one two three') })

  expect(again.status).toBe(200)
  expect(here.simulator.world.blobs.held).toEqual({ bytes: 13, count: 1 })
})

const queries: [what: string, query: string, status: number][] = [
  ['a resource of ten thousand letters', `resourceId=${'r'.repeat(10_000)}`, 200],
  ['a resource of control characters', 'resourceId=%01%0d%0a', 200],
  ['a resource with U+0000', 'resourceId=a%00', 400],
  ['a resource that cannot be decoded', 'resourceId=%E0%A4%A', 200],
  ['a plus that is a space', 'resourceId=standin-plain&from=2026-08-18T10:00:00+02:00', 400],
  ['a plus that is one', 'resourceId=standin-plain&from=2026-08-18T10:00:00%2B02:00', 200],
  ['a date beyond all calendars', 'resourceId=standin-plain&to=99999-01-01', 400],
  ['a status of ten thousand digits', `resourceId=standin-plain&status=${'9'.repeat(10_000)}`, 400],
  ['names in capitals', 'RESOURCEID=standin-plain&ORDERASCENDING=TRUE', 200],
  ['names of prototypes', 'resourceId=standin-plain&__proto__=x&constructor=y&status=constructor', 400],
]
for (const [what, query, status] of queries) {
  onEvery('file-transfer §4.3', `a search for ${what} is answered ${status}`, async (host) => {
    const { client, send, origin } = await hosted(host)
    const authorization = `Bearer ${await client.token({ ...sender, scope: 'altinn:broker.read' })}`

    const reply = await send(new Request(`${origin}/broker/api/v1/filetransfer?${query}`, { headers: { authorization } }))

    expect(reply.status, await reply.text()).toBe(status)
  })
}
