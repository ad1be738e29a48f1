/** A folder that is watched. */
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { watchFolder } from '../../src/platform/node-watch.ts'
import { folderWith } from '../support/command-line.ts'

function watched(folder: string) {
  const changed = vi.fn(async () => {})
  const failed = vi.fn()
  const close = watchFolder(folder, changed, failed)
  onTestFinished(close)
  return { changed, failed, close }
}

test('several changes at once are one, and a later one is another', async () => {
  const folder = folderWith()
  const { changed } = watched(folder)
  for (let nth = 0; nth < 20; nth++) writeFileSync(join(folder, `${nth % 3}.yaml`), String(nth))
  await vi.waitUntil(() => changed.mock.calls.length > 0)
  const first = changed.mock.calls.length
  rmSync(join(folder, '1.yaml'))
  await vi.waitUntil(() => changed.mock.calls.length > 1)

  expect([first, changed.mock.calls.length]).toEqual([1, 2])
})

test('a change while the one before is being dealt with is dealt with after it', async () => {
  const folder = folderWith()
  const { promise, resolve } = Promise.withResolvers<void>()
  const log: string[] = []
  const close = watchFolder(
    folder,
    async () => {
      log.push('begins')
      await promise
      log.push('ends')
    },
    () => {},
  )
  onTestFinished(close)
  writeFileSync(join(folder, 'a'), '')
  await vi.waitUntil(() => log.length === 1)
  writeFileSync(join(folder, 'b'), '')
  setTimeout(resolve, 150)
  await vi.waitUntil(() => log.length === 4)

  expect(log).toEqual(['begins', 'ends', 'begins', 'ends'])
})

test('what goes wrong with a change is told, and the next is seen again', async () => {
  const folder = folderWith()
  const { changed, failed } = watched(folder)
  changed.mockRejectedValueOnce(new Error('no'))
  writeFileSync(join(folder, 'a'), '')
  await vi.waitUntil(() => failed.mock.calls.length > 0)
  writeFileSync(join(folder, 'b'), '')
  await vi.waitUntil(() => changed.mock.calls.length > 1)

  expect(failed).toHaveBeenCalledExactlyOnceWith(new Error('no'))
})

test('closed, it sees nothing more, not even what was just seen', async () => {
  const folder = folderWith()
  const { changed, close } = watched(folder)
  writeFileSync(join(folder, 'a'), '')
  close()
  writeFileSync(join(folder, 'b'), '')
  await new Promise((resolve) => setTimeout(resolve, 150))

  expect(changed).not.toHaveBeenCalled()
})
