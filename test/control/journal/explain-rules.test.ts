import { expect, test } from 'vitest'
import { anyDocument } from '../../../src/service/wire/misuse.ts'
import { published, sender } from '../../support/file-transfers.ts'
import { orderTo, placed, toEmail, toPhone, ttd } from '../../support/orders.ts'
import { rule } from '../../support/rule.ts'
import { withRules } from '../../support/rules.ts'

const on = 'notifications.createOrder'
const refuse = { code: 'NOT-00004' }

/** What the rules had to say to the last call. */
function said({ simulator }: Awaited<ReturnType<typeof withRules>>): string[] {
  const id = simulator.world.journal.calls.list().at(-1)?.id
  return id === undefined ? [] : simulator.journal.find(id).rules
}

for (const [written, sentence] of [
  [{ on: 'fileTransfer.overview', refuse }, 'covers fileTransfer.overview, not notifications.createOrder'],
  [{ outage: 'storage' }, 'covers other operations, not notifications.createOrder'],
  [{ on, where: { org: 'brg' }, refuse }, 'where.org is "brg", not "ttd"'],
  [{ on, where: { client: 'me' }, refuse }, expect.stringMatching(/^mine\[0\]: where\.client is "me", not "[0-9a-f-]{36}"\.$/)],
  [{ on, where: { scope: 'a' }, refuse }, 'where.scope is "a"'],
  [{ on, where: { environment: 'production' }, refuse }, 'where.environment is "production", not "test"'],
  [{ on, where: { recipient: 'a@example.org' }, refuse }, 'where.recipient is "a@example.org", not ["someone@example.org"]'],
  [{ on, where: { resource: 'a' }, refuse }, 'where.resource is "a", not null'],
  [{ on, where: { header: { 'X-Team': 'red' } }, refuse }, 'where.header is {"X-Team":"red"}, not "blue"'],
  [{ on, where: { header: { 'x-team': 'blue', 'x-other': 'a' } }, refuse }, 'where.header is {"x-other":"a"}, not null'],
  [
    { on, where: { header: { Authorization: 'mine' } }, refuse },
    expect.stringMatching(/^mine\[0\]: where\.header is {"Authorization":"…[\da-f]{8}"}, not "Bearer …[\da-f]{8}"\.$/),
  ],
  [{ on, calls: 2, refuse }, 'call 1 is not among calls 2'],
  [{ on, calls: '2-3', refuse }, 'call 1 is not among calls 2-3'],
  [{ on, calls: '2-', refuse }, 'call 1 is not among calls 2-'],
  [{ on, calls: { every: 3 }, refuse }, 'call 1 is not among calls { every: 3 }'],
  [{ on, probability: 0, refuse }, 'call 1 was not selected, at a probability of 0'],
  [{ on, after: 'PT1M', refuse }, 'begins at 2026-06-01T10:01:00Z'],
  [{ on, until: '2026-06-01T09:00:00Z', refuse }, 'ended at 2026-06-01T09:00:00Z'],
  [{ on, latency: 'PT0S' }, 'applied to call 1'],
] as const) {
  rule('decisions §12', `of a rule that says ${JSON.stringify(written)} the line says why`, async () => {
    const here = await withRules([written])

    await here.client.call(on, { as: ttd, headers: { 'x-team': 'blue' }, body: orderTo(toEmail()) })

    expect(said(here)).toEqual([typeof sentence === 'string' ? `mine[0]: ${sentence}.` : sentence])
  })
}

rule('decisions §12', 'a rule that an earlier rule overtook says which call it lost', async () => {
  const here = await withRules([
    { on, calls: 1, latency: 'PT0S' },
    { on, refuse },
  ])
  await here.client.call(on, { as: ttd, body: orderTo(toEmail()) })

  expect(said(here)).toEqual(['mine[0]: applied to call 1.', 'mine[1]: an earlier rule applied to call 1.'])
})

rule('decisions §12', 'a line keeps the results of rules that were replaced later', async () => {
  const here = await withRules([{ on, calls: 7, refuse }])
  await here.client.call(on, { as: ttd, body: orderTo(toEmail()) })
  here.simulator.scenarios.define('mine', anyDocument({ summary: 'Other', rules: [{ on: 'all', refuse }] }))

  expect(said(here)).toEqual(['mine[0]: call 1 is not among calls 7.'])
})

rule('decisions §12', 'a job also says why a rule did not apply', async () => {
  const here = await withRules([{ outage: 'sms', where: { org: 'brg' } }])
  await placed(here, toPhone())
  await here.simulator.advance({ until: 'settled' })
  const line = here.simulator.world.journal.jobs.list().find(({ operation }) => operation === 'notifications.sendMessage')

  expect(line && here.simulator.journal.find(line.id).rules).toEqual(['mine[0]: where.org is "brg", not "ttd".'])
})

test('a line notes no rules when no scenario is on', async () => {
  const here = await withRules([{ on: 'all', refuse }])
  await here.simulator.scenarios.off()
  await published(here.client)

  expect(here.simulator.world.journal.calls.list().map(({ considered }) => considered)).toEqual([null, null])
  expect(said(here)).toEqual([])
})

test('calls that no rule covers share one note', async () => {
  const here = await withRules([{ on, refuse }])
  for (let call = 0; call < 2; call++) await here.client.call('fileTransfer.search', { as: sender, query: { resourceId: 'standin-plain' } })
  const [one, other] = here.simulator.world.journal.calls.list()

  expect(one?.considered).toBe(other?.considered)
})
