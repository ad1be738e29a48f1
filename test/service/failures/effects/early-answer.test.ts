import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { earlyAnswer } from '../../../../src/service/failures/effects/early-answer.ts'
import { readScenario } from '../../../../src/service/failures/read-scenario.ts'
import { initialized, sender, statusOf } from '../../../support/file-transfers.ts'
import { hostNames } from '../../../support/hosts.ts'
import { rule } from '../../../support/rule.ts'
import { bodyOf, hostedWithRules, surroundings } from '../../../support/rules.ts'

const on = 'fileTransfer.upload'

for (const host of hostNames) {
  rule('decisions §14', `an upload is refused early, and nothing of it is stored (${host})`, async () => {
    const here = await hostedWithRules(host, [{ on, 'early-answer': { code: 'BRO-00016', afterBytes: 1_000 } }])
    const fileTransferId = await initialized(here.client)

    const upload = here.client.call(on, { as: sender, params: { fileTransferId }, body: new Uint8Array(2_000_000) })

    expect(await upload).toMatchObject({ status: 400, problem: { code: 'BRO-00016' } })
    expect(await statusOf(here.client, fileTransferId)).toMatchObject({ status: 'Initialized' })
    expect(here.line()).toMatchObject({ status: 400, code: 'BRO-00016', commits: 0 })
  })
}

rule('decisions §14', 'the answer arrives while the upload is still on its way', async () => {
  const { origin, client } = await hostedWithRules('express', [{ on, 'early-answer': { code: 'BRO-00016', afterBytes: 1_000 } }])
  const path = `${origin}/broker/api/v1/filetransfer/${await initialized(client)}/upload`
  const headers = { authorization: `Bearer ${await client.token(sender)}`, 'content-type': 'application/octet-stream' }
  const upload = request(path, { method: 'POST', headers })
  const answered = new Promise<string>((resolve, reject) => {
    upload
      .on('error', reject)
      .on('response', (reply) => void text(reply).then((said) => resolve(`${reply.statusCode} ${JSON.parse(said).code}`), reject))
  })
  upload.write(new Uint8Array(999))
  await new Promise((resolve) => setTimeout(resolve, 50))
  const early = await Promise.race([answered, Promise.resolve('nothing yet')])
  upload.write(new Uint8Array(1))

  expect([early, await answered, upload.writableEnded]).toEqual(['nothing yet', '400 BRO-00016', false])
  upload.end()
})

test.each([
  [0, []],
  [1, ['one']],
  [3, ['one']],
  [4, ['one', 'two']],
  [100, ['one', 'two', 'three']],
])('an answer after %i bytes reads the chunks %j', async (afterBytes, taken) => {
  const seen: string[] = []
  const body = bodyOf('one', 'two', 'three')
  async function* chunks() {
    for await (const chunk of body.chunks()) {
      seen.push(new TextDecoder().decode(chunk))
      yield chunk
    }
  }
  const { around, did } = surroundings({ body: { ...body, chunks } })

  expect(await earlyAnswer.wrap({ code: 'too-large', afterBytes }, around)).toMatchObject({ body: 'too-large' })
  expect([seen, did]).toEqual([taken, []])
})

test('a call without a body is refused at once', async () => {
  expect(await earlyAnswer.wrap({ code: 'too-large', afterBytes: 5 }, surroundings().around)).toMatchObject({ body: 'too-large' })
})

test('an early answer with a server error is refused', () => {
  expect(() => readScenario('mine', { summary: 'Mine', rules: [{ on, 'early-answer': { code: 'NOT-00004' } }] }, 'defined')).toThrow(
    'early-answer.code: unknown value "NOT-00004".',
  )
})
