/** A folder of somebody else is refused, and Standin removes only what is its own. */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { run } from '../../support/command-line.ts'
import { published, recipient } from '../../support/file-transfers.ts'
import { folderWith } from '../../support/folder.ts'
import { keptIn, openIn, orders } from '../../support/kept-folder.ts'
import { expect, test } from '../../support/rule.ts'

const filesOf = (folder: string) => readdirSync(folder, { recursive: true }).map(String).sort()

test.for([
  ['a web site', { 'content/posts/hello.md': 'mine', 'standin.lock': 'mine', 'film.part': 'mine' }],
  ['an app with a manifest', { 'manifest.json': '{"name":"My app"}' }],
] as const)('%s is refused, and stays as it is', async ([, files], { folder }) => {
  mkdirSync(join(folder, 'content/posts'), { recursive: true })
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  const before = filesOf(folder)
  const { code, err } = await run(['start', '--port', '0', '--data', folder])

  expect([code, err]).toEqual([2, expect.stringContaining(`The folder ${folder} contains other programs' files: `)])
  expect(filesOf(folder)).toEqual(before)
  for (const [name, text] of Object.entries(files)) expect(readFileSync(join(folder, name), 'utf8')).toBe(text)
})

test('hidden files, and what a file system or a start that ended early leaves in a folder, do no harm', async ({ folder }) => {
  mkdirSync(join(folder, 'lost+found'))
  writeFileSync(join(folder, '.gitkeep'), '')
  writeFileSync(join(folder, 'standin.lock'), '')
  mkdirSync(join(folder, 'content', '1'), { recursive: true })
  const here = await keptIn(folder)
  await orders(here, 1)
  here.close()
  expect(existsSync(join(folder, '.gitkeep'))).toBe(true)
})

test('files that were put beside those of Standin stay', async ({ folder }) => {
  const here = await keptIn(folder)
  await published(here.client, { content: 'kept' })
  here.close()
  mkdirSync(join(folder, 'content', 'notes'))
  const mine = [join(folder, 'content', 'notes', 'mine.txt'), join(folder, 'content', '1', 'mine.txt'), join(folder, 'mine.part')]
  for (const path of mine) writeFileSync(path, 'mine')
  const again = await keptIn(folder)
  again.close()
  expect(mine.map((path) => existsSync(path))).toEqual([true, true, true])
})

test('a file in the place of the lock is named', async () => {
  const folder = folderWith()
  ;(await keptIn(folder)).close()
  writeFileSync(join(folder, 'standin.lock'), 'mine')
  await expect(openIn(folder)).rejects.toThrow(`${join(folder, 'standin.lock')} is not a Standin lock file.`)
  expect(readFileSync(join(folder, 'standin.lock'), 'utf8')).toBe('mine')
})

test('content outlives the loss of its database, also over a second start, and is there again with it', async ({ folder }) => {
  const here = await keptIn(folder)
  const id = await published(here.client, { content: 'kept' })
  here.close()
  const database = join(folder, 'standin.db')
  renameSync(database, `${folder}.db`)
  for (let start = 0; start < 2; start++) {
    const without = await keptIn(folder)
    await published(without.client, { content: 'other' })
    without.close()
    expect(without.told).toEqual([expect.stringContaining('that belong to no record: 1.')])
  }
  rmSync(database)
  renameSync(`${folder}.db`, database)
  const again = await keptIn(folder)
  const reply = await again.client.call('fileTransfer.download', { as: recipient, params: { fileTransferId: id } })
  expect(reply.status).toBe(200)
  again.close()
})
