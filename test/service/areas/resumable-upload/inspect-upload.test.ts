import { fileTransfers } from '../../../../src/service/areas/file-transfer/records/file-transfers.ts'
import { anyName } from '../../../../src/service/wire/misuse.ts'
import { initialized, sender, stranger, unknownId } from '../../../support/file-transfers.ts'
import { append, ask, begun, concatenate, filePath, offsetOf, part } from '../../../support/resumable.ts'
import { expect, rule } from '../../../support/rule.ts'
import { switchOn } from '../../../support/rules.ts'
import { standin } from '../../../support/standin.ts'

rule('file-transfer §8', 'an upload shows its length and offset, with cache-control no-store', async ({ here }) => {
  const { place } = await begun(here, 13)
  await append(here, place, 0, 'one two')

  const { status, headers, text } = await ask(here, 'HEAD', place)

  expect([status, text]).toEqual([200, ''])
  expect(Object.fromEntries(headers)).toMatchObject({
    'upload-offset': '7',
    'upload-length': '13',
    'tus-resumable': '1.0.0',
    'cache-control': 'no-store',
  })
  expect(headers.has('upload-concat')).toBe(false)
})

rule('file-transfer §8', 'before its creation there is no upload, and after its termination the service fails', async ({ here }) => {
  const path = filePath(await initialized(here.client))

  expect(await ask(here, 'HEAD', path)).toMatchObject({ status: 404, text: '' })
  await ask(here, 'POST', path, { headers: { 'upload-length': '3' } })
  await ask(here, 'DELETE', path)
  expect(await ask(here, 'HEAD', path)).toMatchObject({ status: 500, text: '' })
  expect(here.simulator.world.journal.calls.list().at(-1)?.why).toMatch(/^upload-given-up/)
})

rule('file-transfer §8', 'only the sender can inspect an upload, and only with the version header', async ({ here }) => {
  const { place } = await begun(here, 13)
  const codes = async (path: string, more = {}) => {
    const { status, text } = await ask(here, 'HEAD', path, more)
    expect(text).toBe('')
    const { code, why } = here.simulator.world.journal.calls.list().at(-1) ?? {}
    return [status, code ?? why?.split(':')[0]]
  }

  expect(await codes(place, { as: stranger })).toEqual([401, 'BRO-00006'])
  expect(await codes(filePath(unknownId))).toEqual([404, 'BRO-00001'])
  expect(await codes(place, { headers: { 'tus-resumable': null } })).toEqual([404, 'not-resumable'])
  expect(await codes(place, { headers: { 'tus-resumable': '2' } })).toEqual([412, 'protocol-version'])
})

rule('file-transfer §8', 'a part shows that it is a part, at its new and its old path', async ({ here }) => {
  const place = await part(here, await initialized(here.client), 'one')

  for (const path of [place, place.replace('/partial', ''), place.toUpperCase()]) {
    const { headers } = await ask(here, 'HEAD', path)

    expect([headers.get('upload-concat'), headers.get('upload-offset'), headers.get('upload-length')]).toEqual(['partial', '3', '3'])
  }
})

rule('file-transfer §8', 'a concatenation has no offset until its parts are put together', async ({ here }) => {
  const fileTransferId = await initialized(here.client)
  const places = [await part(here, fileTransferId, 'one '), await part(here, fileTransferId, 'two')]
  await switchOn(here, [{ outage: 'storage', on: 'resumableUpload.completeUpload' }])
  await concatenate(here, fileTransferId, places)
  await here.simulator.advance({ by: 0 })

  const before = await ask(here, 'HEAD', filePath(fileTransferId))
  await here.simulator.scenarios.off(anyName('mine'))
  await here.simulator.advance({ by: 1000 })

  expect([before.headers.has('upload-offset'), before.headers.get('upload-length')]).toEqual([false, '7'])
  // Each part by its id alone, below the path of no upload.
  expect(before.headers.get('upload-concat')).toBe(`final;${places.map((place) => filePath(place.split('/').at(-1) ?? '')).join(' ')}`)
  expect(await offsetOf(here, filePath(fileTransferId))).toBe('7')
})

const colleague = { ...sender, clientId: 'a-colleague' }

for (const dialect of ['spec', 'live'] as const) {
  rule('file-transfer §8', `in the dialect ${dialect} who used an upload is asked for a day whether it is in progress`, async () => {
    const here = standin({ dialect })
    const { place } = await begun(here, 3)
    await append(here, place, 0, 'one')
    await here.simulator.advance({ until: 'settled' })

    const own = await ask(here, 'HEAD', place)
    expect([own.status, own.headers.get('content-type'), own.headers.get('tus-resumable')]).toEqual([409, 'text/plain', null]) // BRO-00004
    expect((await ask(here, 'HEAD', place, { as: colleague })).status).toBe(200)
    await here.simulator.advance({ by: 86_400_000 })
    expect((await ask(here, 'HEAD', place)).status).toBe(200)
  })

  rule('file-transfer §8', `in the dialect ${dialect} a creation that failed is a use`, async () => {
    const here = standin({ dialect })
    const place = filePath(await initialized(here.client))

    expect((await ask(here, 'HEAD', place)).status).toBe(404)
    expect((await ask(here, 'POST', place)).status).toBe(400)
    expect((await ask(here, 'HEAD', place)).status).toBe(409)
    // A creation is judged as before.
    expect((await ask(here, 'POST', place, { headers: { 'upload-length': '3' } })).status).toBe(201)
    expect((await ask(here, 'HEAD', place)).status).toBe(200)
  })

  rule('file-transfer §8', `in the dialect ${dialect} the service fails for an upload that was given up`, async () => {
    const here = standin({ dialect })
    const { place } = await begun(here, 3)
    await ask(here, 'DELETE', place)

    const { status, headers } = await ask(here, 'HEAD', place) // upload-given-up
    expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
      500,
      'application/problem+json',
      'no-cache,no-store',
    ])
    expect([headers.has('tus-resumable'), headers.has('x-content-type-options'), headers.has('x-standin-bug')]).toEqual([
      false,
      false,
      false,
    ])
    expect((await ask(here, 'POST', place, { headers: { 'upload-length': '3' } })).status).toBe(201)
    expect((await ask(here, 'HEAD', place)).status).toBe(200)
  })
}

rule('file-transfer §8', 'a snapshot tells who used an upload', async ({ here }) => {
  const { fileTransferId, place } = await begun(here, 3)
  await append(here, place, 0, 'one')
  const used = here.simulator.world.environments.test.of(fileTransfers).get(fileTransferId)?.users
  const other = standin()

  await other.simulator.restore(await here.simulator.snapshot())

  expect(Object.keys(used ?? {})).toHaveLength(1)
  expect(other.simulator.world.environments.test.of(fileTransfers).get(fileTransferId)?.users).toEqual(used)
})
