/** File transfers that a tester makes: generated content, and scans and expiries ahead of time. */

import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { generatedContent } from '../../../src/service/areas/file-transfer/content/generated.ts'
import { fileTransfers } from '../../../src/service/areas/file-transfer/records/file-transfers.ts'
import { anyName } from '../../../src/service/wire/misuse.ts'
import { control, refusal } from '../../support/control.ts'
import { confirmed, published, recipient, sender, statusOf, uploaded } from '../../support/file-transfers.ts'
import { hosted, hostNames } from '../../support/hosts.ts'
import { expect, rule, test } from '../../support/rule.ts'

type Control = ReturnType<typeof control>
const testString = `${'X5O!P%@AP[4\\PZX54(P^)7CC)7}'}${'$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'}`

const publish = async ({ ask }: Control, body: object, prefix = '') => ask('control.publishFileTransfer', { body, prefix })
const download = (client: Control['client'], fileTransferId: string, headers: Record<string, string> = {}) =>
  client.call('fileTransfer.download', { as: recipient, params: { fileTransferId }, headers })

rule('decisions §12', 'a generated transfer of any size is published at once, and nothing is stored', async ({ here }) => {
  const { status, body } = await publish(here, { size: 100_000_000_000, fileName: 'large.bin' })
  const overview = await here.client.call('fileTransfer.overview', { as: recipient, params: body })

  expect(status).toBe(201)
  expect(overview.body).toMatchObject({
    fileName: 'large.bin',
    fileTransferSize: 100_000_000_000,
    fileTransferStatus: 'Published',
    published: '2026-06-01T10:00:00+00:00',
    sender: '0192:347147753',
    checksum: null,
    useVirusScan: false,
  })
  expect(here.simulator.world.blobs.held).toEqual({ bytes: 0, count: 0 })
})

rule('decisions §12', 'a tester sees a transfer as its sender does, without a token', async ({ here }) => {
  const { fileTransferId: id } = (await publish(here, { size: 3 })).body
  const own = await here.client.call('fileTransfer.details', { as: sender, params: { fileTransferId: id } })
  const shown = await here.ask('control.showFileTransfer', { params: { id } })
  const none = await here.ask('control.showFileTransfer', { params: { id: 'nothing' } })

  expect(shown).toMatchObject({ status: 200, body: own.body })
  expect([none.status, none.body.detail]).toEqual([404, 'File transfer not found in test: "nothing".'])
})

for (const size of [100_000_000_000, Number.MAX_SAFE_INTEGER]) {
  rule('decisions §12, file-transfer §6.1', `a range of ${size} bytes costs only the bytes that are read`, async ({ here }) => {
    const { fileTransferId } = (await publish(here, { size })).body

    const last = await download(here.client, fileTransferId, { range: 'bytes=-10' })
    const same = await download(here.client, fileTransferId, { range: `bytes=${size - 5}-` })
    const beyond = await download(here.client, fileTransferId, { range: `bytes=${size}-` })

    expect([last.status, last.headers.get('content-range')]).toEqual([206, `bytes ${size - 10}-${size - 1}/${size}`])
    expect(last.bytes).toHaveLength(10)
    expect(same.bytes).toEqual(last.bytes.slice(5))
    expect(beyond.problem.code).toBe('BRO-00029')
  })
}

rule('decisions §12', 'the same seed gives the same bytes, another seed others, and nothing repeats', async ({ here }) => {
  const bytesOf = async (seed: number) => {
    const { fileTransferId } = (await publish(here, { size: 300_000, seed })).body
    return Buffer.from((await download(here.client, fileTransferId)).bytes)
  }
  const [one, again, other, far] = [await bytesOf(1), await bytesOf(1), await bytesOf(2), await bytesOf(1 + 2 ** 32)]

  expect(one).toHaveLength(300_000)
  expect(one.equals(again)).toBe(true)
  expect(new Set([one, other, far].map((bytes) => bytes.toString('hex'))).size).toBe(3)
  expect(one.indexOf(one.subarray(0, 16), 16)).toBe(-1)
  expect(new Set(one.subarray(0, 65_536)).size).toBe(256)
})

rule('decisions §10', 'the seed of the simulator is that of a file that names none', async () => {
  const bytesOf = async (seed: number, body: object) => {
    const here = control({ seed })
    const { fileTransferId } = (await publish(here, { size: 10, ...body })).body
    return [...(await download(here.client, fileTransferId)).bytes]
  }

  expect(await bytesOf(5, {})).toEqual(await bytesOf(1, { seed: 5 }))
})

