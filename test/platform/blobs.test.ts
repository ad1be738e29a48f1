/** One suite for the content of both platforms. */
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { browserPlatform } from '../../src/platform/browser.ts'
import { nodePlatform } from '../../src/platform/node.ts'
import { copyContent } from '../../src/service/areas/file-transfer/content/stores.ts'
import type { BlobStore, BlobWriter, Platform } from '../../src/service/world/platform.ts'

const mebibyte = 2 ** 20
let spool = ''
const source = createHash('shake256', { outputLength: 3 * mebibyte })
  .update('content')
  .digest()

beforeAll(() => {
  spool = mkdtempSync(join(tmpdir(), 'blobs-test-'))
})
afterAll(() => rmSync(spool, { recursive: true, force: true }))

function openStore(platform: () => Platform): BlobStore {
  const store = platform().openBlobs()
  onTestFinished(() => store.close())
  return store
}

/** Writes content in chunks. Returns a function that overwrites the memory of the chunks. */
async function feed(writer: BlobWriter, content: Uint8Array, sizes: readonly number[] = [65_536]): Promise<() => void> {
  const written: Uint8Array[] = []
  for (let at = 0, turn = 0; at < content.length; turn++) {
    const part = Uint8Array.from(content.subarray(at, at + (sizes[turn % sizes.length] ?? 1)))
    await writer.write(part)
    written.push(part)
    at += part.length
  }
  return () => {
    for (const part of written) part.fill(0xff)
  }
}

async function keep(store: BlobStore, content: Uint8Array, sizes: readonly number[] = [65_536]) {
  const writer = store.create()
  const overwrite = await feed(writer, content, sizes)
  const blob = await writer.finish()
  overwrite()
  return blob
}

function readAll(store: BlobStore, id: string, start: number, end: number): Promise<Buffer> {
  return buffer(store.read(id, start, end))
}

const md5 = (content: Uint8Array) => createHash('md5').update(content).digest('hex')
const same = (a: Uint8Array, b: Uint8Array) => Buffer.compare(a, b) === 0

const platforms: [string, () => Platform][] = [
  ['node', () => nodePlatform({ spool })],
  ['browser', browserPlatform],
]

