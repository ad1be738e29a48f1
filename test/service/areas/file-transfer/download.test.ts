import fc from 'fast-check'
import type { ClientInput } from '../../../../src/service/areas/client.ts'
import { type ByteRange, readByteRange } from '../../../../src/service/areas/file-transfer/download.ts'
import { initialized, iso, otherRecipient, published, recipient, sender, stranger } from '../../../support/file-transfers.ts'
import { expect, rule, test } from '../../../support/rule.ts'
import { switchOn } from '../../../support/rules.ts'
import { base, type standin } from '../../../support/standin.ts'

type Client = ReturnType<typeof standin>['client']
const minutes = 60_000

const download = (client: Client, fileTransferId: string, over: ClientInput = {}) =>
  client.call('fileTransfer.download', { as: recipient, params: { fileTransferId }, ...over })
const ranged = (client: Client, fileTransferId: string, range: string) => download(client, fileTransferId, { headers: { range } })

async function downloads(client: Client, fileTransferId: string): Promise<number> {
  const { body } = await client.call('fileTransfer.details', { as: sender, params: { fileTransferId } })
  return body.recipientFileTransferStatusHistory.filter((move) => move.recipientFileTransferStatusCode === 'DownloadStarted').length
}

rule('file-transfer §6.1', 'a recipient gets the file with its length and name', async ({ client }) => {
  const fileTransferId = await published(client, { fileName: 'blåbær 1.xml' })

  const { status, headers, text } = await download(client, fileTransferId)

  expect([status, text]).toEqual([200, 'one two three'])
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-length': '13',
    'accept-ranges': 'bytes',
    'content-disposition': `attachment; filename="bl_b_r 1.xml"; filename*=UTF-8''bl%C3%A5b%C3%A6r%201.xml`,
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  })
  for (const absent of ['etag', 'last-modified', 'content-md5', 'content-range']) expect(headers.get(absent)).toBeNull()
})

rule('file-transfer §6.1', 'a large file is downloaded as it was sent, whole and in part', async ({ client }) => {
  const content = Uint8Array.from({ length: 3_000_000 }, (_, at) => at % 251)
  const fileTransferId = await published(client, { content })

  const whole = await download(client, fileTransferId)
  const part = await ranged(client, fileTransferId, 'bytes=1048570-2500000')

  expect(Buffer.compare(whole.bytes, content)).toBe(0)
  expect(Buffer.compare(part.bytes, content.subarray(1_048_570, 2_500_001))).toBe(0)
})

const ranges: [range: string, text: string, contentRange: string][] = [
  ['bytes=0-2', 'one', 'bytes 0-2/13'],
  ['bytes=8-', 'three', 'bytes 8-12/13'],
  ['bytes=-5', 'three', 'bytes 8-12/13'],
  ['bytes=8-100', 'three', 'bytes 8-12/13'],
  ['bytes=-100', 'one two three', 'bytes 0-12/13'],
]
for (const [range, text, contentRange] of ranges) {
  rule('file-transfer §6.1', `the range ${range} of thirteen bytes is ${contentRange}`, async ({ client }) => {
    const reply = await ranged(client, await published(client), range)

    expect([reply.status, reply.text]).toEqual([206, text])
    expect(reply.headers.get('content-range')).toBe(contentRange)
    expect(reply.headers.get('content-length')).toBe(String(text.length))
    expect(reply.headers.get('accept-ranges')).toBe('bytes')
  })
}

for (const range of ['bytes=9-2', 'bytes=0-1,3-4', 'lines=0-1', 'bytes', `bytes=0-${'9'.repeat(20)}`]) {
  rule('file-transfer §6.1', `the range ${range} is answered with the whole file`, async ({ client }) => {
    const reply = await ranged(client, await published(client), range)

    expect([reply.status, reply.text]).toEqual([200, 'one two three'])
  })
}

