import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, vi } from 'vitest'
import { refusals } from '../../../../src/service/areas/areas.ts'
import { fileTransfers } from '../../../../src/service/areas/file-transfer/records/file-transfers.ts'
import { bytes, initialized, sender, statusOf, stranger, unknownId } from '../../../support/file-transfers.ts'
import { losses } from '../../../support/resources.ts'
import {
  append,
  ask,
  begin,
  begun,
  breath,
  bytesOfUpload,
  concatenate,
  filePath,
  line,
  offsetOf,
  part,
} from '../../../support/resumable.ts'
import { rule } from '../../../support/rule.ts'
import { switchOn } from '../../../support/rules.ts'
import { standin } from '../../../support/standin.ts'
import { platformWith } from '../../../support/storage.ts'

const hours = 3_600_000

rule('file-transfer §8', 'bytes are answered with the new offset and a later expiry', async ({ here }) => {
  const { place } = await begun(here, 13)
  await here.simulator.advance({ by: hours })

  const { status, headers, text } = await append(here, place, 0, 'one two')

  expect([status, text]).toEqual([204, ''])
  expect(Object.fromEntries(headers)).toMatchObject({
    'upload-offset': '7',
    'upload-expires': 'Tue, 02 Jun 2026 11:00:00 GMT',
    'tus-resumable': '1.0.0',
  })
})

rule('file-transfer §8', 'the last byte completes the upload', async ({ here }) => {
  const { fileTransferId, place } = await begun(here, 13, { disableVirusScan: true })

  for (const [offset, text] of [
    [0, 'one'],
    [3, ' two '],
    [8, 'three'],
  ] as const)
    expect((await append(here, place, offset, text)).status).toBe(204)
  await here.simulator.advance({ by: 0 })

  expect(await statusOf(here.client, fileTransferId)).toMatchObject({
    status: 'Published',
    size: 13,
    checksum: '5e4fe0155703dde467f3ab234e6f966f',
  })
})

rule('decisions §16', 'content that arrives in any pieces, some of them broken off, is stored as it was sent', async ({ here }) => {
  const whole = createHash('shake256', { outputLength: 3_000_000 }).update('content').digest()
  const pieces = fc.array(fc.record({ size: fc.integer({ min: 1, max: 1_500_000 }), breaks: fc.boolean() }), { minLength: 1, maxLength: 6 })

  await fc.assert(
    fc.asyncProperty(pieces, async (cuts) => {
      const { fileTransferId, place } = await begun(here, whole.length, { disableVirusScan: true })
      for (const { size, breaks } of [...cuts, { size: whole.length, breaks: false }]) {
        const offset = Number(await offsetOf(here, place))
        if (offset === whole.length) break
        const body = new ReadableStream<Uint8Array>({
          start(controller) {
            controller.enqueue(new Uint8Array(whole.subarray(offset, offset + size)))
          },
          pull: (controller) => (breaks ? controller.error(new Error('The line is dead.')) : controller.close()),
        })
        await append(here, place, offset, body).catch(() => undefined)
      }
      await here.simulator.advance({ by: 0 })

      const { body } = await here.client.call('fileTransfer.overview', { as: sender, params: { fileTransferId } })
      expect(body).toMatchObject({ fileTransferStatus: 'Published', fileTransferSize: whole.length })
      expect(body.checksum).toBe(createHash('md5').update(whole).digest('hex'))
    }),
    { numRuns: 15, seed: 1 },
  )
})

const octets = 'application/octet-stream'
const wrongOffset = (offset: string) =>
  [409, `Offset does not match file. File offset: 3. Request offset: ${offset}`, 'upload-offset-wrong'] as const
const wrongType = (type: string) =>
  [415, `Content-Type ${type} is invalid. Must be application/offset+octet-stream`, 'upload-type-wrong'] as const
const unreadable = (name: string) => [400, `Could not parse Upload-${name} header`, 'upload-header-unreadable'] as const

