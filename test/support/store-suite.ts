/** Tests that every store must pass. */
import { expect, type TestAPI } from 'vitest'
import { type Change, type Row, readValue, type Store } from '../../src/persistence/store/store.ts'

export interface StoreToTest {
  readonly store: Store
  /** Opens the store again, as the next process would. */
  again(): Promise<Store>
}

/** The current time for all stores in the suite, in milliseconds since 1970. */
export const nowOfSuite = 5000

export const row = (number: number, more: Partial<Row> = {}): Row => ({
  row: number,
  kind: 'order',
  environment: 'test',
  key: `key-${number}`,
  version: 1,
  json: `{"number":${number}}`,
  ...more,
})
export const put = (number: number, each: Row): Change => ({ what: 'put', number, row: each })
export const world = (number: number, name: string, { json = '{}' }: { json?: string } = {}): Change => ({
  what: 'world',
  world: { number, name, version: 1, json },
})
export const due = (number: number, at: number | undefined): Change => ({ what: 'due', number, due: at })

export const written = (store: Store, ...changes: Change[]) =>
  new Promise<void>((resolve, reject) => store.write(changes, (failure) => (failure ? reject(failure) : resolve())))

const putValue = (store: Store, name: string, value: unknown) => written(store, { what: 'value', name, json: JSON.stringify(value) })

/** Characters that databases, JSON and our own formats use as separators. */
const hostile = ['\0', '\x1d\x1e\x1f', '"\\', '', "'; DROP TABLE record; --", '\u2028', '😀', 'half \ud800', '{}', '1']

