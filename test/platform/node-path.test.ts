/** Watches folders. */
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, vi } from 'vitest'
import { watchFolder } from '../../src/platform/node-path.ts'
import { test } from '../support/rule.ts'

function watched(folder: string) {
  const changed = vi.fn(async () => {})
  const failed = vi.fn()
  const close = watchFolder(folder, changed, failed)
  onTestFinished(close)
  return { changed, failed, close }
}

test('several changes at once cause one call, and a later change causes another', async ({ folder }) => {
  const { changed } = watched(folder)
  for (let nth = 0; nth < 20; nth++) writeFileSync(join(folder, `${nth % 3}.yaml`), String(nth))
  await vi.waitUntil(() => changed.mock.calls.length > 0)
  const first = changed.mock.calls.length
  rmSync(join(folder, '1.yaml'))
  await vi.waitUntil(() => changed.mock.calls.length > 1)

  expect([first, changed.mock.calls.length]).toEqual([1, 2])
})

test('a change during a call causes the next call after it', async ({ folder }) => {
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
  const other = watched(folder)
  writeFileSync(join(folder, 'a'), '')
  await vi.waitUntil(() => log.length === 1 && other.changed.mock.calls.length === 1)
  writeFileSync(join(folder, 'b'), '')
  await vi.waitUntil(() => other.changed.mock.calls.length === 2)
  resolve()
  await vi.waitUntil(() => log.length === 4)

  expect(log).toEqual(['begins', 'ends', 'begins', 'ends'])
})

test('a call that fails is reported, and the next change causes another call', async ({ folder }) => {
  const { changed, failed } = watched(folder)
  changed.mockRejectedValueOnce(new Error('no'))
  writeFileSync(join(folder, 'a'), '')
  await vi.waitUntil(() => failed.mock.calls.length > 0)
  writeFileSync(join(folder, 'b'), '')
  await vi.waitUntil(() => changed.mock.calls.length > 1)

  expect(failed).toHaveBeenCalledExactlyOnceWith(new Error('no'))
})

test('a closed watch causes no more calls', async ({ folder }) => {
  const { changed, close } = watched(folder)
  const other = watched(folder)
  writeFileSync(join(folder, 'a'), '')
  close()
  writeFileSync(join(folder, 'b'), '')
  await vi.waitUntil(() => other.changed.mock.calls.length > 0)

  expect(changed).not.toHaveBeenCalled()
})
