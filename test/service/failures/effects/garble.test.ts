import fc from 'fast-check'
import { expect, test } from 'vitest'
import { garble } from '../../../../src/service/failures/effects/garble.ts'
import { published, recipient, sender, unknownId } from '../../../support/file-transfers.ts'
import { rule } from '../../../support/rule.ts'
import { surroundings, textOf, withRules } from '../../../support/rules.ts'

rule('decisions §14', 'garbled JSON keeps its content type and cannot be parsed', async () => {
  const { client } = await withRules([{ on: 'fileTransfer', garble: 'json' }])
  const { status, headers, text } = await client.call('fileTransfer.search', { as: sender, query: { resourceId: 'standin-plain' } })

  expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8'])
  expect(() => JSON.parse(text)).toThrow()
})

rule('decisions §14', 'a refusal is garbled as well', async () => {
  const { client } = await withRules([{ on: 'fileTransfer.overview', garble: 'json' }])
  const { status, text } = await client.call('fileTransfer.overview', { as: sender, params: { fileTransferId: unknownId } })

  expect(status).toBe(404)
  expect(() => JSON.parse(text)).toThrow()
})

rule('decisions §14', 'a wrong content type leaves the body unchanged', async () => {
  const { client } = await withRules([{ on: 'fileTransfer.overview', garble: 'content-type' }])
  const params = { fileTransferId: await published(client) }
  const { status, headers, text } = await client.call('fileTransfer.overview', { as: sender, params })

  expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  expect(JSON.parse(text)).toMatchObject(params)
})

rule('decisions §14', 'a download is not JSON and stays unchanged', async () => {
  const { client } = await withRules([{ on: 'fileTransfer.download', garble: 'json' }])
  const params = { fileTransferId: await published(client) }

  expect((await client.call('fileTransfer.download', { as: recipient, params })).text).toBe('one two three')
})

test('every JSON value becomes invalid', async () => {
  await fc.assert(
    fc.asyncProperty(fc.jsonValue(), fc.constantFrom(0, 2), async (value, indent) => {
      const answer = { status: 200, headers: { 'content-type': 'application/json' }, body: JSON.stringify(value, null, indent) }
      const text = await textOf(await garble.wrap('json', surroundings({ answer }).around))

      expect(() => JSON.parse(text)).toThrow()
    }),
    { seed: 1 },
  )
})
