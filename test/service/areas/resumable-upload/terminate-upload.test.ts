import { refusals } from '../../../../src/service/areas/areas.ts'
import { initialized, sender, statusOf, stranger, unknownId } from '../../../support/file-transfers.ts'
import { losses } from '../../../support/resources.ts'
import { append, ask, begin, begun, breath, filePath, line, offsetOf, part } from '../../../support/resumable.ts'
import { expect, rule } from '../../../support/rule.ts'
import { standin } from '../../../support/standin.ts'

rule('file-transfer §8', 'a termination removes the bytes, leaves the transfer started, and the upload may be created again', async () => {
  const here = standin()
  const { fileTransferId, place } = await begun(here, 2_000_013)
  await append(here, place, 0, new Uint8Array(2_000_000))

  const { status, text, headers } = await ask(here, 'DELETE', place)

  expect([status, text, headers.get('tus-resumable')]).toEqual([204, '', '1.0.0'])
  expect(here.simulator.world.blobs.held).toEqual({ bytes: 0, count: 0 })
  expect(await statusOf(here.client, fileTransferId)).toMatchObject({ status: 'UploadStarted' })
  await begin(here, fileTransferId, 3)
  expect(await offsetOf(here, place)).toBe('0')
})

rule('file-transfer §8', 'a part can be terminated alone', async ({ here }) => {
  const fileTransferId = await initialized(here.client)
  const [one, other] = [await part(here, fileTransferId, 'one'), await part(here, fileTransferId, 'other')]

  expect((await ask(here, 'DELETE', one)).status).toBe(204)

  expect((await ask(here, 'HEAD', one)).status).toBe(404)
  expect(await offsetOf(here, other)).toBe('5')
  expect(here.simulator.world.blobs.held).toEqual({ bytes: 5, count: 1 })
})

rule('file-transfer §8', 'a complete upload cannot be terminated', async ({ here }) => {
  const { place } = await begun(here, 3, { disableVirusScan: true })
  await append(here, place, 0, 'one')
  await here.simulator.advance({ by: 0 })

  const { status, text } = await ask(here, 'DELETE', place)

  expect(status).toBe(409)
  expect(text).toMatch(/^A file transfer has already been/) // BRO-00004
})

rule('file-transfer §8', 'a termination is refused for an upload that is unknown, of another sender, or locked', async ({ here }) => {
  const { place } = await begun(here, 13)
  const why = async (path: string, more = {}) => {
    const { status } = await ask(here, 'DELETE', path, more)
    const { code, why: reason } = here.simulator.world.journal.calls.list().at(-1) ?? {}
    return [status, code ?? reason?.split(':')[0]]
  }
  const { body, send, end } = line()
  const writing = append(here, place, 0, body)
  send('one')
  await breath()

  expect(await why(place)).toEqual([423, 'upload-locked'])
  end()
  await writing
  expect(await why(place, { as: stranger })).toEqual([401, 'BRO-00006'])
  expect(await why(filePath(unknownId))).toEqual([404, 'BRO-00001'])
  expect(await why(filePath(await initialized(here.client)))).toEqual([404, 'no-such-upload'])
  expect(await why(place, { headers: { 'tus-resumable': null } })).toEqual([404, 'not-resumable'])
  expect(await why(place, { headers: { 'tus-resumable': '1.0.1' } })).toEqual([412, 'protocol-version'])
  expect(await offsetOf(here, place)).toBe('3')
})

rule('decisions §16', 'bytes for an upload that is created again meanwhile are not kept', async ({ here }) => {
  const { fileTransferId, place } = await begun(here, 2_000_013)
  await append(here, place, 0, new Uint8Array(2_000_000))
  const { body, send, end } = line()
  const writing = append(here, place, 2_000_000, body)
  send('too')
  await breath()

  await begin(here, fileTransferId, 3)
  send(' late')
  end()

  expect((await writing).status).toBe(404)
  expect(here.simulator.world.blobs.held).toEqual({ bytes: 0, count: 0 })
  expect((await here.client.call('fileTransfer.overview', { as: sender, params: { fileTransferId } })).body.fileTransferStatus).toBe(
    'UploadStarted',
  )
})

for (const code of ['BRO-00005', 'BRO-00002', 'BRO-00021'] as const) {
  rule('file-transfer §8', `a termination is refused when its resource lost registration, service owner or storage: ${code}`, async () => {
    const here = standin()
    const { place } = await begun(here, 13)
    await append(here, place, 0, 'one')
    losses[code]?.(here.simulator, 'standin-plain')

    const { status, text } = await ask(here, 'DELETE', place)

    expect([status, text]).toEqual([refusals[code].status, refusals[code].detail])
    expect(await offsetOf(here, place)).toBe('3')
  })
}
