import { initialized, sender, statusOf } from '../../../../support/file-transfers.ts'
import { append, ask, begin, begun, filePath, offsetOf, part } from '../../../../support/resumable.ts'
import { expect, rule } from '../../../../support/rule.ts'
import { standin } from '../../../../support/standin.ts'

/** Another sender of the organization, who used no upload. */
const colleague = { ...sender, clientId: 'a-colleague' }

const hours = 3_600_000

rule('file-transfer §5.4', 'resumableUpload.expireUpload: an upload and its bytes are gone 24 hours after the last ones', async () => {
  const here = standin()
  const fileTransferId = await initialized(here.client)
  const place = await begin(here, fileTransferId, 2_000_013, { 'upload-concat': 'partial' })
  await here.simulator.advance({ by: 20 * hours })
  await append(here, place, 0, new Uint8Array(2_000_000))
  // A transfer that has its file is not stuck.
  await here.client.call('fileTransfer.upload', { params: { fileTransferId }, body: new Uint8Array(3) })

  await here.simulator.advance({ by: 24 * hours - 1 })
  const before = await ask(here, 'HEAD', place, { as: colleague })
  await here.simulator.advance({ by: 1 })

  expect(before.status).toBe(200)
  expect(await ask(here, 'HEAD', place, { as: colleague })).toMatchObject({ status: 404, text: '' })
  expect(here.simulator.world.blobs.held).toEqual({ bytes: 3, count: 1 })
})

rule('file-transfer §5.4', 'a transfer is stuck a day after its upload began, but not within an hour of its last bytes', async () => {
  const here = standin()
  const { fileTransferId, place } = await begun(here, 13)
  await here.simulator.advance({ by: 23.5 * hours })
  await append(here, place, 0, 'one')

  await here.simulator.advance({ by: hours - 1 })
  const lively = await statusOf(here.client, fileTransferId)
  await here.simulator.advance({ by: 1 })

  expect(lively.status).toBe('UploadStarted')
  expect(await statusOf(here.client, fileTransferId)).toMatchObject({
    status: 'Failed',
    text: 'File transfer was stuck in UploadStarted as it failed upload mid-request.',
  })
  expect(here.simulator.world.blobs.held).toEqual({ bytes: 0, count: 0 })
  expect((await ask(here, 'HEAD', filePath(fileTransferId))).status).toBe(409)
})

rule('file-transfer §8', 'an upload that is complete does not expire', async ({ here }) => {
  const { place } = await begun(here, 3)
  await append(here, place, 0, 'one')

  await here.simulator.advance({ by: 48 * hours })

  expect(await offsetOf(here, place)).toBe('3')
})

rule('file-transfer §5.3', 'when a transfer expires, the bytes that were stored of it are removed', async ({ here }) => {
  const fileTransferId = await initialized(here.client, { resourceId: 'standin-kept' })
  await here.simulator.advance({ by: 20 * hours })
  await part(here, fileTransferId, 'x'.repeat(2_000_000))

  await here.simulator.advance({ by: 4 * hours })

  expect((await statusOf(here.client, fileTransferId)).status).toBe('Purged')
  expect(here.simulator.world.blobs.held).toEqual({ bytes: 0, count: 0 })
})

rule('decisions §16', 'with a reset goes everything that was stored', async ({ here }) => {
  const { place } = await begun(here, 2_000_013)
  await append(here, place, 0, new Uint8Array(2_000_000))
  const { blobs } = here.simulator.world

  here.simulator.reset()

  expect(blobs.held).toEqual({ bytes: 0, count: 0 })
  expect((await ask(here, 'HEAD', place)).status).toBe(404)
})
