/** Above a limit of memory no world is made and no file is taken, with the reason. */
import { expect, test } from 'vitest'
import { nodePlatform } from '../../../src/platform/node.ts'
import { bytes, initialized, sender } from '../../support/file-transfers.ts'
import { base, standin } from '../../support/standin.ts'

test('above --max-memory no world is made, no file is taken, and what exists goes on', async () => {
  let used = 1_000
  const { simulator, client, send } = standin({ platform: { ...nodePlatform(), memory: () => used }, maxMemory: 2_000 })
  await simulator.knobs('before').client().call('fileTransfer.search')
  const fileTransferId = await initialized(client)
  used = 3_000
  const refused = await send(new Request(`${base}/worlds/after/future/shipment/none`))
  const upload = await client.call('fileTransfer.upload', { as: sender, params: { fileTransferId }, body: bytes('one two three') })
  const known = await simulator.knobs('before').client().call('fileTransfer.search')

  expect(refused.status).toBe(503)
  expect(await refused.text()).toContain('Standin uses 3000 bytes of memory; the limit is 2000 (--max-memory).')
  expect(known.status).toBe(400)
  expect(upload.status).toBe(500)
})