describe.each(platforms)('content on the %s platform', (_, platform) => {
  test.each([0, 1, 65_535, 65_536, 65_537, mebibyte - 1, mebibyte, mebibyte + 1, 3 * mebibyte])(
    'of %i bytes is read back',
    async (size) => {
      const store = openStore(platform)
      const content = source.subarray(0, size)

      const blob = await keep(store, content)

      expect(blob).toEqual({ id: expect.any(String), size, md5: md5(content) })
      expect(same(await readAll(store, blob.id, 0, size), content)).toBe(true)
    },
  )

  test.each([
    [1, 8_192],
    [100, 2 * mebibyte],
    [1_000, 2 * mebibyte],
    [65_536, 3 * mebibyte],
    [100_000, 3 * mebibyte],
    [3 * mebibyte, 3 * mebibyte],
  ])('in chunks of %i bytes is read back', async (chunk, size) => {
    const store = openStore(platform)
    const content = source.subarray(0, size)

    const blob = await keep(store, content, [chunk])

    expect(blob.md5).toBe(md5(content))
    expect(same(await readAll(store, blob.id, 0, size), content)).toBe(true)
  })

  test('in any chunks is read back in any range', async () => {
    const store = openStore(platform)
    const near = (middle: number) => fc.integer({ min: middle - 3, max: middle + 3 })
    const sizes = fc.oneof(fc.nat(70_000), near(mebibyte), fc.nat(2 * mebibyte))
    const chunks = fc.array(fc.oneof(fc.integer({ min: 500, max: 5_000 }), near(65_536), near(200_000)), { minLength: 1, maxLength: 8 })
    const cuts = fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true })), {
      maxLength: 3,
    })

    await fc.assert(
      fc.asyncProperty(sizes, chunks, cuts, async (size, chunkSizes, ranges) => {
        const content = source.subarray(0, size)
        const blob = await keep(store, content, chunkSizes)

        expect(blob).toMatchObject({ size, md5: md5(content) })
        for (const [one, other] of ranges) {
          const start = Math.floor(Math.min(one, other) * size)
          const end = Math.floor(Math.max(one, other) * size)
          expect(same(await readAll(store, blob.id, start, end), content.subarray(start, end))).toBe(true)
        }
        store.remove(blob.id)
      }),
      { numRuns: 25, seed: 1 },
    )
  })

  test('is read in ranges, also in empty ones', async () => {
    const store = openStore(platform)
    const blob = await keep(store, source)

    for (const [start, end] of [
      [0, 1],
      [65_535, 65_537],
      [1_000_000, 2_000_000],
      [blob.size - 1, blob.size],
      [5, 5],
      [blob.size, blob.size],
    ] as const) {
      expect(same(await readAll(store, blob.id, start, end), source.subarray(start, end))).toBe(true)
    }
  })

  test('is not read outside its bounds', async () => {
    const store = openStore(platform)
    const { id } = await keep(store, source.subarray(0, 10))

    expect(() => store.read(id, 0, 11)).toThrow(RangeError)
    expect(() => store.read(id, -1, 5)).toThrow(RangeError)
    expect(() => store.read(id, 6, 5)).toThrow(RangeError)
    expect(() => store.read(id, Number.NaN, 5)).toThrow(RangeError)
  })

  test.each([10, 2 * mebibyte])('of %i bytes does not change if a reader overwrites its chunks', async (size) => {
    const store = openStore(platform)
    const content = source.subarray(0, size)
    const { id } = await keep(store, content)

    for await (const chunk of store.read(id, 0, size)) chunk.fill(0)

    expect(same(await readAll(store, id, 0, size), content)).toBe(true)
  })

  test('is counted while it is written', async () => {
    const writer = openStore(platform).create()

    expect(writer.size).toBe(0)
    await writer.write(source.subarray(0, 7))
    expect(writer.size).toBe(7)
    await writer.write(source)
    expect(writer.size).toBe(7 + source.length)
  })

  test('keeps the order of chunks that come without waiting', async () => {
    const store = openStore(platform)
    const writer = store.create()

    const cuts = [0, 1_200_000, 1_700_000, 1_700_010, 2_400_000, 2_400_020, 2_400_030, 3_000_000]
    const writes = cuts.map(async (cut, nth) => writer.write(source.subarray(cut, cuts[nth + 1])))
    const blob = await writer.finish()
    await Promise.all(writes)

    expect(blob).toMatchObject({ size: source.length, md5: md5(source) })
    expect(same(await readAll(store, blob.id, 0, blob.size), source)).toBe(true)
  })

  test('of several writers at once does not mix', async () => {
    const store = openStore(platform)
    const contents = [0, 1, 2, 3, 4, 5].map((nth) => source.subarray(nth * 1_000, nth * 1_000 + (nth % 2 ? 2_000_000 : 300_000)))

    const blobs = await Promise.all(contents.map((content, nth) => keep(store, content, [20_000 + nth, 90_000])))

    expect(new Set(blobs.map((blob) => blob.id)).size).toBe(6)
    for (const [nth, content] of contents.entries()) {
      const blob = blobs[nth] ?? expect.unreachable()
      expect(blob.md5).toBe(md5(content))
      expect(same(await readAll(store, blob.id, 0, blob.size), content)).toBe(true)
    }
  })

  test('counts as held until it is removed', async () => {
    const store = openStore(platform)
    expect(store.held).toEqual({ bytes: 0, count: 0 })

    const small = await keep(store, source.subarray(0, 10))
    const large = await keep(store, source)
    expect(store.held).toEqual({ bytes: 10 + source.length, count: 2 })

    store.remove(small.id)
    store.remove(small.id)
    store.remove('unknown')
    expect(store.held).toEqual({ bytes: source.length, count: 1 })

    store.remove(large.id)
    expect(store.held).toEqual({ bytes: 0, count: 0 })
  })

  test.each([10, 2 * mebibyte])('of %i bytes is not read after its removal', async (size) => {
    const store = openStore(platform)
    const { id } = await keep(store, source.subarray(0, size))

    store.remove(id)

    expect(() => store.read(id, 0, size)).toThrow('Content not found')
  })

  test('of another store is not found', async () => {
    const { id } = await keep(openStore(platform), source.subarray(0, 10))
    const other = openStore(platform)
    await keep(other, source.subarray(0, 20))

    expect(() => other.read(id, 0, 10)).toThrow('Content not found')
    expect(() => other.read('../../etc/passwd', 0, 10)).toThrow('Content not found')
  })

  test.each([10, 2 * mebibyte])('leaves nothing if it is discarded after %i bytes', async (size) => {
    const store = openStore(platform)
    const writer = store.create()
    await feed(writer, source.subarray(0, size), [65_536])

    await writer.discard()
    await writer.discard()

    expect(store.held).toEqual({ bytes: 0, count: 0 })
    await expect(writer.write(source)).rejects.toThrow('discarded')
    await expect(writer.finish()).rejects.toThrow('discarded')
  })

  test('can be discarded while a chunk is being written', async () => {
    const store = openStore(platform)
    const writer = store.create()
    await writer.write(source.subarray(0, mebibyte))
    const write = writer.write(source)

    await writer.discard()

    await expect(Promise.resolve(write)).resolves.toBeUndefined()
    expect(store.held).toEqual({ bytes: 0, count: 0 })
  })

  test.each([10, 2 * mebibyte])('of %i bytes survives a discard after its end', async (size) => {
    const store = openStore(platform)
    const writer = store.create()
    await writer.write(source.subarray(0, size))

    const finished = writer.finish()
    await writer.discard()
    const { id } = await finished
    await writer.discard()

    expect(same(await readAll(store, id, 0, size), source.subarray(0, size))).toBe(true)
  })

  test('accepts no more bytes after its end', async () => {
    const store = openStore(platform)
    const writer = store.create()
    await writer.finish()

    await expect(writer.write(source)).rejects.toThrow('finished')
    await expect(writer.finish()).rejects.toThrow('finished')
    expect(store.held).toEqual({ bytes: 0, count: 1 })
  })

  test.each([
    [10, 20],
    [mebibyte - 5, 10],
    [2 * mebibyte, 10],
    [2 * mebibyte, mebibyte],
    [0, 0],
  ])('of %i bytes is resumed with %i more', async (size, more) => {
    const store = openStore(platform)
    const writer = store.create()
    const overwrite = await feed(writer, source.subarray(0, size))

    const paused = await writer.pause()
    overwrite()
    const before = same(await readAll(store, paused.id, 0, size), source.subarray(0, size))
    const next = store.create(paused.id)
    await feed(next, source.subarray(size, size + more))
    const blob = await next.finish()

    expect(paused).toEqual({ id: expect.any(String), size, md5: md5(source.subarray(0, size)) })
    expect(before).toBe(true)
    expect(blob).toEqual({ id: paused.id, size: size + more, md5: md5(source.subarray(0, size + more)) })
    expect(same(await readAll(store, blob.id, 0, blob.size), source.subarray(0, blob.size))).toBe(true)
    expect(store.held).toEqual({ bytes: blob.size, count: 1 })
    store.remove(blob.id)
    expect(store.held).toEqual({ bytes: 0, count: 0 })
  })

  test('returns to its pause if the resumed part is discarded, and is resumed from there', async () => {
    for (const size of [10, mebibyte - 5, 2 * mebibyte]) {
      for (const more of [5, 2 * mebibyte]) {
        const store = openStore(platform)
        const writer = store.create()
        await feed(writer, source.subarray(0, size))
        const { id } = await writer.pause()
        const wrong = store.create(id)
        await feed(wrong, new Uint8Array(more))

        await wrong.discard()

        expect(store.held).toEqual({ bytes: size, count: 1 })
        expect(same(await readAll(store, id, 0, size), source.subarray(0, size))).toBe(true)
        const right = store.create(id)
        await feed(right, source.subarray(size))
        const blob = await right.finish()
        expect(blob).toMatchObject({ size: source.length, md5: md5(source) })
        expect(same(await readAll(store, id, 0, blob.size), source)).toBe(true)
      }
    }
  })

  test('is resumed only if it was paused', async () => {
    const store = openStore(platform)
    const finished = await keep(store, source.subarray(0, 10))
    const writer = store.create()
    const { id } = await writer.pause()
    store.remove(id)

    expect(() => store.create(finished.id)).toThrow('finished')
    expect(() => store.create(id)).toThrow('Content not found')
    expect(() => store.create('../../etc/passwd')).toThrow('Content not found')
    await expect(writer.write(source)).rejects.toThrow('finished')
  })

  test.each([10, 2 * mebibyte])('of %i bytes is restored in another store, finished or paused', async (size) => {
    const [store, other] = [openStore(platform), openStore(platform)]
    const finished = await keep(store, source.subarray(0, size))
    const writer = store.create()
    await feed(writer, source.subarray(0, size))
    const paused = await writer.pause()

    await copyContent(store, other)
    const next = other.create(paused.id)
    await feed(next, source.subarray(size, size + 20))
    const whole = await next.finish()

    expect(store.list()).toEqual([
      { id: finished.id, size, paused: false },
      { id: paused.id, size, paused: true },
    ])
    expect(same(await readAll(other, finished.id, 0, size), source.subarray(0, size))).toBe(true)
    expect(whole).toEqual({ id: paused.id, size: size + 20, md5: md5(source.subarray(0, size + 20)) })
    expect(() => other.create(finished.id)).toThrow('finished')
    expect(() => other.restore(finished.id)).toThrow('restored')
    expect(() => other.restore('../../etc/passwd')).toThrow('restored')
  })

  test.each([10, 2 * mebibyte])('of %i bytes leaves nothing if it is removed while it is resumed', async (size) => {
    const store = openStore(platform)
    const writer = store.create()
    await feed(writer, source.subarray(0, size))
    const { id } = await writer.pause()
    const next = store.create(id)
    await feed(next, source)

    store.remove(id)
    await next.pause()
    store.remove(id)

    expect(store.held).toEqual({ bytes: 0, count: 0 })
    store.close()
    expect(readdirSync(spool)).toEqual([])
  })

  test('goes with its store, also while it is written', async () => {
    const store = openStore(platform)
    const { id } = await keep(store, source)
    const paused = store.create()
    await paused.write(source)
    const resumed = store.create((await paused.pause()).id)
    await resumed.write(source)
    const [idle, busy, ending] = [store.create(), store.create(), store.create()]
    await idle.write(source.subarray(0, 10))
    const write = busy.write(source)
    await ending.write(source)
    const finish = ending.finish()

    store.close()
    store.close()

    expect(store.held).toEqual({ bytes: 0, count: 0 })
    expect(() => store.read(id, 0, 1)).toThrow('Content not found')
    expect(() => store.create()).toThrow('closed')
    await expect(idle.write(source)).rejects.toThrow('closed')
    await write
    await expect(busy.finish()).rejects.toThrow('closed')
    await Promise.allSettled([finish])
    await Promise.all([idle, busy, ending, resumed].map((writer) => writer.discard()))
    expect(store.held).toEqual({ bytes: 0, count: 0 })
    expect(readdirSync(spool)).toEqual([])
  })
})