const refused: [what: string, headers: Record<string, string | null>, status: number, text: string, why: string][] = [
  ['without the version', { 'tus-resumable': null }, 404, '', 'not-resumable'],
  ['of another version', { 'tus-resumable': '2' }, 412, 'Tus version 2 is not supported. Supported versions: 1.0.0', 'protocol-version'],
  ['without an offset', { 'upload-offset': null }, 400, 'Missing Upload-Offset header', 'upload-header-missing'],
  ['at an offset in words', { 'upload-offset': 'here' }, ...unreadable('Offset')],
  ['at 10^30', { 'upload-offset': `1${'0'.repeat(30)}` }, ...unreadable('Offset')],
  ['at a negative offset', { 'upload-offset': '-3' }, 400, 'Header Upload-Offset must be a positive number', 'upload-header-negative'],
  ['before the offset', { 'upload-offset': '0' }, ...wrongOffset('0')],
  ['beyond the offset', { 'upload-offset': '5' }, ...wrongOffset('5')],
  ['of another type', { 'content-type': octets }, ...wrongType(octets)],
  ['of the type with a parameter', { 'content-type': `${bytesOfUpload}; charset=utf-8` }, ...wrongType(`${bytesOfUpload}; charset=utf-8`)],
  ['with a length', { 'upload-length': '13', 'upload-offset': 'x' }, 400, 'Upload-Length cannot be updated once set', 'upload-length-set'],
  ['at an offset that is written otherwise', { 'upload-offset': '+05' }, ...wrongOffset('5')],
  ['at an offset with more digits than a double has', { 'upload-offset': '12345678901234567' }, ...wrongOffset('12345678901234567')],
  ['with half a checksum', { 'upload-checksum': 'md5' }, ...unreadable('Checksum')],
  ['with a checksum in words', { 'upload-checksum': 'nonsense x' }, ...unreadable('Checksum')],
  [
    'with a checksum of another kind',
    { 'upload-checksum': 'sha1 qvTGHdzF6KLavt4PO0gs2a6pQ00=' },
    400,
    'Unsupported checksum algorithm. Supported algorithms are: md5',
    'upload-checksum-unsupported',
  ],
]
for (const [what, headers, status, text, why] of refused) {
  rule('file-transfer §8', `bytes ${what} are refused in plain text, and not kept`, async ({ here }) => {
    const { place } = await begun(here, 13)
    await append(here, place, 0, 'one')

    const reply = await append(here, place, 3, ' two', { headers })

    expect([reply.status, reply.text]).toEqual([status, text])
    expect(reply.headers.get('tus-resumable')).toBe(status === 404 ? null : '1.0.0')
    expect(here.simulator.world.journal.calls.list().at(-1)?.why).toContain(why)
    expect(await offsetOf(here, place)).toBe('3')
    expect((await append(here, place, 3, ' two three')).headers.get('upload-offset')).toBe('13')
  })
}

for (const dialect of ['spec', 'live'] as const) {
  rule('file-transfer §8', `in the dialect ${dialect} bytes with an MD5, right or wrong, are refused, and kept`, async () => {
    const here = standin({ dialect })
    const { fileTransferId, place } = await begun(here, 13)
    const right = createHash('md5').update('one').digest('base64')
    const checked = (offset: number, text: string, checksum: string) =>
      append(here, place, offset, text, { headers: { 'upload-checksum': checksum } })

    const first = await checked(0, 'one', `md5 ${right}`)
    // Blanks within base64 do not count.
    const second = await checked(3, ' two three', 'MD5 XUFAKrxL Kna5cZ2REBfFkg==')

    for (const reply of [first, second]) // upload-checksum-wrong
      expect([reply.status, reply.text]).toEqual([460, 'Header Upload-Checksum does not match the checksum of the file'])
    expect(await offsetOf(here, place)).toBe('13')
    await here.simulator.advance({ until: 'settled' })
    expect(await statusOf(here.client, fileTransferId)).toMatchObject({ status: 'UploadStarted' })
    // A client that asks once more lets the complete upload become the file.
    expect((await append(here, place, 13, '')).status).toBe(204)
    await here.simulator.advance({ until: 'settled' })
    expect(await statusOf(here.client, fileTransferId)).toMatchObject({ status: 'Published', size: 13 })
  })
}

rule('file-transfer §8', 'a concatenation takes no bytes', async ({ here }) => {
  const fileTransferId = await initialized(here.client)
  await concatenate(here, fileTransferId, [await part(here, fileTransferId, 'one')])

  // At its end, too, where an upload that is complete takes a repetition.
  for (const offset of [0, 3]) {
    const reply = await append(here, filePath(fileTransferId), offset, 'two')
    expect([reply.status, reply.text]).toEqual([403, 'File with "Upload-Concat: final" cannot be patched']) // upload-final
  }
})

