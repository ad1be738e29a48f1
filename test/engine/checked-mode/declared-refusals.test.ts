import { expect, test } from 'vitest'
import { nodePlatform } from '../../../src/platform/node.ts'
import { anyName } from '../../../src/wire/any-name.ts'
import type { RefusalKey } from '../../../src/wire/refusals/index.ts'
import { Refusal } from '../../../src/wire/refusals/refusal.ts'
import { prepared } from '../../support/prepared.ts'

/** A download whose handler refuses with this key. */
async function downloadWith(refusal: RefusalKey, checked: boolean) {
  const platform = nodePlatform()
  const openBlobs = () => {
    const blobs = platform.openBlobs()
    const read = () => {
      throw new Refusal(refusal)
    }
    return Object.assign(Object.create(blobs) as typeof blobs, { read })
  }
  return prepared('fileTransfer.download', {}, { checked, platform: { ...platform, openBlobs, alarm: () => {} } })
}

test('in checked mode a refusal that the row does not declare is a defect', async () => {
  const { call } = await downloadWith('BRO-00016', true)

  await expect(call()).rejects.toThrow('fileTransfer.download refuses with BRO-00016 in the stage handle')
})

test('in checked mode a refusal of another stage is a defect', async () => {
  const { call } = await downloadWith('rate-limited', true)

  await expect(call()).rejects.toThrow('fileTransfer.download refuses with rate-limited in the stage handle')
})

test('a refusal that the row declares is an answer', async () => {
  const { call } = await downloadWith('BRO-00007', true)

  expect((await call()).problem.code).toBe('BRO-00007')
})

test('for users an undeclared refusal is an answer', async () => {
  const { call } = await downloadWith('BRO-00016', false)

  expect((await call()).problem.code).toBe('BRO-00016')
})

test('a tester may ask for any refusal', async () => {
  const { call, simulator } = await prepared('fileTransfer.download')
  const preferred = await call({ headers: { prefer: 'code=BRO-00016' } })
  simulator.scenarios.define('any', { summary: 'Any', rules: [{ on: 'fileTransfer.download', refuse: { code: 'no-such-order' } }] })
  await simulator.scenarios.use(anyName('any'))

  expect([preferred.problem.code, (await call()).status]).toEqual(['BRO-00016', 404])
})
