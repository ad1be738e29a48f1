/** A server beside one that is stopped, on the same folder. */
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { folderWith, startProcess } from '../support/command-line.ts'
import { openIn } from '../support/kept-folder.ts'

test('a second server is refused with the process of the first one, also while it is stopped, until it is killed', {
  timeout: 60_000,
}, async () => {
  const folder = join(folderWith(), 'data')
  const { child, line } = startProcess(['--data', folder, '--json'])
  expect(JSON.parse(await line())).toMatchObject({ pid: child.pid })
  const refusal = `Another Standin (process ${child.pid}) uses the folder ${folder}. Stop it first, or name another folder (--data).`
  await expect(openIn(folder)).rejects.toThrow(refusal)
  child.kill('SIGSTOP')
  await expect(openIn(folder)).rejects.toThrow(refusal)
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect((await openIn(folder)).told).toEqual([])
})
