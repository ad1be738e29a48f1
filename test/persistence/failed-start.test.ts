/** A start that fails leaves a new folder new. */

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { type StartOptions, startSimulator } from '../../src/index.ts'
import { fileTransfers } from '../../src/service/areas/file-transfer/records/file-transfers.ts'
import { orders as orderKind } from '../../src/service/areas/notifications/records.ts'
import { run } from '../support/command-line.ts'
import { published } from '../support/file-transfers.ts'
import { folderWith } from '../support/folder.ts'
import { keptIn, openIn, orders } from '../support/kept-folder.ts'
import { test } from '../support/rule.ts'
import { standin } from '../support/standin.ts'

async function snapshotWithFile() {
  const { simulator, client } = standin()
  await published(client, { content: 'from the snapshot' })
  return simulator.snapshot()
}

/** Whether the folder was new, and how many file transfers it has by then. */
async function started(data: string, prepare: NonNullable<StartOptions['prepare']>) {
  let isNew: boolean | undefined
  const running = await startSimulator({
    port: 0,
    data,
    prepare: (simulator, opened) => {
      isNew = opened?.isNew
      return prepare(simulator, opened)
    },
  })
  onTestFinished(() => running.close())
  const { size } = running.simulator.world.environments.test.of(fileTransfers)
  await running.close()
  return { isNew, size }
}

test('a restore that fails can be repeated', async () => {
  const [data, file] = [folderWith(), join(folderWith(), 'state.json')]
  writeFileSync(file, '{"format":"standin-snapshot","version":99}')
  for (let tries = 0; tries < 2; tries++) {
    const { code, err } = await run(['start', '--port', '0', '--data', data, '--restore', file])
    expect([code, err]).toEqual([2, expect.stringContaining(`${file}: This snapshot has version 99.`)])
  }
  const document = await snapshotWithFile()
  expect(await started(data, ({ restore }) => restore(document))).toEqual({ isNew: true, size: 1 })
  expect(await started(data, async () => {})).toEqual({ isNew: false, size: 1 })
})

test('what fails after the restore leaves the folder new, too, and so does an end in the middle', async ({ folder: data }) => {
  const document = await snapshotWithFile()
  const failing = started(data, async ({ restore }) => {
    await restore(document)
    throw new Error('The rest failed.')
  })
  await expect(failing).rejects.toThrow('The rest failed.')
  expect(await started(data, ({ restore }) => restore(document))).toEqual({ isNew: true, size: 1 })
})

test('a start that fails changes nothing in a folder with worlds', async ({ folder: data }) => {
  const first = await keptIn(data)
  await orders(first, 2)
  await published(first.client, { content: 'kept' })
  first.close()
  const { opened } = await openIn(data)
  const { simulator } = standin({ platform: opened.platform, worldStore: opened.worldStore })
  await simulator.restore(await snapshotWithFile())
  simulator.close()
  void opened.close()
  const again = await keptIn(data)
  const { of } = again.simulator.world.environments.test
  expect([again.told, of(orderKind).size, of(fileTransfers).size]).toEqual([[], 2, 1])
  const [transfer] = of(fileTransfers).findMany()
  expect(await again.simulator.snapshot()).toMatchObject({ contents: [{ id: transfer?.content?.id, size: 4 }] })
})
