/** What cannot be stored of a capsule harms no call, and the capsule says that it is not whole. */
import { rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readCapsuleFile } from '../../../src/apps/capsules/files.ts'
import { recordedInto } from '../../../src/apps/cli/serving/recorded.ts'
import { nodePlatform } from '../../../src/platform/node.ts'
import { arrange } from '../../../src/service/failures/givens.ts'
import type { Platform } from '../../../src/service/world/platform.ts'
import { run } from '../../support/command-line.ts'
import { control } from '../../support/control.ts'
import { folderWith } from '../../support/folder.ts'
import { orderTo, toEmail, ttd } from '../../support/orders.ts'

/** A simulator that records into a file. */
async function recording(prepare: (file: string) => void = () => {}, options: Parameters<typeof control>[0] = {}) {
  const [file, said] = [join(folderWith(), 'bug.capsule'), [] as string[]]
  prepare(file)
  const { simulator, client, ask } = control(options)
  const end = await recordedInto(file, simulator, (text) => void said.push(text))
  onTestFinished(end)
  const order = (idempotencyId: string, body = 'Body') => {
    const recipientEmail = { emailAddress: 'someone@example.org', emailSettings: { subject: 'Subject', body } }
    return client.call('notifications.createOrder', { as: ttd, body: orderTo({ recipientEmail }, { idempotencyId }) })
  }
  return { file, said, client, ask, order }
}
const lost = (file: string, why: string) => [`The capsule ${file} is incomplete: it ends here, because writing failed: ${why}.`]

test('a full disk ends the capsule, and no call', async () => {
  // A recording stores its notes each second of the machine, too: here it stores them when there are many.
  const platform: Platform = { ...nodePlatform(), wake: () => () => {} }
  const { file, said, ask, order } = await recording((path) => symlinkSync('/dev/full', path), { platform })
  const why = 'ENOSPC: no space left on device, write'

  expect((await order('small')).status).toBe(201)
  expect((await ask('control.showCapsule')).body).toMatchObject({ recording: true, incomplete: null })
  expect((await order('large', 'x'.repeat(300_000))).status).toBe(201)
  expect((await order('later')).status).toBe(201)
  expect((await ask('control.showCapsule')).body).toMatchObject({ recording: true, incomplete: why })
  expect((await ask('control.recordCapsule', { body: { record: false } })).body).toMatchObject({ recording: false, incomplete: why })
  expect(said).toEqual(lost(file, why))
})

test('a folder that cannot be made for large contents ends the capsule, which keeps what came before', async () => {
  const { file, said, client, ask, order } = await recording((path) => writeFileSync(`${path}.contents`, 'This is no folder.'))
  await order('before')
  await arrange(client, 'a published file transfer exists', { content: 'x'.repeat(100_000) })
  await ask('control.recordCapsule', { body: { record: false } })

  expect(said).toEqual(lost(file, `EEXIST: file already exists, mkdir '${file}.contents'`))
  const { lines, torn } = await readCapsuleFile(file)
  expect([lines.filter(({ event }) => event === 'call').length, torn]).toEqual([3, true])
  expect((await run(['capsule', 'replay', file])).out).toContain('interrupted')
})

test('a file that is removed meanwhile is missed when the recording ends', async () => {
  const { file, said, ask, order } = await recording()
  await order('recorded')
  rmSync(file)

  const why = `${file} was removed during the recording`
  expect((await ask('control.recordCapsule', { body: { record: false } })).body).toMatchObject({ calls: 1, incomplete: why })
  expect(said).toEqual(lost(file, why))
})

test('a capsule that is kept by the server says that it is not whole, and cannot be read when nothing of it was stored', async () => {
  const machine = nodePlatform()
  const alarms: unknown[] = []
  const full = async () => {
    throw new Error('ENOSPC: no space left on device, write')
  }
  const openBlobs = () => {
    const blobs = machine.openBlobs()
    return { ...blobs, create: () => ({ ...blobs.create(), write: full }) }
  }
  const { client, ask } = control({ platform: { ...machine, openBlobs, alarm: (defect) => void alarms.push(defect) } })
  await ask('control.recordCapsule', { body: { record: true } })
  expect((await client.call('notifications.createOrder', { as: ttd, body: orderTo(toEmail()) })).status).toBe(201)

  const why = 'ENOSPC: no space left on device, write'
  expect((await ask('control.recordCapsule', { body: { record: false } })).body).toMatchObject({ calls: 1, incomplete: why })
  expect(await ask('control.readCapsule')).toMatchObject({ status: 409, body: { detail: 'The capsule was not stored.' } })
  expect(alarms).toEqual([new Error(`The capsule is incomplete, because it could no longer be written: ${why}`)])
})
