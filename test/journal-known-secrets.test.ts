/** A secret that a call names is hidden wherever else the call has it, in the journal and in a capsule. A body that was cut says how much is missing. */
import { harOf } from '../src/apps/compare/har.ts'
import type { Client } from '../src/service/areas/client.ts'
import { hiding } from '../src/service/world/journal/known-secrets.ts'
import { linesOf, recordCalls } from './support/capsule-lines.ts'
import { folderWith } from './support/folder.ts'
import { orderTo, toEmail, ttd } from './support/orders.ts'
import { expect, rule, test } from './support/rule.ts'

const key = 'planted-Key-42'
const others = { 'x-mine': key, referer: `https://example.org/${key}/page` }

/** Where a call names its key. */
const places: Readonly<Record<string, { headers?: Record<string, string>; query?: Record<string, string> }>> = {
  'its header': { headers: { 'Ocp-Apim-Subscription-Key': key } },
  'a header in capitals': { headers: { 'OCP-APIM-SUBSCRIPTION-KEY': key } },
  'the query': { query: { 'subscription-key': key } },
  'the query in capitals': { query: { 'Ocp-Apim-Subscription-KEY': key } },
}

const callsOf = async (client: Client, { headers, query = {} }: (typeof places)[string]) => {
  const all = { ...headers, ...others }
  const body = orderTo(toEmail(), { sendersReference: key, idempotencyId: `case-${key}` })
  await client.call('notifications.createOrder', { as: ttd, body, headers: all, query })
  await client.call('fileTransfer.overview', { params: { fileTransferId: key }, headers: all, query: { ...query, again: key } })
}

for (const [place, named] of Object.entries(places)) {
  rule('decisions §8', `a key that a call names in ${place} is nowhere in the journal`, async ({ client, simulator, ask }) => {
    await callsOf(client, named)
    const full = await Promise.all(simulator.world.journal.calls.list().map(({ id }) => ask('control.showJournalLine', { params: { id } })))
    const all = JSON.stringify([simulator.world.journal.calls.list(), simulator.journal.list(), full])
    expect(full).toHaveLength(2)
    expect(all).toContain('sendersReference')
    expect(all).not.toContain(key)
  })

  test(`a key that a call names in ${place} is nowhere in a capsule`, async () => {
    const file = await recordCalls(folderWith(), 'key.capsule', (client) => callsOf(client, named))
    const all = JSON.stringify(linesOf(file))
    expect(all).toContain('sendersReference')
    expect(all.match(/planted.{0,20}/g)).toBeNull()
  })
}

test('a short value, and the key of an idempotent call, stay where they are no secret', async ({ client, simulator }) => {
  const body = orderTo(toEmail(), { sendersReference: 'seven-7', idempotencyId: 'the-very-case' })
  await client.call('notifications.createOrder', { as: ttd, body, headers: { 'x-api-key': 'seven-7', 'idempotency-key': 'the-very-case' } })
  const [line] = simulator.world.journal.calls.list()
  expect(line?.requestBody).toContain('seven-7')
  expect(line?.requestBody).toContain('the-very-case')
})

test.each(['a/key-"42"', 'a\\/key-\\"42\\"', 'a%2fkey%2D%2242%22', 'a\\u002Fkey\\u002d\\u002242\\u0022'])(
  '%s is found as a form of a key',
  (text) => {
    expect(hiding(['a/key-"42"'], () => 'mark')(`<${text}>`)).toBe('<mark>')
  },
)

test('the beginning of a key, where a text was cut, is hidden', () => {
  expect(hiding([key], () => 'mark')('the text ends with planted-Ke')).toBe('the text ends with mark')
})

test('a token whose dots are escaped in JSON is hidden as a whole', async ({ client, simulator }) => {
  const token = 'eyJhbGciOiJSUzI1NiJ9\\u002eeyJhIjoxfQ\\u002Eplanted-signature'
  const body = JSON.stringify(orderTo(toEmail(), { sendersReference: 'here' })).replace('"here"', `"${token}"`)
  await client.call('notifications.createOrder', { as: ttd, body, headers: { 'content-type': 'application/json' } })
  expect(JSON.stringify(simulator.world.journal.calls.list())).not.toContain('planted')
})

rule('decisions §8', 'a body that is longer than what the journal keeps says how many characters are missing', async ({ client, ask }) => {
  const body = orderTo({ recipientEmail: { emailAddress: 'a@example.org', emailSettings: { subject: 'Long', body: 'x'.repeat(20_000) } } })
  await client.call('notifications.createOrder', { as: ttd, body })
  const { body: line } = await ask('control.showJournalLine', { params: { id: '1' } })
  const missing = JSON.stringify(body).length - 16_384
  expect([line.request.body.length, line.request.missing, line.reply.missing]).toEqual([16_384, missing, 0])
  expect(harOf([line], { base: '', version: '1' }).log.entries[0]?.request.postData?.comment).toBe(
    `${missing} more characters are not stored.`,
  )
})