for (const range of ['bytes=13-', 'bytes=100-200', 'bytes=-0']) {
  rule('file-transfer §6.1', `the range ${range} of thirteen bytes cannot be satisfied`, async ({ client }) => {
    const fileTransferId = await published(client)

    const reply = await ranged(client, fileTransferId, range)

    expect([reply.status, reply.problem.code]).toEqual([416, 'BRO-00029'])
    expect(reply.headers.get('content-range')).toBeNull()
    expect(await downloads(client, fileTransferId)).toBe(0)
  })
}

rule('file-transfer §6.1', 'an empty file is downloaded whole, and has no range', async ({ client }) => {
  const fileTransferId = await published(client, { content: '' })

  const whole = await download(client, fileTransferId)

  expect([whole.status, whole.headers.get('content-length')]).toEqual([200, '0'])
  expect((await ranged(client, fileTransferId, 'bytes=0-')).status).toBe(416)
})

rule('file-transfer §6.1', 'every whole download is noted, and one download of ranges in five minutes', async ({ client, simulator }) => {
  const fileTransferId = await published(client)

  await ranged(client, fileTransferId, 'bytes=0-2')
  await simulator.advance({ by: 5 * minutes - 1 })
  await ranged(client, fileTransferId, 'bytes=3-5')
  const within = await downloads(client, fileTransferId)
  await simulator.advance({ by: 1 })
  await ranged(client, fileTransferId, 'bytes=6-')
  const after = await downloads(client, fileTransferId)
  await download(client, fileTransferId)
  await download(client, fileTransferId)

  expect([within, after, await downloads(client, fileTransferId)]).toEqual([1, 2, 4])
})

rule('file-transfer §6.1', 'ranges are counted for each recipient', async ({ client }) => {
  const fileTransferId = await published(client, { recipients: [iso(recipient), iso(otherRecipient)] })

  await ranged(client, fileTransferId, 'bytes=0-2')
  await download(client, fileTransferId, { as: otherRecipient, headers: { range: 'bytes=0-2' } })

  expect(await downloads(client, fileTransferId)).toBe(2)
})

rule('file-transfer §6.1', 'a download does not change the status of the transfer', async ({ client }) => {
  const fileTransferId = await published(client)
  await download(client, fileTransferId)

  const { body } = await client.call('fileTransfer.overview', { as: recipient, params: { fileTransferId } })

  expect(body.fileTransferStatus).toBe('Published')
  expect(body.recipients[0]?.currentRecipientFileTransferStatusCode).toBe('DownloadStarted')
})

rule('file-transfer §1', 'a stranger and the sender cannot download', async ({ client }) => {
  const fileTransferId = await published(client)

  for (const as of [stranger, sender]) {
    const reply = await download(client, fileTransferId, { as })

    expect([reply.status, reply.problem.code]).toEqual([403, 'BRO-00006'])
  }
})

rule('file-transfer §1', 'a sender that is also a recipient can download', async ({ client }) => {
  const fileTransferId = await published(client, { recipients: [iso(sender)] })

  expect((await download(client, fileTransferId, { as: sender })).status).toBe(200)
})

rule('file-transfer §6.1', 'the right to download is judged before the status, and the status before the range', async ({ client }) => {
  const fileTransferId = await initialized(client)

  const strange = await download(client, fileTransferId, { as: stranger })
  const early = await ranged(client, fileTransferId, 'bytes=-0')

  expect([strange.problem.code, early.problem.code]).toEqual(['BRO-00006', 'BRO-00007'])
})

rule('decisions §13', 'a download while the storage is out of reach is not noted', async ({ client, simulator }) => {
  const fileTransferId = await published(client)
  await switchOn({ simulator }, [{ outage: 'storage' }])

  const reply = await download(client, fileTransferId)

  expect(reply.status).toBe(503)
  expect(await downloads(client, fileTransferId)).toBe(0)
})