export function testStores(test: Pick<TestAPI, 'each'>, stores: Readonly<Record<string, () => Promise<StoreToTest>>>): void {
  const all = test.each(Object.entries(stores))

  all('%s: worlds and their rows are there again, in order, and rows of other worlds are apart', async (_, open) => {
    const { store, again } = await open()
    const production = row(2, { environment: 'production', key: 7 })
    const plain = row(3, { kind: 'booking', environment: undefined, json: '"æøå \\u0000 😀"' })
    await written(store, world(1, 'default'), world(2, 'team'), put(1, plain), put(1, production), put(1, row(1)), put(2, row(1)))
    const next = await again()
    expect(await next.list()).toMatchObject([
      { number: 1, name: 'default', version: 1, json: '{}' },
      { number: 2, name: 'team' },
    ])
    expect([await next.load(1), await next.load(2), await next.load(3)]).toEqual([[row(1), production, plain], [row(1)], []])
  })

  all('%s: a row takes the place of the one with its number, and is removed by it', async (_, open) => {
    const { store, again } = await open()
    const changed = row(1, { version: 2, json: '{}', key: 'other' })
    await written(store, world(1, 'default'), put(1, row(1)), put(1, row(2)), put(1, row(3)))
    await written(store, put(1, changed), { what: 'remove', number: 1, row: 2 }, { what: 'remove', number: 1, row: 9 })
    await written(store, world(1, 'default', { json: '{"calls":2}' }))
    const next = await again()
    expect(await next.load(1)).toEqual([changed, row(3)])
    expect(await next.list()).toMatchObject([{ json: '{"calls":2}' }])
  })

  all('%s: keys and texts may have any character', async (_, open) => {
    const { store, again } = await open()
    const rows = [...hostile, 0, -1.5, 2 ** 53 - 1].map((key, nth) => row(nth + 1, { key, json: JSON.stringify({ key, of: [key] }) }))
    await written(store, world(1, 'default', { json: JSON.stringify(hostile) }), ...rows.map((each) => put(1, each)))
    await putValue(store, 'hostile', hostile)
    const next = await again()
    expect(await next.load(1)).toEqual(rows)
    expect((await next.list()).map(({ json }) => json)).toEqual([JSON.stringify(hostile)])
    expect(await readValue(next, 'hostile')).toEqual(hostile)
  })

  all('%s: a world that is dropped has no rows, and others have theirs', async (_, open) => {
    const { store, again } = await open()
    await written(store, ...[1, 2, 3].flatMap((number) => [world(number, `w${number}`), put(number, row(1)), put(number, row(2))]))
    await written(store, { what: 'drop', number: 2 })
    await store.letGo('w1')
    const next = await again()
    expect((await next.list()).map(({ name }) => name)).toEqual(['w1', 'w3'])
    expect([await next.load(1), await next.load(2), await next.load(3)]).toEqual([[row(1), row(2)], [], [row(1), row(2)]])
  })

  all('%s: a world takes the place of the one with its name', async (_, open) => {
    const { store, again } = await open()
    await written(store, world(1, 'default'), put(1, row(1)))
    await written(store, { what: 'drop', number: 1 }, world(2, 'default'), put(2, row(7)))
    const next = await again()
    expect(await next.take('default', false)).toMatchObject({ is: 'here', world: { number: 2 } })
    expect([await next.load(1), await next.load(2)]).toEqual([[], [row(7)]])
  })

  all('%s: small values are there again', async (_, open) => {
    const { store, again } = await open()
    await putValue(store, 'one', { a: [1] })
    await putValue(store, 'other', 5)
    await putValue(store, 'other', 6)
    const next = await again()
    expect([await readValue(next, 'one'), await readValue(next, 'other'), await readValue(next, 'none')]).toEqual([
      { a: [1] },
      6,
      undefined,
    ])
  })

  all('%s: batches are stored in order', async (_, open) => {
    const { store } = await open()
    await written(store, world(1, 'default'))
    const order: number[] = []
    const batches = Array.from(
      { length: 5 },
      (__, nth) =>
        new Promise<void>((resolve) =>
          store.write(nth === 3 ? [] : [put(1, row(1, { json: String(nth) }))], () => {
            order.push(nth)
            resolve()
          }),
        ),
    )
    await Promise.all(batches)
    expect([order, (await store.load(1))[0]?.json]).toEqual([[0, 1, 2, 3, 4], '4'])
  })

  all('%s: a world is taken by its name, with what was written last', async (_, open) => {
    const { store, again } = await open()
    expect([await store.take('default', false), await store.take('default', true)]).toEqual([{ is: 'free' }, { is: 'free' }])
    await written(store, world(1, 'default'), due(1, 7000), world(2, 'other'))
    await written(store, due(1, 6000), due(2, undefined), world(1, 'default'))
    const next = await again()
    expect(await next.take('default', false)).toEqual({
      is: 'here',
      world: { number: 1, name: 'default', version: 1, json: '{}', due: 6000 },
    })
    expect(await next.take('default', true)).toMatchObject({ is: 'here' })
    expect(await next.take('none', false)).toEqual({ is: 'free' })
  })

  all('%s: worlds that no process has fall due, and are unused', async (_, open) => {
    const { store } = await open()
    await written(store, world(1, 'a'), world(2, 'b'), world(3, 'c'), world(4, 'd'), due(1, 100), due(2, 200), due(4, 50))
    for (const name of ['a', 'b', 'c']) await store.letGo(name)
    expect([await store.due(100), await store.due(101), (await store.due(1e15)).toSorted()]).toEqual([[], ['a'], ['a', 'b']])
    expect([await store.unused(nowOfSuite), (await store.unused(nowOfSuite + 1)).toSorted()]).toEqual([[], ['a', 'b', 'c']])
    await store.take('a', false)
    expect([await store.due(1e15), (await store.unused(1e15)).toSorted()]).toEqual([['b'], ['b', 'c']])
  })

  all('%s: no number of a world is given twice', async (_, open) => {
    const { store, again } = await open()
    const first = Array.from({ length: 1500 }, () => store.newNumber())
    const highest = Math.max(...first)
    await written(store, world(highest, 'default'))
    const next = await again()
    const numbers = [...first, ...Array.from({ length: 20 }, () => next.newNumber())]
    expect(new Set(numbers).size).toBe(numbers.length)
  })

  all('%s: a small value takes the place of the one that was there, and of no other', async (_, open) => {
    const { store, again } = await open()
    expect([await store.swap('one', undefined, '1'), await store.swap('one', undefined, '2')]).toEqual([true, false])
    expect([await store.swap('one', '2', '3'), await store.swap('one', '1', '3'), await store.read('one')]).toEqual([false, true, '3'])
    expect(await (await again()).read('one')).toBe('3')
  })
}
