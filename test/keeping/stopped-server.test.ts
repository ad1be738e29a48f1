/** A server beside one that is stopped, on the same folder. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { lockFolder } from '../../src/keeping/folder/folder-lock.ts'
import { folderWith, startProcess } from '../support/command-line.ts'

test('a second server says that it waits for a stopped one, and for which, and gives up', { timeout: 120_000 }, async () => {
  const folder = join(folderWith(), 'data')
  const { child, line } = startProcess(['--data', folder, '--json'])
  expect(JSON.parse(await line())).toMatchObject({ pid: child.pid })
  child.kill('SIGSTOP')
  const told: string[] = []
  const began = performance.now()

  await expect(lockFolder(folder, (text) => told.push(text))).rejects.toThrow(
    `Another Standin (process ${child.pid}) uses the folder ${folder}, and does not answer within 10 seconds.`,
  )
  expect(performance.now() - began).toBeLessThan(20_000)
  expect(told).toEqual([
    `Another Standin (process ${child.pid}) uses the folder ${folder}, and does not answer: it may be stopped. Waiting 10 seconds for it.\n`,
  ])
  child.kill('SIGCONT')
  await expect(lockFolder(folder, () => {})).rejects.toThrow(`Another Standin (process ${child.pid}) uses the folder ${folder}. Stop it`)
})
