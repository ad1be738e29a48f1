/** The records of a world, asked by the query language of the library of collections. */
import { Collection } from '@mswjs/data'
import { expect, expectTypeOf, test } from 'vitest'
import type { Simulator } from '../../src/control/create-simulator.ts'
import { collectionNames } from '../../src/control/records/rows.ts'
import { Misuse } from '../../src/service/wire/misuse.ts'
import { placed, toEmail } from '../support/orders.ts'
import { standin } from '../support/standin.ts'

/** Three completed shipments, c, a and b, and one that waits. */
async function stored() {
  const here = standin()
  for (const [at, reference] of ['c', 'a', 'b'].entries()) {
    await placed(here, toEmail(`${reference}@example.org`), { idempotencyId: reference, sendersReference: reference })
    await here.simulator.advance({ by: (at + 1) * 1000 })
  }
  await here.simulator.advance({ until: 'settled' })
  await placed(here, toEmail('later@example.org'), { idempotencyId: 'later' })
  return { ...here, records: here.simulator.records }
}

const references = (found: readonly { readonly sendersReference: string | null }[]) => found.map(({ sendersReference }) => sendersReference)

test('each collection is one of the library, filled from the world when it is asked', async () => {
  const { simulator, records } = await stored()
  const { shipments } = records

  expect(collectionNames.every((name) => (records[name] as unknown) instanceof Collection)).toBe(true)
  expect(shipments.findMany((query) => query.where({ status: 'Order_Completed' }))).toHaveLength(3)
  await simulator.advance({ until: 'settled' })
  expect(shipments.findMany((query) => query.where({ status: 'Order_Completed' }))).toHaveLength(4)
  expect([shipments.count(), shipments.all().length]).toEqual([4, 4])
  simulator.reset()
  expect([shipments.count(), shipments.all(), shipments.findFirst()]).toEqual([0, [], undefined])
})

test('queries are joined, and take values, functions and conditions of members', async () => {
  const { records } = await stored()
  const { shipments, orders } = records
  const found = [
    shipments.findMany((query) => query.where({ sendersReference: 'a' }).or({ sendersReference: 'b' })),
    shipments.findMany((query) => query.or({ sendersReference: 'a' }, query.where({ sendersReference: null }))),
    shipments.findMany((query) => query.where({ status: 'Order_Completed' }).and(({ sendersReference }) => sendersReference !== 'a')),
    shipments.findMany((query) => query.where({ sendersReference: (reference) => reference !== null && reference > 'a' })),
    shipments.findMany((query) => query.where({ recipients: { status: 'Email_Delivered', destination: 'c@example.org' } })),
    shipments.findMany((query) => query.where({ recipients: (recipients) => recipients.length === 0 })),
    shipments.findMany((query) => query.where((shipment) => shipment.sendersReference === 'c')),
    shipments.findMany((query) => query),
  ]

  expect(found.map(references)).toEqual([['a', 'b'], ['a', null], ['c', 'b'], ['c', 'b'], ['c'], [null], ['c'], ['c', 'a', 'b', null]])
  const [order] = orders.findMany((query) => query.where({ shipmentIds: (ids) => ids.includes(found[0]?.[0]?.id ?? '') }))
  expect(order?.idempotencyId).toBe('a')
  expectTypeOf(order?.shipmentIds).toEqualTypeOf<string[] | undefined>()
})

test('a list that is empty fits no condition for its elements', async () => {
  const { records } = await stored()

  expect(references(records.shipments.findMany((query) => query.where({ recipients: { channel: 'Email' } })))).toEqual(['c', 'a', 'b'])
})

test('records are sorted before they are paged', async () => {
  const { shipments } = (await stored()).records
  const all = (query: { readonly sendersReference: string | null }) => query.sendersReference !== 'x'
  const order = { sendersReference: 'asc' } as const
  const [first] = shipments.findMany(all, { orderBy: order })
  const pages = [
    shipments.findMany(all, { orderBy: order }),
    shipments.findMany(all, { orderBy: { sendersReference: 'desc' }, take: 2 }),
    shipments.findMany((query) => query.where({ status: 'Order_Completed' }), { orderBy: { created: 'desc' }, take: 1 }),
    shipments.findMany(all, { orderBy: order, skip: 1, take: 2 }),
    shipments.findMany(all, { orderBy: [{ status: 'asc' }, { sendersReference: 'desc' }] }),
    shipments.findMany(all, { take: -2 }),
    shipments.findMany(all, { take: 0 }),
    shipments.findMany(undefined, { orderBy: order, cursor: first, skip: 1, take: 2 }),
    shipments.findMany(undefined, { orderBy: order, cursor: shipments.findMany(all, { orderBy: order })[1], take: -5 }),
    shipments.findMany((query) => query.where({ sendersReference: 'b' }), { cursor: shipments.findFirst(), take: 1 }),
  ]

  expect(pages.map(references)).toEqual([
    ['a', 'b', 'c', null],
    ['c', 'b'],
    ['b'],
    ['b', 'c'],
    ['c', 'b', 'a', null],
    [null, 'b'],
    [],
    ['b', 'c'],
    ['b', 'a'],
    ['b'],
  ])
})