test('a reader in the same process can leave a file of any size, because timers run between its blocks', async ({
  simulator,
  send,
  client,
}) => {
  const { fileTransferId } = simulator.fileTransfers.publish('test', {
    size: 2 ** 50,
    recipients: [recipient.orgNo],
    sender: sender.orgNo,
  })
  const request = new Request(`${base}/broker/api/v1/filetransfer/${fileTransferId}/download`, {
    headers: { authorization: `Bearer ${await client.token(recipient)}` },
  })
  const reader = (await send(request)).body?.getReader()
  let hasLeft = false
  setTimeout(() => {
    hasLeft = true
  })
  let bytes = 0
  for (let part = await reader?.read(); part?.value && !hasLeft; part = await reader?.read()) bytes += part.value.byteLength
  await reader?.cancel()

  expect(bytes).toBeGreaterThan(0)
})

const byteRanges: [header: string | undefined, size: number, range: ByteRange | 'whole' | 'unsatisfiable'][] = [
  ['bytes=0-9', 100, { start: 0, end: 10 }],
  ['bytes=10-', 100, { start: 10, end: 100 }],
  ['bytes=-10', 100, { start: 90, end: 100 }],
  ['bytes=99-99', 100, { start: 99, end: 100 }],
  ['bytes=90-1000', 100, { start: 90, end: 100 }],
  ['bytes=-1000', 100, { start: 0, end: 100 }],
  ['BYTES = 5 - 6', 100, { start: 5, end: 7 }],
  ['bytes=0-9223372036854775807', 100, { start: 0, end: 100 }],
  ['bytes=0000000000000000005-6', 100, { start: 5, end: 7 }],
  ['bytes=100-', 100, 'unsatisfiable'],
  ['bytes=100-200', 100, 'unsatisfiable'],
  ['bytes=-0', 100, 'unsatisfiable'],
  ['bytes=0-', 0, 'unsatisfiable'],
  ['bytes=-5', 0, 'unsatisfiable'],
  [undefined, 100, 'whole'],
  ['', 100, 'whole'],
  ['bytes=-', 100, 'whole'],
  ['bytes=9-2', 100, 'whole'],
  ['bytes=900-200', 100, 'whole'],
  ['bytes=9007199254740993-9007199254740992', 100, 'whole'],
  ['bytes=0-1,5-6', 100, 'whole'],
  ['items=0-9', 100, 'whole'],
  ['bytes 0-9', 100, 'whole'],
  ['bytes=a-b', 100, 'whole'],
  ['bytes=-1-2', 100, 'whole'],
  ['bytes=1', 100, 'whole'],
  ['bytes=1-2=3', 100, 'whole'],
  ['bytes=1-2=', 100, 'whole'],
  ['bytes=1-2-', 100, 'whole'],
  ['bytes=1 2-3', 100, 'whole'],
  ['\t bytes\t=  5\t-\t6  ', 100, { start: 5, end: 7 }],
  ['bytes=1.5-2', 100, 'whole'],
  ['bytes=0-9223372036854775808', 100, 'whole'],
  ['bytes=00000000000000000005-6', 100, 'whole'],
]

test.each(byteRanges)('the header %j asks, of %i bytes, for %j', (header, size, range) => {
  expect(readByteRange(header, size)).toEqual(range)
})

test('a range lies within the file and is not empty', () => {
  const number = fc.oneof(fc.constant(''), fc.nat({ max: 60 }).map(String))
  fc.assert(
    fc.property(number, number, fc.nat({ max: 50 }), (from, to, size) => {
      const range = readByteRange(`bytes=${from}-${to}`, size)
      fc.pre(typeof range !== 'string')
      expect(range.start).toBeGreaterThanOrEqual(0)
      expect(range.end).toBeGreaterThan(range.start)
      expect(range.end).toBeLessThanOrEqual(size)
      if (from !== '') expect(range.start).toBe(Number(from))
    }),
  )
})

test('every header is read without an error', () => {
  fc.assert(fc.property(fc.string(), fc.nat(), (header, size) => readByteRange(`bytes=${header}`, size) !== undefined))
})
