/** `standin callers`. */
import { expect, test } from 'vitest'
import { misuse, serverForFile } from '../../support/command-line.ts'

const { inNewWorld } = await serverForFile()

test('a caller gets limits of its own, and the usual ones again', async () => {
  const { run, knobs } = inNewWorld()
  const put = await run('callers', 'put', 'mine', 'fileTransfer.search=600, fileTransfer.details=120')
  const listed = await run('callers')
  const { callers } = knobs.callers.list()
  const removed = await run('callers', 'remove', 'mine')

  expect(put.out).toBe('CALLER  OPERATION             LIMIT\nmine    fileTransfer.search   600\nmine    fileTransfer.details  120\n')
  expect(listed.out).toBe(put.out)
  expect(callers).toEqual([{ caller: 'mine', limits: { 'fileTransfer.search': 600, 'fileTransfer.details': 120 } }])
  expect(removed.out).toBe('mine has the default limits again.\n')
})

test('a misspelt caller is misuse, with the nearest name', async () => {
  const { run } = inNewWorld()
  await run('callers', 'put', 'my-system', 'fileTransfer.search=600')

  expect(await run('callers', 'remove', 'my-sistem')).toMatchObject(
    misuse('"my-sistem" does not have its own limits. Did you mean my-system? '),
  )
})

test.each([
  ['fileTransfer.search', '<limits> is "fileTransfer.search". Use operations and numbers such as'],
  ['fileTransfer.serach=1', 'body.limits'],
])('the limits %s are misuse', async (limits, said) => {
  const { run } = inNewWorld()

  expect(await run('callers', 'put', 'mine', limits)).toMatchObject(misuse(said))
})