test('any range of generated content is the same part of the whole', async ({ simulator }) => {
  const { blobs } = simulator.world
  const size = 300_000
  for (const shift of [0, 2 ** 32 * 2 ** 16 - 150_000, 2 ** 40]) {
    const { id } = generatedContent(-3, shift + size)
    const whole = await buffer(blobs.read(id, shift, shift + size))
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: size }), fc.nat({ max: size }), async (one, other) => {
        const [start, end] = [Math.min(one, other), Math.max(one, other)]
        const part = await buffer(blobs.read(id, shift + start, shift + end))

        expect(part.equals(whole.subarray(start, end))).toBe(true)
      }),
      { numRuns: 30 },
    )
  }
  const places = [0, 2 ** 16, 2 ** 32, 2 ** 48, 2 ** 52]
  const parts = places.map((at) => buffer(blobs.read(generatedContent(1, 2 ** 53 - 1).id, at, at + 16)))
  expect(new Set((await Promise.all(parts)).map((part) => part.toString('hex'))).size).toBe(places.length)
  expect(() => blobs.read(generatedContent(1, 10).id, 0, 11)).toThrow(RangeError)
})

for (const host of hostNames) {
  rule('decisions §12', `generated content comes whole through ${host}`, async () => {
    const { simulator, client } = await hosted(host)
    const { fileTransferId } = simulator.fileTransfers.publish('test', { size: 1_000_001 })

    const reply = await client.call('fileTransfer.download', { as: recipient, params: { fileTransferId } })

    expect(reply.headers.get('content-length')).toBe('1000001')
    expect(Buffer.from(reply.bytes).equals(await buffer(simulator.world.blobs.read(generatedContent(1, 1_000_001).id, 0, 1_000_001)))).toBe(
      true,
    )
  })
}

rule('decisions §12', 'a generated transfer has the chosen parties and resource, and lives on like any other', async ({ here }) => {
  const body = { size: 5, sender: '0192:375464780', recipients: ['370916446', '347147753'], resourceId: 'standin-short' }
  const { fileTransferId } = (await publish(here, body)).body
  const params = { fileTransferId }
  const others = { orgNo: '347147753' }
  for (const as of [recipient, others]) {
    await here.client.call('fileTransfer.download', { as, params })
    await here.client.call('fileTransfer.confirmDownload', { as, params })
  }
  const { happened } = await here.simulator.advance({ by: 60_000 })
  const refused = await download(here.client, fileTransferId)

  expect(happened.filter(({ what }) => what !== 'events.publish')).toMatchObject([
    { what: 'fileTransfer.purge', id: fileTransferId, status: 'Purged' },
  ])
  expect(refused.problem.code).toBe('BRO-00007')
})

rule('decisions §2, decisions §12', 'each environment has its own, by address or by name', async ({ here }) => {
  const { fileTransferId: one } = (await publish(here, { size: 1 }, '/production')).body
  const { fileTransferId: two } = (await publish(here, { size: 1, environment: 'production' })).body
  const statuses = async (prefix: string) => Promise.all([one, two].map(async (id) => (await download(here.clientOf(prefix), id)).status))

  expect(await statuses('/production')).toEqual([200, 200])
  expect(await statuses('')).toEqual([404, 404])
})

rule('decisions §2', 'scenarios and limits have no effect on control rows', async () => {
  const here = control({ rateLimits: 'current' })
  here.simulator.scenarios.define('all-down', { summary: 'Down', rules: [{ outage: ['database', 'storage', 'authorization'] }] })
  await here.simulator.scenarios.use(anyName('all-down'))

  const statuses = await Promise.all(Array.from({ length: 130 }, () => publish(here, { size: 1 }).then(({ status }) => status)))

  expect(new Set(statuses)).toEqual(new Set([201]))
})

