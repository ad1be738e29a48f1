/** Who may call which row of the file transfer area, and how other callers are refused, in both dialects. */
import { decodeJwt, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose'
import { exampleCall } from '../src/control/proving/proof-call.ts'
import type { ClientInput, Identity } from '../src/service/areas/client.ts'
import { operations } from '../src/service/areas/index.ts'
import { arrange } from '../src/service/failures/givens.ts'
import type { RowFacts } from '../src/service/wire/row.ts'
import { scopes } from '../src/service/wire/vocabulary.ts'
import { recipient, sender, stranger, unknownId } from './support/file-transfers.ts'
import { expect, rule } from './support/rule.ts'
import { standin } from './support/standin.ts'

type Here = ReturnType<typeof standin>

type Row = (typeof operations)[number]
const dialects = ['spec', 'live'] as const
const everything = `${scopes.brokerRead} ${scopes.brokerWrite}`

/** The call of the example of a row, with another caller. */
async function call(here: Here, { id, example }: Row, over: ClientInput) {
  const values = example.given ? await arrange(here.client, example.given) : {}
  return here.client.call(id, { ...exampleCall(id, values), ...over })
}

for (const dialect of dialects) {
  const live = dialect === 'live'
  const rows = operations.filter((row: RowFacts) => row.id.startsWith('fileTransfer.') && (row.dialect ?? dialect) === dialect)
  const ofOneTransfer = rows.filter(({ request }) => request.params)

  for (const row of rows) {
    rule('file-transfer §1.1, decisions §1', `${row.id} without a token is refused: ${dialect}`, async () => {
      const { status, headers, text, problem } = await call(standin({ dialect }), row, { as: null })

      expect([status, headers.get('www-authenticate')]).toEqual([401, live ? 'Bearer, Bearer' : 'Bearer'])
      if (live) expect(text).toBe('')
      else expect(problem).toMatchObject({ title: 'Unauthorized', detail: 'A valid bearer token is required.' })
    })

    rule('file-transfer §1, file-transfer §1.1', `${row.id} with a token of another scope is refused: ${dialect}`, async () => {
      const as = { ...row.example.as, scope: 'altinn:serviceowner/notifications.create' } as Identity

      const { status, text, problem } = await call(standin({ dialect }), row, { as })

      expect(status).toBe(403)
      if (live) expect(text).toBe('')
      else expect([problem.title, problem.code]).toEqual(['Forbidden', undefined])
    })
  }

  for (const row of ofOneTransfer) {
    rule('file-transfer §1.1, decisions §1', `${row.id} of an unknown transfer is not found: ${dialect}`, async () => {
      const { status, problem } = await call(standin({ dialect }), row, { params: { fileTransferId: unknownId } })

      expect([status, problem.code]).toEqual([404, 'BRO-00001'])
    })
  }

  for (const row of rows.filter(({ id }) => id !== 'fileTransfer.search')) {
    rule('file-transfer §1.1, decisions §1', `${row.id} is refused for a stranger: ${dialect}`, async () => {
      const { status, problem } = await call(standin({ dialect }), row, { as: { ...stranger, scope: everything } })

      expect([status, problem.code]).toEqual([live ? 401 : 403, 'BRO-00006'])
    })
  }

  for (const id of ['fileTransfer.initialize', 'fileTransfer.search'] as const) {
    rule('file-transfer §1.1, decisions §3', `${id} on an unknown resource is refused: ${dialect}`, async () => {
      const { client } = standin({ dialect, openResources: false })
      const { body, query } = exampleCall(id, {}) as { body?: object; query?: Record<string, string> }
      const unknown = { resourceId: 'nobody-knows-it' }

      const reply = await client.call(id, {
        ...(body && { body: { ...body, ...unknown } }),
        ...(query && { query: { ...query, ...unknown } }),
      })

      expect([reply.status, reply.problem.code]).toEqual([live ? 401 : 403, 'BRO-00006'])
    })
  }

  rule('file-transfer §1.1', `a service owner has no part in the transfers of its resource: ${dialect}`, async () => {
    const here = standin({ dialect })
    const as = { org: 'ttd', orgNo: '991825827', scope: `${everything} altinn:serviceowner` }

    for (const row of ofOneTransfer) expect((await call(here, row, { as })).problem.code, row.id).toBe('BRO-00006')
  })
}

rule('file-transfer §1.1', 'the live service says why it does not accept a token', async ({ live: here }) => {
  const challenge = async (authorization: string) => {
    const { status, headers, text } = await here.client.call('fileTransfer.overview', {
      as: null,
      params: { fileTransferId: unknownId },
      headers: { authorization },
    })
    expect([status, text]).toEqual([401, ''])
    return headers.get('www-authenticate')
  }
  const twice = (text: string) => `Bearer error="invalid_token", error_description="${text}"`
  const { token } = await here.simulator.token({ ...sender, scope: scopes.brokerRead, ttl: 60 })
  const { privateKey } = await generateKeyPair('RS256')
  const foreign = await new SignJWT(decodeJwt(token)).setProtectedHeader({ alg: 'RS256', kid: 'A'.repeat(40) }).sign(privateKey)
  await here.simulator.advance({ by: 60_000 })

  const expired = twice("The token expired at '06/01/2026 10:01:00'")
  const unknown = twice('The signature key was not found')
  expect(await challenge(`Bearer ${token}`)).toBe(`${expired}, ${expired}`)
  expect(await challenge(`Bearer ${foreign}`)).toBe(`${unknown}, ${unknown}`)
  const unsigned = new UnsecuredJWT(decodeJwt(token)).encode()
  const invalid = twice('The signature is invalid')
  for (const each of [unsigned, foreign.slice(0, foreign.lastIndexOf('.') + 1)])
    expect(await challenge(`Bearer ${each}`)).toBe(`${invalid}, ${invalid}`)
  const noToken = 'Bearer error="invalid_token"'
  expect(await challenge('Bearer nonsense"\\')).toBe(`${noToken}, ${noToken}`)
  expect(await challenge('Bearer a.b.c')).toBe(`${noToken}, ${noToken}`)
  expect(await challenge('Basic c29tZWJvZHk6c2VjcmV0')).toBe('Bearer, Bearer')
  expect(await challenge('Bearer ')).toBe('Bearer, Bearer')
})

rule('file-transfer §1', 'a recipient with the write scope alone reads the overview, but cannot download', async ({ client }) => {
  const { fileTransferId = '' } = await arrange(client, 'a published file transfer exists')
  const writing = { as: { ...recipient, scope: scopes.brokerWrite }, params: { fileTransferId } }

  expect((await client.call('fileTransfer.overview', writing)).status).toBe(200)
  expect((await client.call('fileTransfer.download', writing)).status).toBe(403)
})