rule('file-transfer §8', 'bytes past the length are refused, announced or not, and not kept', async () => {
  for (const before of ['one', 'x'.repeat(1_500_000)]) {
    const here = standin()
    const { fileTransferId, place } = await begun(here, before.length + 3_000_000)
    await append(here, place, 0, before)
    const { body, send, end } = line()
    for (const _ of [1, 2]) send('x'.repeat(2_000_000))
    end()

    const streamed = await append(here, place, before.length, body)
    const announced = await append(here, place, before.length, 'x', { headers: { 'content-length': '3000001' } })

    expect([streamed.status, announced.status]).toEqual([413, 413]) // upload-overrun
    expect(await offsetOf(here, place)).toBe(String(before.length))
    expect(here.simulator.world.blobs.held).toEqual({ bytes: before.length, count: 1 })
    const content = new Uint8Array(3_000_000).fill(7)
    expect((await append(here, place, before.length, content)).status).toBe(204)
    await here.simulator.advance({ until: 'settled' })
    const md5 = createHash('md5').update(before).update(content).digest('hex')
    expect(await statusOf(here.client, fileTransferId)).toMatchObject({ status: 'Published', checksum: md5 })
  }
})

rule('file-transfer §8', 'while bytes arrive, other calls are refused as locked', async ({ here }) => {
  const { place } = await begun(here, 13)
  const { body, send, end } = line()
  const first = append(here, place, 0, body)
  send('one two')
  await breath()

  const second = await append(here, place, 0, 'one two')
  end()

  expect([second.status, second.text]).toEqual([423, 'File is currently being updated. Please try again later']) // upload-locked
  expect((await first).headers.get('upload-offset')).toBe('7')
  expect((await append(here, place, 7, ' three')).status).toBe(204)
})

rule('file-transfer §8', 'when bytes break off, those that arrived stay, and the upload goes on from there', async ({ here }) => {
  const { fileTransferId, place } = await begun(here, 13)
  const { body, send, breakOff } = line()
  const leaving = new AbortController()
  const reply = append(here, place, 0, body, { signal: leaving.signal }).catch(() => undefined)
  send('one two')
  await breath()
  leaving.abort()
  breakOff()
  await reply

  expect(await offsetOf(here, place)).toBe('7')
  expect(here.simulator.world.journal.calls.list().at(-2)).toMatchObject({ status: 499, code: 'NOT-00002', commits: 1 })
  await append(here, place, 7, ' three')
  await here.simulator.advance({ until: 'settled' })
  expect(await statusOf(here.client, fileTransferId)).toMatchObject({ status: 'Published', checksum: '5e4fe0155703dde467f3ab234e6f966f' })
})

rule('file-transfer §8', 'bytes at or beyond the end of a complete upload are answered as if they were new', async ({ here }) => {
  const { place } = await begun(here, 3, { disableVirusScan: true })
  await append(here, place, 0, 'one')
  await here.simulator.advance({ by: 30 * hours })

  for (const offset of [3, 4, 10 ** 18]) {
    const { status, headers } = await append(here, place, offset, 'again', { headers: { 'tus-resumable': null } })

    expect([status, headers.get('upload-offset'), headers.get('upload-expires')]).toEqual([204, '3', null])
  }
  const { status, text } = await append(here, place, 0, 'one')
  expect(status).toBe(409)
  expect(text).toMatch(/^A file transfer has already been/) // BRO-00004
  await here.simulator.advance({ by: 31 * 24 * hours })
  expect((await append(here, place, 3, 'again')).status).toBe(204)
})

rule('file-transfer §8', 'bytes for an upload that is unknown, of another sender or not begun are refused', async ({ here }) => {
  const { place } = await begun(here, 13)
  const why = async (path: string, more = {}) => {
    const { status } = await append(here, path, 0, 'one', more)
    const { code, why: reason } = here.simulator.world.journal.calls.list().at(-1) ?? {}
    return [status, code ?? reason?.split(':')[0]]
  }

  expect(await why(place, { as: stranger })).toEqual([401, 'BRO-00006'])
  expect(await why(filePath(unknownId))).toEqual([404, 'BRO-00001'])
  expect(await why(filePath(await initialized(here.client)))).toEqual([404, 'no-such-upload'])
  expect(await why(`${place}/partial/${'0'.repeat(32)}`)).toEqual([404, 'no-such-upload'])
  expect(await why(`${place}/__proto__`)).toEqual([404, 'no-such-upload'])
  expect(await offsetOf(here, place)).toBe('0')
})

