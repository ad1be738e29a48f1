import { nodePlatform } from '../../../../../src/platform/node.ts'
import { readFixtures } from '../../../../../src/platform/node-files.ts'
import { openResource } from '../../../../../src/service/areas/resources/records.ts'
import type { BlobStore, Platform } from '../../../../../src/service/world/platform.ts'
import { bytes, initialized, sender, statusOf, uploaded } from '../../../../support/file-transfers.ts'
import { expect, rule } from '../../../../support/rule.ts'
import { switchOn } from '../../../../support/rules.ts'
import { standin } from '../../../../support/standin.ts'

const minutes = 60_000
/** With a resource whose files live for a minute. */
const brief = { ...readFixtures(), resources: [{ ...openResource('brief'), timeToLive: minutes }] }
// In two pieces, so that no virus scanner reports this file.
const testString = `${'X5O!P%@AP[4\\PZX54(P^)7CC)7}'}${'$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'}`

rule('file-transfer §5.3, decisions §8', 'fileTransfer.scan: a clean file is published after its scan', async ({ client, simulator }) => {
  const fileTransferId = await uploaded(client)

  await simulator.advance({ by: 999 })
  const before = await statusOf(client, fileTransferId)
  const { happened } = await simulator.advance({ by: 1 })

  expect(before.status).toBe('UploadProcessing')
  expect((await statusOf(client, fileTransferId)).status).toBe('Published')
  expect(happened).toContainEqual(
    expect.objectContaining({ what: 'fileTransfer.scan', id: fileTransferId, result: 'clean', status: 'Published' }),
  )
})

for (const [fileName, type, names] of [
  ['infected.docx', 'Malicious', ['Virus:DOS/EICAR_Test_File']],
  ['my INFECTED-file', 'Malicious', ['Virus:DOS/EICAR_Test_File']],
  ['unscannable.zip', 'Error', []],
] as const) {
  rule('decisions §7, file-transfer §5.2', `a file called ${fileName} fails as ${type}, and its content is removed`, async () => {
    const { client, simulator } = standin()
    const fileTransferId = await uploaded(client, { fileName })

    await simulator.advance({ until: 'settled' })

    const { status, text, size } = await statusOf(client, fileTransferId)
    const [head, json = ''] = text.split('. Extra details: ')
    expect(status).toBe('Failed')
    expect(size).toBe(13)
    expect(head).toBe(`Malware scan failed: ${type}`)
    expect(JSON.parse(json)).toEqual({
      CorrelationId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      BlobUri: expect.stringContaining(fileTransferId),
      ETag: expect.stringMatching(/^0x[0-9A-F]{16}$/),
      ScanFinishedTimeUtc: '2026-06-01T10:00:01Z',
      ScanResultType: type,
      ScanResultDetails: { MalwareNamesFound: names, Sha256: expect.any(String), NotScannedReason: '' },
    })
    expect(simulator.world.blobs.held).toEqual({ bytes: 0, count: 0 })
  })
}

rule('file-transfer §5.2', 'the report has the hash of an infected file', async ({ client, simulator }) => {
  const fileTransferId = await uploaded(client, { fileName: 'infected.txt', content: 'abc' })

  await simulator.advance({ until: 'settled' })

  expect((await statusOf(client, fileTransferId)).text).toContain(
    '"Sha256":"ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"',
  )
})

rule('decisions §7', 'a stuck scan never ends', async ({ client, simulator }) => {
  const fileTransferId = await uploaded(client, { fileName: 'stuckscan.txt' })

  await simulator.advance({ by: 29 * 24 * 60 * minutes })

  expect((await statusOf(client, fileTransferId)).status).toBe('UploadProcessing')
})

const hidden: [where: string, content: string | Uint8Array][] = [
  ['alone', testString],
  ['in the middle', `${'X'.repeat(300)}${testString}${'X'.repeat(300)}`],
  ['at the border of what is stored together', `${'x'.repeat(2 ** 20 - 30)}${testString}`],
  ['deep in a file on disk', bytes(`${'y'.repeat(2 ** 21 + 2 ** 18 - 5)}${testString}z`)],
]
for (const [where, content] of hidden) {
  rule('decisions §7', `the test string is found ${where}`, async ({ client, simulator }) => {
    const fileTransferId = await uploaded(client, { content })

    await simulator.advance({ until: 'settled' })

    const { status, text } = await statusOf(client, fileTransferId)
    expect(status).toBe('Failed')
    expect(text).toContain('Malicious')
  })
}

