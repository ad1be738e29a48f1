/** Transactions of PostgreSQL: many batches are one, and nothing of it shows. */
import fc from 'fast-check'
import { expect } from 'vitest'
import { createText } from '../../../src/persistence/postgres/writer.ts'
import type { Change, Store } from '../../../src/persistence/store/store.ts'
import { createMemoryStore } from '../../support/memory-store.ts'
import { newDatabase, openStore, test } from '../../support/postgres.ts'
import { put, row, world, written } from '../../support/store-suite.ts'

const contentOf = async (store: Store, numbers: readonly number[]) => ({
  worlds: (await store.list()).map(({ name, number, version, json, due }) => ({ name, number, version, json, due })),
  rows: await Promise.all(numbers.map((number) => store.load(number))),
  values: await Promise.all(['a', 'b'].map((name) => store.read(name))),
})

const text = fc.string({ unit: 'binary', maxLength: 20 })
const changeOf = (numbers: readonly [number, number]): fc.Arbitrary<Change> => {
  const number = fc.constantFrom(...numbers)
  const nth = fc.integer({ min: 1, max: 6 })
  const due = fc.option(fc.integer({ min: 0, max: 2 ** 45 }), { nil: undefined })
  const rowOf = fc.record({
    row: nth,
    kind: fc.constantFrom('order', 'message'),
    environment: fc.constantFrom('test', 'production', undefined),
    key: fc.oneof(text, fc.string({ unit: fc.constantFrom('\ud800', '\udfff', '\0', '\x1e', ',', '\\') }), fc.integer()),
    version: fc.integer({ min: 1, max: 9 }),
    json: fc.jsonValue().map((value) => JSON.stringify(value)),
  })
  return fc.oneof(
    { weight: 8, arbitrary: fc.record({ what: fc.constant('put' as const), number, row: rowOf }) },
    { weight: 6, arbitrary: fc.record({ what: fc.constant('remove' as const), number, row: nth }) },
    fc.record({ what: fc.constant('due' as const), number, due }),
    fc.record({ what: fc.constant('drop' as const), number }),
    fc.record({ what: fc.constant('value' as const), name: fc.constantFrom('a', 'b'), json: text.map((value) => JSON.stringify(value)) }),
    fc
      .tuple(number, due, text)
      .map(([of, at, said]): Change => world(of, `w${of}`, { json: JSON.stringify(said), ...(at !== undefined && { due: at }) })),
  )
}

test('batches of changes in any order leave what they leave in memory', async () => {
  const { url } = await newDatabase()
  const store = await openStore(url)
  await written(store, world(1, 'w1'), world(2, 'w2'))
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(changeOf([1, 2]), { maxLength: 12 }), { maxLength: 6 }), async (batches) => {
      const memory = createMemoryStore()
      const first = [{ what: 'drop', number: 1 }, { what: 'drop', number: 2 }, world(1, 'w1'), world(2, 'w2')] as Change[]
      const values: Change[] = ['a', 'b'].map((name) => ({ what: 'value', name, json: '0' }))
      for (const one of [memory, store]) await Promise.all([[...first, ...values], ...batches].map((changes) => written(one, ...changes)))
      expect(await contentOf(store, [1, 2])).toEqual(await contentOf(memory, [1, 2]))
    }),
    { numRuns: 150 },
  )
}, 120_000)

test('a transaction that is too long for one statement is kept as a whole or not at all, and the session answers meanwhile', async ({
  url,
}) => {
  const store = await openStore(url)
  const json = JSON.stringify({ text: 'x'.repeat(1000) })
  const many = Array.from({ length: 3000 }, (_, nth) => put(1, row(nth, { json })))
  await written(store, world(1, 'default'), ...many)
  expect(await store.load(1)).toHaveLength(3000)
  const wrong = put(1, row(5000, { version: 0.5 }))
  await expect(
    written(
      store,
      ...many.map((each) => ({ what: 'remove', number: 1, row: (each as { row: { row: number } }).row.row }) as Change),
      ...many,
      wrong,
    ),
  ).rejects.toThrow()
  expect(await store.load(1)).toHaveLength(3000)
})

test('a world of many rows and of large ones is loaded whole, in order', async ({ url }) => {
  const store = await openStore(url)
  const sizes = [...Array.from({ length: 4500 }, () => 1), 3_000_000, 10, 1_500_000, 10]
  const rows = sizes.map((size, nth) => row(nth, { json: JSON.stringify('x'.repeat(size)) }))
  await written(store, world(1, 'default'), ...rows.toReversed().map((each) => put(1, each)))
  const loaded = await store.load(1)
  expect(loaded.map((each) => each.row)).toEqual(rows.map((each) => each.row))
  expect(loaded.map((each) => each.json.length)).toEqual(sizes.map((size) => size + 2))
})

test('what fails is called back from the last to the first, with all that waited, and what comes later is kept', async ({ url }) => {
  const store = await openStore(url)
  await written(store, world(1, 'default'))
  const ends: string[] = []
  const batch = (name: string, change: Change) =>
    new Promise<void>((resolve) =>
      store.write([change], (failure) => {
        ends.push(failure ? `${name} failed` : name)
        resolve()
      }),
    )
  const wrong = put(1, row(1, { version: 0.5 }))
  await Promise.all([batch('a', wrong), batch('b', put(1, row(2))), batch('c', put(1, row(3)))])
  await batch('d', put(1, row(4)))
  expect(ends).toEqual(['c failed', 'b failed', 'a failed', 'd'])
  expect((await store.load(1)).map((each) => each.row)).toEqual([4])
})

test('what the database refuses is a failure of its own, and a defect of ours is not', async ({ url, run }) => {
  const store = await openStore(url)
  await written(store, world(1, 'default'))
  const failureOf = async (change: Change) => (await Promise.allSettled([written(store, change)]))[0] as PromiseRejectedResult
  const defect = await failureOf(put(1, row(1, { version: 0.5 })))
  expect([store.isOwnFailure(defect.reason), store.isOwnFailure(new Error('x'))]).toEqual([false, false])
  await run("ALTER TABLE standin.record ADD CONSTRAINT no CHECK (kind <> 'message')")
  await run(
    "CREATE FUNCTION standin.full() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no space left on device' USING ERRCODE = '53100'; END $$",
  )
  await run('CREATE TRIGGER full_disk BEFORE INSERT ON standin.record EXECUTE FUNCTION standin.full()')
  const full = await failureOf(put(1, row(1)))
  expect([store.isOwnFailure(full.reason), full.reason.message]).toEqual([
    true,
    expect.stringMatching(/^PostgreSQL at .*: no space left on device$/),
  ])
  await run('DROP TRIGGER full_disk ON standin.record')
  await written(store, put(1, row(1)))
  expect(store.told).toEqual([])
})

test('changes of one kind that follow each other are one statement', () => {
  const { add, end } = createText()
  const changes: Change[] = [
    put(1, row(1)),
    put(1, row(2)),
    { what: 'remove', number: 1, row: 3 },
    { what: 'remove', number: 1, row: 4 },
    { what: 'remove', number: 2, row: 4 },
    { what: 'drop', number: 3 },
    { what: 'drop', number: 4 },
    put(1, row(1)),
  ]
  for (const change of changes) add(change)
  const [only = '', ...others] = end()
  const statements = only.split('\x1d').map((statement) => statement.split('\x1e').length)
  expect([others, statements]).toEqual([[], [2, 1, 1, 1, 1, 1]])
  expect(only).toContain('r\x1f1\x1f3,4')
})
