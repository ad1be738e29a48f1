import { expect, test } from 'vitest'
import { truncate } from '../../../../src/service/failures/effects/truncate.ts'
import { published, recipient, sender } from '../../../support/file-transfers.ts'
import { hostNames } from '../../../support/hosts.ts'
import { rule } from '../../../support/rule.ts'
import { hostedWithRules, surroundings, textOf } from '../../../support/rules.ts'

for (const host of hostNames) {
  rule('decisions §14', `a download ends early, and its length matches (${host})`, async () => {
    const here = await hostedWithRules(host, [{ on: 'fileTransfer.download', truncate: { afterBytes: 5_000 } }])
    const content = crypto.getRandomValues(new Uint8Array(60_000))
    const params = { fileTransferId: await published(here.client, { content }) }

    const { status, headers, bytes } = await here.client.call('fileTransfer.download', { as: recipient, params })

    expect([status, bytes.byteLength, headers.get('content-length') ?? '5000']).toEqual([200, 5_000, '5000'])
    expect(Buffer.compare(bytes, content.subarray(0, 5_000))).toBe(0)
  })

  rule('decisions §14', `a truncated JSON reply cannot be parsed (${host})`, async () => {
    const here = await hostedWithRules(host, [{ on: 'fileTransfer.overview', truncate: { afterBytes: 20 } }])
    const params = { fileTransferId: await published(here.client) }

    const { status, text } = await here.client.call('fileTransfer.overview', { as: sender, params })

    expect([status, text.length]).toEqual([200, 20])
    expect(() => JSON.parse(text)).toThrow()
  })
}

async function* stream(...parts: readonly string[]) {
  for (const part of parts) yield new TextEncoder().encode(part)
}

test.each([
  ['done', 2, 'do'],
  ['done', 4, 'done'],
  ['done', 100, 'done'],
  ['done', 0, ''],
  ['æøå', 3, 'æ\uFFFD'],
])('a body %j truncated after %i bytes is %j', async (body, afterBytes, left) => {
  const { around } = surroundings({ answer: { status: 200, headers: {}, body } })

  expect(await textOf(await truncate.wrap({ afterBytes }, around))).toBe(left)
})

test.each([
  [0, ''],
  [3, 'one'],
  [4, 'onet'],
  [100, 'onetwo'],
])('a stream truncated after %i bytes is %j and announces its length', async (afterBytes, left) => {
  const { around } = surroundings({ answer: { status: 200, headers: { 'content-length': '6' }, body: stream('one', 'two') } })

  const answer = await truncate.wrap({ afterBytes }, around)

  expect([await textOf(answer), answer.headers['content-length']]).toEqual([left, String(left.length)])
})

test('a stream that is truncated gets closed', async () => {
  const closed: string[] = []
  async function* held() {
    try {
      yield new TextEncoder().encode('one')
      yield new TextEncoder().encode('two')
    } finally {
      closed.push('closed')
    }
  }
  const { around } = surroundings({ answer: { status: 200, headers: {}, body: held() } })

  expect(await textOf(await truncate.wrap({ afterBytes: 3 }, around))).toBe('one')
  expect(closed).toEqual(['closed'])
})

test('a reply without a body stays unchanged', async () => {
  const { around } = surroundings({ answer: { status: 204, headers: {} } })

  expect(await truncate.wrap({ afterBytes: 3 }, around)).toEqual({ status: 204, headers: {} })
})
