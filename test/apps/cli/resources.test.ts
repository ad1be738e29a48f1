/** `standin resources`. */
import { expect, test } from 'vitest'
import { misuse, serverForFile } from '../../support/command-line.ts'

const { inNewWorld } = await serverForFile()

const lines = (out: string) => out.split('\n').map((line) => line.split(/ {2,}/))

test('a misspelt resource is misuse, with the nearest name', async () => {
  const { run } = inNewWorld()

  expect(await run('resources', 'show', 'standin-plane')).toMatchObject(
    misuse('Resource not found in test: "standin-plane". Did you mean standin-plain? '),
  )
})

test('a resource is added, shown, listed and removed', async () => {
  const { run } = inNewWorld()
  const asked = ['--owner', '991825827', '--time-to-live', '8d', '--purge-after-confirmed', 'off', '--access-list', '0192:370916446']
  const put = await run('resources', 'put', 'mine', ...asked)
  const listed = await run('resources')
  const removed = await run('resources', 'remove', 'mine')
  const shown = await run('resources', 'show', 'mine')

  expect(lines(put.out)).toEqual([
    ['ID', 'ENVIRONMENT', 'OWNER', 'LIFE', 'GRACE', 'SIZE', 'ABOUT'],
    ['mine', 'test', '991825827', 'P8D', 'kept after confirmation, access list of 1'],
    [''],
  ])
  expect(listed.out).toMatch(/\nmine +test +991825827 +P8D /)
  expect(removed.out).toBe('Removed mine.\n')
  expect(shown).toMatchObject(misuse('Resource not found in test: "mine". Valid: standin-plain'))
})
