/** Bytes of files in PostgreSQL. */
import { createHash, randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { expect } from 'vitest'
import { type PostgresContent, postgresContent } from '../../../src/persistence/postgres/content.ts'
import type { WorldDocument } from '../../../src/persistence/snapshot/world.ts'
import type { BlobStore } from '../../../src/service/world/platform.ts'
import { newDatabase, type Opened, openStore, type TestDatabase, test } from '../../support/postgres.ts'
import { world, written } from '../../support/store-suite.ts'

const md5 = (bytes: Uint8Array) => createHash('md5').update(bytes).digest('hex')

interface Server {
  readonly store: Opened
  readonly content: PostgresContent
  /** Runs what waits until what removes content is kept. */
  keep(): Promise<void>
}

async function server(database: TestDatabase, instance = 'one'): Promise<Server> {
  const store = await openStore(database.url, { instance })
  const waiting: (() => Promise<unknown>)[] = []
  const content = postgresContent({ store, whenStored: (act) => void waiting.push(act), tell: (text) => void store.told.push(text) })
  return {
    store,
    content,
    async keep() {
      for (const act of waiting.splice(0)) await act()
    },
  }
}

async function keepAll(blobs: BlobStore, bytes: Uint8Array, chunk = 65_536) {
  const writer = blobs.create()
  for (let at = 0; at < bytes.length; at += chunk) await writer.write(bytes.subarray(at, at + chunk))
  return writer.finish()
}
const readAll = (blobs: BlobStore, id: string, start: number, end: number) => buffer(blobs.read(id, start, end))
const piecesIn = async ({ run }: TestDatabase) =>
  (
    await run(
      'SELECT world::int, count(*)::int AS pieces, sum(length(bytes))::int AS bytes FROM standin.piece GROUP BY world ORDER BY world',
    )
  ).rows

interface Owned {
  readonly id: string
  readonly size: number
  readonly md5?: string
}
const documentOf = ({ complete = [], paused = [] }: { complete?: readonly Owned[]; paused?: readonly Owned[] }) =>
  ({
    world: 'default',
    environments: {
      test: {
        fileTransfers: complete.map((content, nth) => ({
          id: `transfer-${nth}`,
          content,
          moves: [{ status: 'Published' }],
        })),
        resumableUploads: paused.map((content, nth) => ({ fileTransferId: `upload-${nth}`, content })),
      },
    },
  }) as unknown as WorldDocument

test('content of any size comes back, and each of its ranges', async () => {
  const { content } = await server(await newDatabase())
  const blobs = content.open(1)
  for (const [size, chunk] of [
    [0, 1],
    [1, 1],
    [1000, 1],
    [2 ** 18, 2 ** 18],
    [2 ** 18 + 1, 1000],
    [2 ** 20, 2 ** 20],
    [3_000_001, 77_777],
  ] as const) {
    const bytes = randomBytes(size)
    const blob = await keepAll(blobs, bytes, chunk)
    expect(blob).toMatchObject({ size, md5: md5(bytes) })
    expect(md5(await readAll(blobs, blob.id, 0, size))).toBe(md5(bytes))
    const [one, other] = [Math.floor(size / 3), Math.floor(size / 2)]
    expect(md5(await readAll(blobs, blob.id, one, other))).toBe(md5(bytes.subarray(one, other)))
    expect(await readAll(blobs, blob.id, size, size)).toHaveLength(0)
  }
  expect(blobs.list()).toHaveLength(7)
})

test('uploads in parts of any size are one content, also when a part is discarded', async () => {
  const { content } = await server(await newDatabase())
  const blobs = content.open(1)
  const part = fc.record({ size: fc.nat(600_000), isKept: fc.boolean() })
  await fc.assert(
    fc.asyncProperty(fc.array(part, { minLength: 1, maxLength: 5 }), async (parts) => {
      let whole = Buffer.alloc(0)
      let id: string | undefined
      for (const { size, isKept } of parts) {
        const bytes = randomBytes(size)
        const writer = blobs.create(id)
        await writer.write(bytes)
        if (isKept) {
          whole = Buffer.concat([whole, bytes])
          const blob = await writer.pause()
          expect(blob).toMatchObject({ size: whole.length, md5: md5(whole) })
          id = blob.id
        } else await writer.discard()
      }
      const blob = await blobs.create(id).finish()
      expect(blob).toMatchObject({ size: whole.length, md5: md5(whole) })
      expect(md5(await readAll(blobs, blob.id, 0, whole.length))).toBe(md5(whole))
    }),
    { numRuns: 15 },
  )
})

test('content of 50 MB goes in and out with flat memory', async ({ database }) => {
  const { content } = await server(database)
  const blobs = content.open(1)
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const inUse = async () => {
    collect()
    // Memory of buffers is given back a moment later.
    await setImmediate()
    collect()
    const { arrayBuffers, heapUsed } = process.memoryUsage()
    return arrayBuffers + heapUsed
  }
  const chunk = randomBytes(50_000)
  const before = await inUse()
  const during: number[] = []
  const writer = blobs.create()
  for (let nth = 0; nth < 1000; nth++) {
    await writer.write(Uint8Array.from(chunk))
    if (nth % 100 === 99) during.push(await inUse())
  }
  const { id, size } = await writer.finish()
  let read = 0
  for await (const bytes of blobs.read(id, 0, size)) {
    if (Math.floor((read + bytes.length) / 5e6) > Math.floor(read / 5e6)) during.push(await inUse())
    read += bytes.length
  }
  expect([size, read, during.length]).toEqual([50_000_000, 50_000_000, 20])
  expect(Math.max(...during) - before).toBeLessThan(8_000_000)
})

test('the next server finds content, goes on with what is paused, and removes what no record has', async ({ database }) => {
  const here = await server(database)
  await written(here.store, world(1, 'default'))
  const blobs = here.content.open(1)
  const bytes = randomBytes(400_000)
  const complete = await keepAll(blobs, bytes)
  await keepAll(blobs, randomBytes(700_000))
  const writer = blobs.create()
  await writer.write(bytes)
  const paused = await writer.pause()
  const more = blobs.create(paused.id)
  await more.write(bytes)
  await more.pause()
  const unfinished = blobs.create()
  await unfinished.write(randomBytes(600_000))
  here.content.leave(1)
  await expect(unfinished.finish()).rejects.toThrow('is no longer on this server')
  await expect(readAll(blobs, complete.id, 0, 10)).rejects.toThrow('is no longer on this server')
  expect(() => blobs.create()).toThrow('is no longer on this server')
  await here.store.letGo('default')

  const there = await server(database, 'two')
  await there.store.take('default', false)
  await there.content.find(1, documentOf({ complete: [complete], paused: [paused] }))
  const again = there.content.open(1)
  expect(again.list()).toEqual([
    { id: complete.id, size: 400_000, paused: false },
    { id: paused.id, size: 400_000, paused: true },
  ])
  expect(await piecesIn(database)).toMatchObject([{ world: 1, bytes: 800_000 }])
  const last = again.create(paused.id)
  await last.write(bytes)
  expect(await last.finish()).toMatchObject({ size: 800_000, md5: md5(Buffer.concat([bytes, bytes])) })
  expect(md5(await readAll(again, complete.id, 0, 400_000))).toBe(md5(bytes))
  expect(there.store.told).toEqual([])
})

test('content whose bytes are lost says so, and others stay', async ({ database }) => {
  const { content, store } = await server(database)
  await written(store, world(1, 'default'))
  const bytes = randomBytes(600_000)
  const first = content.open(1)
  const [complete, holey] = [await keepAll(first, bytes), await keepAll(first, bytes)]
  const paused = await first.create().pause()
  content.leave(1)
  await database.run(`DELETE FROM standin.piece WHERE content = '${holey.id}' AND start = 262144`)
  await content.find(1, documentOf({ complete: [complete, holey], paused: [{ ...paused, md5: '0'.repeat(32) }] }))
  const blobs = content.open(1)
  expect(store.told).toEqual([
    expect.stringContaining('transfer-1 in world default has been lost (600000 bytes'),
    expect.stringContaining('upload-0 in world default has been lost'),
  ])
  expect(() => blobs.read(holey.id, 0, 1)).toThrow('has been lost')
  expect(md5(await readAll(blobs, complete.id, 0, 600_000))).toBe(md5(bytes))
})

test('content is removed when what removes it is kept, and not before', async ({ database }) => {
  const { content, store, keep } = await server(database)
  await written(store, world(1, 'default'), world(2, 'other'))
  const [one, other] = [content.open(1), content.open(2)]
  const removed = await keepAll(one, randomBytes(9_000_000))
  await keepAll(one, randomBytes(10))
  await keepAll(other, randomBytes(20))
  one.remove(removed.id)
  expect(await piecesIn(database)).toMatchObject([{ world: 1, bytes: 9_000_010 }, { world: 2 }])
  await keep()
  expect(await piecesIn(database)).toMatchObject([
    { world: 1, bytes: 10 },
    { world: 2, bytes: 20 },
  ])
  one.close()
  await keep()
  expect(await piecesIn(database)).toMatchObject([{ world: 2, bytes: 20 }])
})

test('content of worlds that are gone is removed, and not that of worlds that a server makes', async ({ database }) => {
  const [gone, here] = [await server(database, 'gone'), await server(database, 'here')]
  await written(gone.store, world(1, 'default'), world(2, 'dropped'))
  for (const number of [1, 2, 3]) await keepAll(gone.content.open(number), randomBytes(10))
  await keepAll(here.content.open(4), randomBytes(10))
  await written(gone.store, { what: 'drop', number: 2 })
  await gone.store.close()
  await here.content.removeOrphans()
  expect((await piecesIn(database)).map((each) => each.world)).toEqual([1, 4])
})