rule('decisions §7', 'the test string is found across the chunks of an upload', async ({ client, simulator }) => {
  const fileTransferId = await initialized(client)
  const chunks = Array.from(`before ${testString} after`, bytes)
  const body = new ReadableStream<Uint8Array>({
    pull(line) {
      const next = chunks.shift()
      if (next) line.enqueue(next)
      else line.close()
    },
  })
  await client.call('fileTransfer.upload', { as: sender, params: { fileTransferId }, body })

  await simulator.advance({ until: 'settled' })

  expect((await statusOf(client, fileTransferId)).status).toBe('Failed')
})

rule('decisions §7', 'a file that differs from the test string in one byte is clean', async ({ client, simulator }) => {
  const fileTransferId = await uploaded(client, { content: `${testString.slice(0, -1)}X5O!P%@` })

  await simulator.advance({ until: 'settled' })

  expect((await statusOf(client, fileTransferId)).status).toBe('Published')
})

rule('decisions §7', 'a file without virus scan is not scanned', async ({ client, simulator }) => {
  const fileTransferId = await uploaded(client, { disableVirusScan: true, fileName: 'infected.txt', content: testString })

  const { counts } = await simulator.advance({ until: 'settled' })

  expect(counts['fileTransfer.scan']).toBeUndefined()
  expect((await statusOf(client, fileTransferId)).status).toBe('Published')
})

rule('decisions §13', 'a scan ends when the scanner is back', async ({ client, simulator }) => {
  const fileTransferId = await uploaded(client)
  await switchOn({ simulator }, [{ outage: 'scanner' }], { ttl: 10 * minutes })

  await simulator.advance({ by: 9 * minutes })
  const during = await statusOf(client, fileTransferId)
  await simulator.advance({ until: 'settled' })

  expect(during.status).toBe('UploadProcessing')
  expect((await statusOf(client, fileTransferId)).status).toBe('Published')
})

rule('decisions §13', 'nothing is published while the database is down', async ({ client, simulator }) => {
  const fileTransferId = await uploaded(client)
  await switchOn({ simulator }, [{ outage: 'database' }], { ttl: minutes })

  const { happened } = await simulator.advance({ by: minutes + 1000 })

  expect(happened).toContainEqual(expect.objectContaining({ what: 'fileTransfer.scan', putOff: 'database cannot be reached' }))
  const { body } = await client.call('fileTransfer.overview', { as: sender, params: { fileTransferId } })
  expect(body.published).toBe('2026-06-01T10:01:00+00:00')
})

for (const when of ['before the scan reads it', 'while the scan reads it']) {
  rule('file-transfer §3.1, file-transfer §5.3', `a result is ignored when the transfer fails ${when}`, async () => {
    const held = Promise.withResolvers<void>()
    const reading = Promise.withResolvers<void>()
    const { client, simulator } = standin({
      platform: platformThatReads(when === 'before the scan reads it', reading.resolve, held.promise),
    })
    const fileTransferId = await initialized(client)
    const opened = Promise.withResolvers<ReadableStreamDefaultController<Uint8Array>>()
    const late = new ReadableStream<Uint8Array>({ start: (line) => opened.resolve(line) })
    const upload = (body: Uint8Array | ReadableStream) =>
      client.call('fileTransfer.upload', { as: sender, params: { fileTransferId }, body })
    const loser = upload(late)
    // An infected file is read for its hash.
    await upload(bytes(testString))
    const advanced = simulator.advance({ until: 'settled' })
    await reading.promise

    const line = await opened.promise
    line.close()
    const { problem } = await loser
    held.resolve()

    expect(problem.code).toBe('BRO-00008')
    expect((await advanced).happened.filter(({ what }) => what === 'fileTransfer.scan')).toMatchObject([
      { nothing: 'the file transfer is no longer waiting for a scan' },
    ])
    expect(await statusOf(client, fileTransferId)).toMatchObject({ status: 'Failed', text: 'Error occurred while uploading fileTransfer' })
  })
}

/** Its store reports when a read begins, and waits: before it looks for the content (`first`), or afterwards. */
function platformThatReads(first: boolean, begun: () => void, may: Promise<void>): Platform {
  const platform = nodePlatform()
  return {
    ...platform,
    openBlobs() {
      const blobs = platform.openBlobs()
      async function* read(...range: Parameters<BlobStore['read']>) {
        const content = first ? undefined : blobs.read(...range)
        begun()
        await may
        yield* content ?? blobs.read(...range)
      }
      return { ...blobs, read }
    },
  }
}

rule('file-transfer §5.3', 'a transfer that expires before its scan ends stays purged', async () => {
  const { client, simulator } = standin({ fixtures: brief })
  const fileTransferId = await uploaded(client, { resourceId: 'brief', fileName: 'slowscan.txt' })

  await simulator.advance({ until: 'settled' })

  expect((await statusOf(client, fileTransferId)).status).toBe('Purged')
})