test('the first record is that of the order, and there must be one where the query is strict', async () => {
  const { shipments } = (await stored()).records
  const none = shipments.findFirst((query) => query.where({ sendersReference: 'x' }))
  const first = shipments.findFirst(undefined, { orderBy: { sendersReference: 'asc' }, strict: true })

  expect([none, first.sendersReference]).toEqual([undefined, 'a'])
  expectTypeOf(first.sendersReference).toEqualTypeOf<string | null>()
  expectTypeOf(none?.status).toEqualTypeOf<typeof first.status | undefined>()
  expect(() => shipments.findFirst((query) => query.where({ sendersReference: 'x' }), { strict: true })).toThrow('no records found')
  expect(() => shipments.findMany((query) => query.where({ sendersReference: 'x' }), { strict: true })).toThrow('no records found')
})

test('a predicate asks as before', async () => {
  const { records } = await stored()

  expect(
    records.shipments.findMany(({ recipients, requestedSendTime }) => recipients.length === 0 && requestedSendTime > '2026'),
  ).toHaveLength(1)
  expect(records.shipments.findMany(() => true, { skip: 1 })).toHaveLength(3)
  expect(records.shipments.findMany((record) => JSON.stringify(record).includes('later@'))).toHaveLength(0)
  expect(records.contacts.findFirst(({ number }) => number === '12838590150')?.number).toBe('12838590150')
  expect(() => records.find('ships')).toThrow('Unknown collection: "ships".')
})

test('each member of each record can be asked for, also where a collection has several kinds of records', async () => {
  const { records } = await stored()
  for (const name of collectionNames) {
    const collection = records[name] as unknown as Record<'findMany', (ask: (query: never) => unknown) => object[]> & { all(): object[] }
    for (const record of collection.all())
      for (const member of Object.keys(record))
        expect(collection.findMany((query: { where(condition: object): unknown }) => query.where({ [member]: () => true }))).not.toEqual([])
  }
  const number = '12838590150'

  expect(records.contacts.findMany((query) => query.where({ number }), { orderBy: { number: 'asc' } })).toMatchObject([{ number }])
  const [first, second] = records.contacts.all()
  expect(records.contacts.findFirst(undefined, { cursor: first, skip: 1 })).toEqual(second)
})

test('records are copies: changing one changes no world', async () => {
  const { records } = await stored()
  for (const name of collectionNames)
    for (const record of records[name].all()) for (const each of Object.keys(record)) Reflect.set(record, each, 'x')

  expect(records.shipments.findMany((query) => query.where({ status: 'Order_Completed' }))).toHaveLength(3)
  expect(records.contacts.findMany(({ number }) => number === 'x')).toEqual([])
})

type Shipments = Simulator['records']['shipments']