const mistakes: [body: object, status: number, said: string][] = [
  [{}, 400, 'body.size is missing.'],
  [{ size: -1 }, 400, 'body.size'],
  [{ size: 1.5 }, 400, 'body.size'],
  [{ size: 1e30 }, 400, 'body.size'],
  [{ size: 1, name: 'x' }, 400, 'body: unknown member "name".'],
  [{ size: 1, fileName: 'x'.repeat(256) }, 400, 'body.fileName'],
  [{ size: 1, sender: 'nobody' }, 400, 'body.sender'],
  [{ size: 1, recipients: [] }, 400, 'body.recipients'],
  [{ size: 1, environment: 'staging' }, 400, 'body.environment'],
  [{ size: 1, resourceId: 'standin-unconfigured' }, 409, 'BRO-00006'],
  [{ size: 1, resourceId: 'standin-access-list', recipients: ['326403849'] }, 409, 'BRO-00028'],
  [{ size: 1, resourceId: 'standin-plain', environment: 'production' }, 409, 'BRO-00020'],
]
for (const [body, status, said] of mistakes) {
  test(`what cannot be published is reported: ${JSON.stringify(body).slice(0, 80)}`, async ({ here }) => {
    expect(await publish(here, body)).toMatchObject(refusal(status, said))
    expect(here.simulator.world.environments.test.of(fileTransfers).size).toBe(0)
  })
}

for (const [result, status, head] of [
  ['clean', 'Published', 'Ready for download'],
  ['infected', 'Failed', 'Malware scan failed: Malicious. Extra details: {"CorrelationId":'],
  ['error', 'Failed', 'Malware scan failed: Error. Extra details: {"CorrelationId":'],
]) {
  rule(
    'decisions §12, file-transfer §5.2',
    `a scan ends at once as ${result}, and the scan that was booked changes nothing later`,
    async ({ here }) => {
      const id = await uploaded(here.client, { fileName: 'slowscan.txt' })
      const { body } = await here.ask('control.scanFileTransfer', { params: { id }, body: { result } })
      const shown = await statusOf(here.client, id)
      const { happened } = await here.simulator.advance({ until: 'settled' })

      expect(body).toEqual({ fileTransferId: id, status })
      expect(shown.text).toContain(head)
      expect(happened.filter(({ what }) => what !== 'events.publish')).toMatchObject([
        { what: 'fileTransfer.scan', nothing: 'the file transfer is no longer waiting for a scan' },
      ])
      expect((await statusOf(here.client, id)).status).toBe(status)
    },
  )
}

rule('decisions §7, decisions §12', 'a scan without a result ends as name and content of the file decide', async ({ here }) => {
  const scan = async (wanted: object) => {
    const id = await uploaded(here.client, wanted)
    return (await here.ask('control.scanFileTransfer', { params: { id } })).body.status
  }

  expect(await scan({})).toBe('Published')
  expect(await scan({ fileName: 'stuckscan.txt' })).toBe('Published')
  expect(await scan({ fileName: 'infected.txt' })).toBe('Failed')
  expect(await scan({ content: testString })).toBe('Failed')
})

rule('decisions §12', 'only a file that waits for a scan is scanned', async ({ here }) => {
  const id = await published(here.client)
  const late = await here.ask('control.scanFileTransfer', { params: { id }, body: { result: 'infected' } })
  const unknown = await here.ask('control.scanFileTransfer', { params: { id: '../x' } })
  const elsewhere = await here.ask('control.scanFileTransfer', { params: { id }, prefix: '/production' })
  const misspelt = await here.ask('control.scanFileTransfer', { params: { id }, body: { result: 'dirty' } })

  expect(late).toMatchObject(refusal(409, 'is Published'))
  expect([unknown.status, elsewhere.status]).toEqual([404, 404])
  expect(misspelt.body.choices).toEqual(['clean', 'infected', 'error'])
})

rule('decisions §12, file-transfer §5.3', 'a file in any state is purged now, and only once', async ({ here }) => {
  for (const bring of [uploaded, published, confirmed]) {
    const id = await bring(here.client)
    const { body } = await here.ask('control.expireFileTransfer', { params: { id: id.toUpperCase() } })
    const again = await here.ask('control.expireFileTransfer', { params: { id } })

    expect(body).toEqual({ fileTransferId: id, status: 'Purged' })
    expect(again.status).toBe(409)
  }
  expect(here.simulator.world.blobs.held).toEqual({ bytes: 0, count: 0 })
  expect((await here.ask('control.expireFileTransfer', { params: { id: 'none' } })).status).toBe(404)
})

rule('decisions §12', 'scenarios behave the same in TypeScript as over HTTP', async ({ client, simulator }) => {
  const id = await uploaded(client)

  expect(await simulator.fileTransfers.scan('test', id, 'infected')).toEqual({ fileTransferId: id, status: 'Failed' })
  expect(await simulator.fileTransfers.expire('test', id)).toEqual({ fileTransferId: id, status: 'Purged' })
})
