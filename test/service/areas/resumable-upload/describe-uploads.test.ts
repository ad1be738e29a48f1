import { control } from '../../../support/control.ts'
import { initialized, sender } from '../../../support/file-transfers.ts'
import { ask, filePath } from '../../../support/resumable.ts'
import { expect, rule } from '../../../support/rule.ts'
import { standin } from '../../../support/standin.ts'

rule('file-transfer §8', 'OPTIONS needs no version, and names versions, extensions and the checksum algorithm', async ({ here }) => {
  const path = filePath(await initialized(here.client))

  for (const place of [path, `${path}/partial/0123456789abcdef0123456789abcdef`, `${path}/0123456789abcdef0123456789abcdef`]) {
    const { status, headers, text } = await ask(here, 'OPTIONS', place, { headers: { 'tus-resumable': null } })

    expect([status, text]).toEqual([204, ''])
    expect(Object.fromEntries(headers)).toMatchObject({
      'tus-resumable': '1.0.0',
      'tus-version': '1.0.0',
      'tus-extension': 'creation,creation-with-upload,termination,checksum,checksum-trailer,concatenation,expiration',
      'tus-checksum-algorithm': 'md5',
    })
    expect(headers.has('tus-max-size')).toBe(false)
  }
})

for (const dialect of ['spec', 'live'] as const) {
  rule('file-transfer §8, file-transfer §1.1', `${dialect}: every method needs the scope, and is refused without a body`, async () => {
    const here = standin({ dialect })
    const path = filePath(await initialized(here.client))

    for (const method of ['OPTIONS', 'POST', 'HEAD', 'PATCH', 'DELETE']) {
      const nobody = await ask(here, method, path, { as: null })
      const reader = await ask(here, method, path, { as: { ...sender, scope: 'altinn:broker.read' } })

      expect([nobody.status, nobody.text, nobody.headers.get('www-authenticate')]).toEqual([401, '', 'Bearer, Bearer'])
      expect([reader.status, reader.text]).toEqual([403, ''])
    }
  })
}

for (const dialect of ['spec', 'live'] as const) {
  rule('file-transfer §8', `in the dialect ${dialect} a method that the protocol does not have is judged after the caller`, async () => {
    const here = standin({ dialect })
    const path = filePath(await initialized(here.client))

    for (const place of [path, filePath('x'), filePath('').slice(0, -1)]) {
      for (const method of ['GET', 'PUT']) {
        const known = await ask(here, method, place)
        const nobody = await ask(here, method, place, { as: null })
        const reader = await ask(here, method, place, { as: { ...sender, scope: 'altinn:broker.read' } })

        for (const reply of [known, nobody, reader]) {
          expect([reply.text, reply.headers.get('allow'), reply.headers.get('tus-resumable')]).toEqual(['', null, null])
          expect(reply.headers.get('cache-control')).toBe('no-store')
        }
        expect([known.status, nobody.status, reader.status], `${method} ${place}`).toEqual([404, 401, 403])
      }
    }
    expect((await ask(here, 'OPTIONS', filePath('').slice(0, -1))).status).toBe(204)
    expect((await ask(here, 'POST', filePath('').slice(0, -1), { as: null })).status).toBe(401)
  })
}

rule('decisions §13, file-transfer §8', 'OPTIONS is answered during an internal outage, and is 503 while all is unavailable', async () => {
  const here = control()
  const path = filePath(await initialized(here.client))
  const status = async () => (await ask(here, 'OPTIONS', path)).status
  await here.simulator.scenarios.use('outage-all')
  expect(await status()).toBe(204)
  await here.simulator.scenarios.use('unavailable')
  expect(await status()).toBe(503)

  const { paths } = (await here.ask('control.showOpenapi')).body
  expect(Object.keys(paths['/broker/api/v1/filetransfer/upload/tus/{fileTransferId}'].options.responses)).toContain('503')
})