/** As JavaScript calls it. */
const misused: readonly (readonly [string, (shipments: Shipments) => unknown, string])[] = [
  [
    'a misspelt member',
    (all) => all.findMany((query) => query.where({ statsu: 'x' } as never)),
    'shipments: unknown member "statsu". Did you mean status?',
  ],
  [
    'a misspelt member of a joined query',
    (all) => all.findMany((query) => query.where({}).or({ statsu: 'x' } as never)),
    'Did you mean status?',
  ],
  [
    'a misspelt member of a list',
    (all) => all.findMany((query) => query.where({ recipients: { chanel: 'SMS' } } as never)),
    'Did you mean channel?',
  ],
  [
    'a value that no record has',
    (all) => all.findMany((query) => query.where({ status: 'Order_Complete' as never })),
    'Did you mean Order_Completed?',
  ],
  [
    'an undefined value',
    (all) => all.findMany((query) => query.where({ sendersReference: undefined as never })),
    'shipments.sendersReference: undefined is not a value.',
  ],
  [
    'a value for a list',
    (all) => all.findMany((query) => query.where({ recipients: 'me' as never })),
    'shipments.recipients: "me" is not a condition.',
  ],
  ['an object for a value', (all) => all.findMany((query) => query.where({ created: new Date(0) as never })), 'shipments.created: '],
  [
    'a second condition',
    (all) => all.findMany((query) => Reflect.apply(query.where, query, [{ type: 'Reminder' }, { status: 'x' }])),
    'shipments: where takes one condition.',
  ],
  ['a text for a condition', (all) => all.findMany((query) => query.where('x' as never)), 'shipments: "x" is not a condition.'],
  ['an object for a query', (all) => all.findMany({ status: 'x' } as never), 'shipments: a query must be a function.'],
  [
    'a function that returns nothing',
    (all) => all.findMany(((query: { where(condition: object): unknown }) => void query.where({})) as never),
    'the function returns nothing.',
  ],
  ['a promise', (all) => all.findMany((async ({ status }: { status: string }) => status === 'x') as never), 'must not be async.'],
  [
    'a text to order by',
    (all) => all.findMany(undefined, { orderBy: 'created' as never }),
    'shipments: orderBy must be an object, such as { id: \'asc\' }, not "created".',
  ],
  ['a misspelt member to order by', (all) => all.findMany(undefined, { orderBy: { createt: 'asc' } as never }), 'Did you mean created?'],
  [
    'a list to order by',
    (all) => all.findMany(undefined, { orderBy: { recipients: 'asc' } as never }),
    'shipments.recipients is a list, so it cannot be used in orderBy.',
  ],
  [
    'a direction',
    (all) => all.findMany(undefined, { orderBy: { created: 'down' as never } }),
    'shipments.created: "down" is not a direction. Valid: asc, desc.',
  ],
  ['a misspelt option', (all) => all.findMany(undefined, { orderby: {} } as never), 'unknown option "orderby". Did you mean orderBy?'],
  ['a number for the options', (all) => all.findMany(undefined, 5 as never), 'shipments: the options must be an object, not 5.'],
  ['a part of a number to take', (all) => all.findMany(undefined, { take: 1.5 }), 'take: 1.5 is not a whole number.'],
  ['a negative number to skip', (all) => all.findMany(undefined, { skip: -1 }), 'skip: -1 is not a whole number of 0 or more.'],
  ['a cursor without its key', (all) => all.findMany(undefined, { cursor: { status: 'x' } as never }), 'is not a cursor.'],
  [
    'a cursor that is not there any more',
    (all) => all.findMany(undefined, { cursor: { ...all.all()[0], id: 'x' } as never }),
    'the cursor\'s record, "test/x", no longer exists.',
  ],
  ['how many to find first', (all) => all.findFirst(undefined, { take: 2 } as never), 'Remove "take"'],
]

test.each(misused)('%s is refused, also where nothing is stored', async (_, ask, message) => {
  const { records } = await stored()
  expect(() => ask(records.shipments)).toThrow(Misuse)
  expect(() => ask(records.shipments)).toThrow(message)
  if (!message.includes("cursor's record")) expect(() => ask(standin().simulator.records.shipments)).toThrow(message)
})

test('a condition that is a promise is refused: it would fit everything', async () => {
  const { shipments } = (await stored()).records

  expect(() => shipments.findMany((query) => query.where(async () => false))).toThrow('must not be async.')
  expect(() => shipments.findMany((query) => query.where({ status: async () => false }))).toThrow('must not be async.')
})

test('what writes is refused, and not in the type', async () => {
  const { records } = await stored()
  const collection = records.shipments as unknown as Record<string, (...values: unknown[]) => unknown>
  for (const method of ['create', 'createMany', 'update', 'updateMany', 'delete', 'deleteMany', 'clear', 'defineRelations'])
    expect(() => collection[method]?.({}, {})).toThrow(`shipments.${method}: records are read-only.`)

  expectTypeOf<keyof Shipments>().toEqualTypeOf<'findMany' | 'findFirst' | 'count' | 'all'>()
  expect(records.shipments.count()).toBe(4)
})

test('a query that was made elsewhere is refused, because its names were not checked', async () => {
  const { Query } = await import('@mswjs/data')
  const { records } = await stored()

  expect(() => records.shipments.findMany((() => new Query().where({ statsu: 'x' } as never)) as never)).toThrow(
    "build the query from the function's parameter.",
  )
})

test('in a page, the library is there after ready', async () => {
  const { simulator } = standin({ openRecords: undefined })

  expect(() => simulator.records.shipments).toThrow('Await simulator.ready() before you query records.')
  await simulator.ready()
  expect(simulator.records.shipments.count()).toBe(0)
})
