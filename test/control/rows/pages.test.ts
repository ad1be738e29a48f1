/** Every list of the control interface comes in pages, in the same way. */
import { expect, test } from 'vitest'
import { wholeList } from '../../../src/apps/cli/frame/remote.ts'
import type { ControlId } from '../../../src/control/facts.ts'
import { controls } from '../../../src/control/index.ts'
import { pageOf } from '../../../src/control/rows/page.ts'
import { control } from '../../support/control.ts'
import { placed, toEmail } from '../../support/orders.ts'
import { rule } from '../../support/rule.ts'
import { listening } from '../../support/subscribers.ts'

/** The rows whose reply counts its entries. The clock counts what is booked, and shows the beginning of it. */
const lists = controls.filter(({ id, method, replies: { 200: good } }) => {
  const shape = good?.kind === 'json' && 'shape' in good.schema ? (good.schema.shape as object) : {}
  return method === 'GET' && 'total' in shape && id !== 'control.showClock'
})
const params: Readonly<Record<string, Record<string, string>>> = {
  'control.findRecords': { collection: 'contacts' },
  'control.showStory': { id: 'someone@example.org' },
  'control.showHook': { name: 'mine' },
}
const names = lists.map(({ id }) => id)

test('the lists are those that the decisions name', () => {
  expect(names).toEqual(
    expect.arrayContaining([
      'control.listJournal',
      'control.listOutbox',
      'control.listEvents',
      'control.listDeliveries',
      'control.listLimits',
      'control.listScenarios',
      'control.listContacts',
      'control.listWorlds',
      'control.listProviderStates',
      'control.findRecords',
    ]),
  )
})

const wrong = ['', ' ', '0x10', '1e3', '-1', '0', '10001', '1.5', '01', '+5', '٣']

rule('decisions §12', 'a limit is a number from 1 to 10,000 in decimal digits', async ({ ask }) => {
  for (const [nth, id] of names.entries()) {
    // Every list reads its limit in the same way, so one list tries them all.
    for (const limit of nth === 0 ? wrong : ['0']) {
      const { status, body } = await ask(id, { params: params[id] ?? {}, query: { limit } })

      expect([id, limit, status, body.choices]).toEqual([id, limit, 400, ['1 to 10000']])
    }
    expect((await ask(id, { params: params[id] ?? {}, query: { limit: '10000' } })).status).toBe(200)
  }
})

async function busy() {
  const here = control({ rateLimits: 'current' })
  await listening(here)
  for (const id of ['a', 'b', 'c']) {
    await placed(here, toEmail(), { idempotencyId: id })
    here.simulator.fileTransfers.publish('test', { size: 10 })
    await here.client.call('fileTransfer.search', { as: { orgNo: '347147753', clientId: id }, query: { resourceId: 'standin-plain' } })
  }
  await here.client.call('fileTransfer.search', { as: null })
  await here.simulator.advance({ until: 'settled' })
  here.simulator.knobs('other').client()
  here.simulator.callers.put('a', {})
  for (const name of ['mine', 'mine', 'other']) here.simulator.hooks.receive(name, { headers: {}, body: new Uint8Array() })
  for (const id of ['a', 'b']) here.simulator.clients.put({ id, orgNo: '312345676', scopes: [] })
  return here
}

const entriesOf = (body: object): unknown[] => Object.values(body).find(Array.isArray) ?? []

rule('decisions §12', 'the pages of a list have together what the whole list has', async () => {
  const { ask } = await busy()
  for (const id of names) {
    const query = id === 'control.listJournal' ? { since: '2026-01-01T00:00:00Z' } : {}
    const asking = { params: params[id] ?? {} }
    const whole = (await ask(id, { ...asking, query })).body
    const found: unknown[] = []
    let after: string | null = null
    do {
      const { status, body }: { status: number; body: { next: string | null } } = await ask(id, {
        ...asking,
        query: { ...query, limit: '1', ...(after !== null && { after }) },
      })
      expect([id, status, entriesOf(body).length <= 1]).toEqual([id, 200, true])
      found.push(...entriesOf(body))
      after = body.next
    } while (after !== null)

    expect([id, found]).toEqual([id, entriesOf(whole)])
    expect([id, whole.total, whole.next]).toEqual([id, found.length, null])
    expect(found, `${id} lists nothing here: let busy() in this file add an entry to it`).not.toEqual([])
  }
})

rule('decisions §12', 'without a time, the pages of the journal go from the newest lines back', async ({ ask, client }) => {
  for (let call = 0; call < 5; call++) await client.call('fileTransfer.search', { as: null })
  const page = async (after = {}) => {
    const { journal, next, total } = (await ask('control.listJournal', { query: { limit: '2', ...after } })).body
    return [journal.map(({ id }: { id: string }) => id), next, total]
  }

  expect(await page()).toEqual([['4', '5'], '4', 5])
  expect(await page({ after: '4' })).toEqual([['2', '3'], '2', 5])
  expect(await page({ after: '2' })).toEqual([['1'], null, 5])
  expect((await ask('control.listJournal', { query: { after: 'x' } })).body.detail).toContain('after: "x" is not the "next"')
})

test('a page of large entries ends early, and the next one goes on', () => {
  const all = Array.from({ length: 5 }, (_, at) => ({ id: String(at), text: 'x'.repeat(10 * 2 ** 20) }))
  const page = (after?: string) => pageOf('all', all, { limit: 1_000, after }, ({ id }) => id)

  expect(page().all.map(({ id }) => id)).toEqual(['0', '1'])
  expect(page(page().next ?? '').all.map(({ id }) => id)).toEqual(['2', '3'])
  expect(pageOf('all', all, undefined, ({ id }) => id).all).toHaveLength(5)
})

test('a list that is read page by page can be put together', async () => {
  const { ask, simulator } = await busy()
  const asked: object[] = []
  const read = (id: ControlId) => async (query: { limit?: string; after?: string }) => {
    asked.push(query)
    return (await ask(id, { query: { ...query, limit: '2' } })).body
  }
  const contacts = await wholeList('contacts', read('control.listContacts'), 5)
  const journal = await wholeList('journal', read('control.listJournal'), undefined, { backwards: true })
  const known = simulator.contacts.list().contacts

  expect(contacts.contacts).toEqual(known.slice(0, 6))
  expect(asked.slice(0, 3)).toEqual([{ limit: '5' }, { limit: '3', after: known[1]?.number }, { limit: '1', after: known[3]?.number }])
  expect(journal).toEqual(simulator.journal.list())
})

test('in process, a list is whole unless a page is asked for', async () => {
  const { simulator, client } = control({ journal: 2_000 })
  for (let call = 0; call < 1_001; call++) await client.call('fileTransfer.search', { as: null })

  expect(simulator.journal.list().journal).toHaveLength(1_001)
  expect(simulator.journal.list({ limit: 3 }).journal).toHaveLength(3)
  expect(simulator.contacts.list({ limit: 1 })).toMatchObject({ contacts: [{}], next: expect.any(String) })
})

test('every list takes a page, and says where the next one begins', () => {
  const without = lists.filter(({ request: { query }, replies: { 200: good } }) => {
    const shape = good?.kind === 'json' && 'shape' in good.schema ? (good.schema.shape as object) : {}
    return !query || !('limit' in query.shape) || !('after' in query.shape) || !('next' in shape)
  })

  expect(without.map(({ id }): ControlId => id)).toEqual([])
})
