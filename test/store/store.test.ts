/** What every store does. */
import { expect, onTestFinished, test } from 'vitest'
import { createMemoryStore } from '../../src/store/memory.ts'
import { openSqlite } from '../../src/store/sqlite.ts'
import { type Change, type Row, readValue, type Store, writeValue } from '../../src/store/store.ts'
import { temporary } from '../support/kept-folder.ts'

const row = (number: number, more: Partial<Row> = {}): Row => ({
  row: number,
  kind: 'order',
  environment: 'test',
  key: `key-${number}`,
  version: 1,
  json: `{"number":${number}}`,
  ...more,
})
const put = (number: number, each: Row): Change => ({ what: 'put', number, row: each })
const world = (number: number, name: string, json = '{}'): Change => ({ what: 'world', world: { number, name, version: 1, json } })

const written = (store: Store, ...changes: Change[]) =>
  new Promise<void>((resolve, reject) => store.write(changes, (failure) => (failure ? reject(failure) : resolve())))

/** `again`: the store as the next process opens it. */
const stores: Readonly<Record<string, () => { store: Store; again(): Promise<Store> }>> = {
  memory() {
    const store = createMemoryStore()
    return { store, again: async () => store }
  },
  ...Object.fromEntries(
    (['process', 'power'] as const).map((sync) => [
      `SQLite, ${sync}`,
      () => {
        const folder = temporary()
        const store = openSqlite(folder, sync)
        onTestFinished(() => store.close())
        async function again() {
          await store.close()
          const next = openSqlite(folder, sync)
          onTestFinished(() => next.close())
          return next
        }
        return { store, again }
      },
    ]),
  ),
}

test.each(Object.entries(stores))(
  '%s: worlds and their rows are there again, in order, and rows of other worlds are apart',
  async (_, open) => {
    const { store, again } = open()
    const production = row(2, { environment: 'production', key: 7 })
    const plain = row(3, { kind: 'booking', environment: undefined, json: '"æøå \\u0000 😀"' })
    await written(store, world(1, 'default'), world(2, 'team'), put(1, plain), put(1, production), put(1, row(1)), put(2, row(1)))
    const next = await again()
    expect(await next.worlds()).toMatchObject([
      { number: 1, name: 'default', version: 1, json: '{}' },
      { number: 2, name: 'team' },
    ])
    expect([await next.load(1), await next.load(2), await next.load(3)]).toEqual([[row(1), production, plain], [row(1)], []])
  },
)

test.each(Object.entries(stores))('%s: a row takes the place of the one with its number, and is removed by it', async (_, open) => {
  const { store, again } = open()
  const changed = row(1, { version: 2, json: '{}', key: 'other' })
  await written(store, world(1, 'default'), put(1, row(1)), put(1, row(2)), put(1, row(3)))
  await written(store, put(1, changed), { what: 'remove', number: 1, row: 2 }, { what: 'remove', number: 1, row: 9 })
  await written(store, world(1, 'default', '{"calls":2}'))
  const next = await again()
  expect(await next.load(1)).toEqual([changed, row(3)])
  expect(await next.worlds()).toMatchObject([{ json: '{"calls":2}' }])
})

test.each(Object.entries(stores))('%s: a world that is dropped has no rows, and others have theirs', async (_, open) => {
  const { store, again } = open()
  await written(store, ...[1, 2, 3].flatMap((number) => [world(number, `w${number}`), put(number, row(1)), put(number, row(2))]))
  await written(store, { what: 'drop', number: 2 })
  await store.letGo(1)
  const next = await again()
  expect((await next.worlds()).map(({ name }) => name)).toEqual(['w1', 'w3'])
  expect([await next.load(1), await next.load(2), await next.load(3)]).toEqual([[row(1), row(2)], [], [row(1), row(2)]])
})

test.each(Object.entries(stores))('%s: small values are there again', async (_, open) => {
  const { store, again } = open()
  await writeValue(store, 'one', { a: [1] })
  await writeValue(store, 'other', 5)
  await writeValue(store, 'other', 6)
  const next = await again()
  expect([await readValue(next, 'one'), await readValue(next, 'other'), await readValue(next, 'none')]).toEqual([{ a: [1] }, 6, undefined])
})

test.each(Object.entries(stores))('%s: batches are kept in their order', async (_, open) => {
  const { store } = open()
  const kept: number[] = []
  const all = Array.from(
    { length: 5 },
    (__, nth) =>
      new Promise<void>((resolve) =>
        store.write(nth === 3 ? [] : [put(1, row(1, { json: String(nth) }))], () => {
          kept.push(nth)
          resolve()
        }),
      ),
  )
  await Promise.all(all)
  expect([kept, (await store.load(1))[0]?.json]).toEqual([[0, 1, 2, 3, 4], '4'])
})
