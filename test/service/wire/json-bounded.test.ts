/** What other programs send is read up to a size and a depth, also where it comes packed. */
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { openBroker } from '../../../src/apps/contracts/broker/client.ts'
import { nodePlatform } from '../../../src/platform/node.ts'
import { boundedJson } from '../../../src/service/wire/json.ts'
import { jsonFetcher } from '../../../src/service/world/outgoing.ts'
import { run } from '../../support/command-line.ts'
import { folderWith } from '../../support/folder.ts'
import { otherServer } from '../../support/listen.ts'

const pack = { gzip: gzipSync, br: brotliCompressSync }
const packs = ['gzip', 'br'] as const
const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`

const answering = (body: string | Uint8Array, coding?: 'gzip' | 'br') =>
  otherServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json', ...(coding && { 'content-encoding': coding }) }).end(body)
  })

test.each(packs)('a small answer in %s that unpacks to more than a pact is not read to its end', async (coding) => {
  const packed = pack[coding](Buffer.alloc(2 ** 26 + 1, ' '))
  expect(packed.byteLength).toBeLessThan(2 ** 17)
  const url = await answering(packed, coding)
  const said = `The reply from ${url} is larger than 67108864 bytes.`

  await expect(openBroker({ url }).send('GET', url, z.unknown())).rejects.toThrow(said)
  expect(await run(['diff', url])).toMatchObject({ code: 2, out: '', err: expect.stringContaining(said) })
})

test('an answer that is nested deep is named by its address', async () => {
  const url = await answering(`{"a":${deep}}`)
  const said = `${url} is nested more than 100 levels deep.`

  await expect(openBroker({ url }).send('GET', url, z.unknown())).rejects.toThrow(said)
  expect(await run(['diff', url])).toMatchObject({ code: 2, err: expect.stringContaining(said) })
  expect(await run(['state', '--url', url])).toMatchObject({
    code: 2,
    err: expect.stringContaining('is nested more than 100 levels deep.'),
  })
})

test('a key set is refused when it is large or deep', async () => {
  const fetchJson = jsonFetcher(nodePlatform())
  const [large, nested] = [await answering(gzipSync(Buffer.alloc(2 ** 20 + 1, ' ')), 'gzip'), await answering(deep)]

  await expect(fetchJson(large)).rejects.toThrow('the reply exceeds 1048576 bytes')
  await expect(fetchJson(nested)).rejects.toThrow(`${nested} is nested more than 100 levels deep.`)
})

test('a snapshot of a server that sends more than one has is not stored', { timeout: 120_000 }, async () => {
  const block = Buffer.alloc(2 ** 22, ' ')
  const url = await otherServer((_, response) => {
    const more = () => void response.write(block, (error) => error || more())
    response.writeHead(200, { 'content-type': 'application/json' })
    more()
  })

  expect(await run(['snapshot', 'save', 'state.json', '--url', url])).toMatchObject({
    code: 2,
    err: expect.stringContaining('is larger than 268435456 bytes.'),
  })
})

test('a large file of a snapshot that is longer than it says is not stored', async () => {
  const sha256 = 'a'.repeat(64)
  const document = { format: 'standin-snapshot', version: 1, contents: [{ id: 'a'.repeat(32), size: 4, sha256 }] }
  const url = await otherServer((request, response) => {
    if (!request.url?.includes('/contents/')) return void response.end(JSON.stringify(document))
    const more = () => void response.write('x'.repeat(2 ** 16), (error) => error || more())
    more()
  })

  expect(await run(['snapshot', 'save', 'state.json', '--url', url], { folder: folderWith() })).toMatchObject({
    code: 1,
    err: expect.stringContaining('does not match its hash.'),
  })
})

test('reading ends at the bound, and the source is told', async () => {
  let isLeft = false
  async function* endless() {
    try {
      for (;;) yield new Uint8Array(1_000)
    } finally {
      isLeft = true
    }
  }

  await expect(boundedJson(endless(), { most: 5_000, place: 'It' })).rejects.toThrow('The reply from It is larger than 5000 bytes.')
  expect(isLeft).toBe(true)
  expect(await boundedJson(null, { most: 1, place: 'It' })).toBe('')
})