rule('assumed: the protocol requires servers to support this', 'a client without PATCH sends the method in a header', async ({ here }) => {
  const { place } = await begun(here, 13)
  const headers = { 'x-http-method-override': 'patch', 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' }

  const { status } = await ask(here, 'POST', place, { headers, body: 'one' })
  const elsewhere = await here.client.call('fileTransfer.overview', {
    params: { fileTransferId: await initialized(here.client) },
    headers: { 'x-http-method-override': 'DELETE' },
  })

  expect(status).toBe(204)
  expect(elsewhere.status).toBe(200)
})

rule('file-transfer §8, authentication §9', 'an expired token is accepted for an upload that was active within a day', async ({ here }) => {
  const { token } = await here.simulator.token({ ...sender, ttl: 3600 })
  const as = { headers: { authorization: `Bearer ${token}` } }
  const { fileTransferId, place } = await begun(here, 13)
  const idle = await initialized(here.client)
  await here.simulator.advance({ by: 23 * hours })

  expect((await append(here, place, 0, 'one two three', as)).status).toBe(204)
  expect((await ask(here, 'POST', filePath(idle), { headers: { ...as.headers, 'upload-length': '3' } })).status).toBe(401)
  expect((await here.client.call('fileTransfer.overview', { params: { fileTransferId }, ...as })).status).toBe(401)
  await here.simulator.advance({ by: 24 * hours - 1 })
  expect((await ask(here, 'OPTIONS', place, as)).status).toBe(204)
  await here.simulator.advance({ by: 1 })
  expect((await ask(here, 'OPTIONS', place, as)).status).toBe(401)
})

// In two pieces, so that virus scanners do not report this file.
const malware = `${'X5O!P%@AP[4\\PZX54(P^)7CC)7}'}${'$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'}`

rule('authentication §5.1', 'a token that is not valid yet is refused for every upload', async ({ here }) => {
  const { place } = await begun(here, 13)
  await here.simulator.knobs('later').advance({ by: hours })
  const { token } = await here.simulator.knobs('later').token(sender)

  expect((await append(here, place, 0, 'one', { headers: { authorization: `Bearer ${token}` } })).status).toBe(401)
})

rule('decisions §7', 'malware is found also when it is split over many calls', async () => {
  for (const cut of [1, 20, 34, 67]) {
    const here = standin()
    const { fileTransferId, place } = await begun(here, malware.length + 4)
    await append(here, place, 0, `xx${malware.slice(0, cut)}`)
    await append(here, place, 2 + cut, malware.slice(cut, cut + 1))
    await append(here, place, 3 + cut, `${malware.slice(cut + 1)}xx`)
    await here.simulator.advance({ until: 'settled' })

    expect((await statusOf(here.client, fileTransferId)).text).toMatch(/^Malware scan failed: Malicious/)
    expect(here.simulator.world.blobs.held).toEqual({ bytes: 0, count: 0 })
  }
})

rule('decisions §7', 'bytes that were refused are not scanned', async ({ here }) => {
  const { fileTransferId, place } = await begun(here, malware.length)
  await append(here, place, 0, malware.slice(0, 30))
  const { body, send, end } = line()
  send(malware.slice(30))
  send('too long')
  end()
  await append(here, place, 30, body)

  await append(here, place, 30, '.'.repeat(malware.length - 30))
  await here.simulator.advance({ until: 'settled' })

  expect((await statusOf(here.client, fileTransferId)).status).toBe('Published')
})

rule('file-transfer §7.2', 'a storage that fails fails the transfer, and all its bytes are removed', async () => {
  let full = false
  const platform = platformWith((writer) => ({
    write: (chunk: Uint8Array) => (full ? Promise.reject(new Error('The disk is full.')) : writer.write(chunk)),
  }))
  const here = standin({ platform })
  const { fileTransferId, place } = await begun(here, 13)
  await append(here, place, 0, 'one')
  await part(here, fileTransferId, 'a part')
  full = true

  const { status, text } = await append(here, place, 3, ' two')

  expect([status, text]).toEqual([500, 'Error occurred while uploading file See /details for more information.']) // BRO-00008
  expect(await statusOf(here.client, fileTransferId)).toMatchObject({
    status: 'Failed',
    text: 'Error occurred while uploading fileTransfer',
  })
  expect(here.simulator.world.blobs.held).toEqual({ bytes: 0, count: 0 })
})

rule('file-transfer §8', 'a connection that a scenario cuts keeps the bytes that arrived', async ({ here }) => {
  const { place } = await begun(here, 13)
  await switchOn(here, [{ on: 'resumableUpload.appendToUpload', calls: 1, disconnect: { when: 'during-upload', afterBytes: 3 } }])

  await expect(append(here, place, 0, bytes('one two three'))).rejects.toThrow()

  expect(await offsetOf(here, place)).toBe('3')
})

rule('file-transfer §8', 'parts can be uploaded at the same time', async ({ here }) => {
  const fileTransferId = await initialized(here.client)
  const places = await Promise.all([3, 3, 5].map((length) => begin(here, fileTransferId, length, { 'upload-concat': 'partial' })))
  const lines = places.map(line)
  const replies = places.map((place, nth) => append(here, place, 0, lines[nth]?.body ?? ''))
  for (const [nth, text] of ['one', 'two', 'three'].entries()) lines[nth]?.send(text)
  await breath()
  for (const { end } of lines) end()

  expect((await Promise.all(replies)).map(({ headers }) => headers.get('upload-offset'))).toEqual(['3', '3', '5'])
})

for (const code of ['BRO-00005', 'BRO-00002', 'BRO-00021'] as const) {
  rule('file-transfer §8', `bytes are refused when the resource has lost its registration, service owner or storage: ${code}`, async () => {
    const here = standin()
    const { place } = await begun(here, 13)
    await append(here, place, 0, 'one')
    losses[code]?.(here.simulator, 'standin-plain')

    const { status, text } = await append(here, place, 3, ' two')

    expect([status, text]).toEqual([refusals[code].status, refusals[code].detail])
    expect(await offsetOf(here, place)).toBe('3')
  })
}

rule('file-transfer §3.1', 'a client that sends less than 100 bytes a second is dropped, and its bytes stay', async ({ here }) => {
  const { place } = await begun(here, 13)
  const { body, send } = line()
  const reply = append(here, place, 0, body)
  send('one two')
  await breath()

  await here.simulator.advance({ by: 10_001 })

  await expect(reply).rejects.toThrow()
  expect(await offsetOf(here, place)).toBe('7')
  expect((await append(here, place, 7, ' three')).status).toBe(204)
})

rule('file-transfer §3.1', 'a resumable upload that ends after an upload in one call leaves nothing', async ({ here }) => {
  const { fileTransferId, place } = await begun(here, 13)
  await append(here, place, 0, 'one')
  const { body, send, end } = line()
  const late = append(here, place, 3, body)
  send(' two three')
  await breath()

  await here.client.call('fileTransfer.upload', { as: sender, params: { fileTransferId }, body: bytes('another') })
  end()

  expect((await late).status).toBe(204)
  await here.simulator.advance({ until: 'settled' })
  expect((await ask(here, 'HEAD', place)).status).toBe(409)
  expect(await statusOf(here.client, fileTransferId)).toMatchObject({ status: 'Published', size: 7 })
  expect(here.simulator.world.blobs.held).toEqual({ bytes: 7, count: 1 })
})

for (const [what, wanted] of [
  ['another checksum', { checksum: 'f'.repeat(32) }],
  ['malware', { fileName: 'infected.txt' }],
] as const) {
  rule('file-transfer §3.1', `a transfer that fails because of ${what} keeps nothing of its other uploads`, async ({ here }) => {
    const { fileTransferId, place } = await begun(here, 13, wanted)
    await append(here, place, 0, 'one')
    await part(here, fileTransferId, 'a part')

    await here.client.call('fileTransfer.upload', { as: sender, params: { fileTransferId }, body: bytes('another') })
    await here.simulator.advance({ until: 'settled' })

    expect((await statusOf(here.client, fileTransferId)).status).toBe('Failed')
    expect(here.simulator.world.blobs.held).toEqual({ bytes: 0, count: 0 })
  })
}

rule('decisions §8, file-transfer §8', 'with pace instant the last PATCH is answered before its file is Published', async () => {
  const here = standin({ pace: 'instant', clock: 'real' })
  const transfer = await initialized(here.client, { disableVirusScan: true })
  const place = await begin(here, transfer, 4)
  const status = () => here.simulator.world.environments.test.of(fileTransfers).get(transfer)?.moves.at(-1)?.status
  expect((await append(here, place, 0, 'file')).status).toBe(204)

  expect(status()).toBe('UploadStarted')
  await vi.waitFor(() => expect(status()).toBe('Published'))
})
