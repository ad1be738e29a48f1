/** A server beside one that is stopped, on the same folder. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { openDatabase } from '../../src/persistence/sqlite/node-sqlite.ts'
import { command, startProcess } from '../support/command-line.ts'
import { folderWith } from '../support/folder.ts'
import { openIn } from '../support/kept-folder.ts'

test('a second server is refused with the process of the first one, also while it is stopped, until it is killed', {
  timeout: 60_000,
}, async () => {
  const folder = join(folderWith(), 'data')
  const { child, line } = startProcess(['--data', folder, '--json'])
  expect(JSON.parse(await line())).toMatchObject({ pid: child.pid })
  const refusal = `Another Standin (process ${child.pid}) is using the folder ${folder}. Stop it first, or use another folder (--data).`
  await expect(openIn(folder)).rejects.toThrow(refusal)
  child.kill('SIGSTOP')
  await expect(openIn(folder)).rejects.toThrow(refusal)
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect((await openIn(folder)).told).toEqual([])
})

test('a second server is refused also when the file of the lock was deleted, however often it tries', { timeout: 60_000 }, async () => {
  const folder = join(folderWith(), 'data')
  const { child, line } = startProcess(['--data', folder, '--json'])
  await line()
  rmSync(join(folder, 'standin.lock'))
  const refusal = `Another Standin (process ${child.pid}) is using the folder ${folder}. Stop it first, or use another folder (--data).`
  for (let tries = 0; tries < 2; tries++) await expect(openIn(folder)).rejects.toThrow(refusal)
  child.kill('SIGKILL')
  await once(child, 'exit')
  // Who reads the database does not use the folder.
  const reader = openDatabase(join(folder, 'standin.db'), { readOnly: true })
  reader.prepare('SELECT name FROM world').all()
  expect((await openIn(folder)).told).toEqual([])
  reader.close()
})

test('a copied folder starts while the first server runs, and has all of its worlds', {
  timeout: 60_000,
}, async () => {
  const [folder, copy] = [join(folderWith(), 'data'), join(folderWith(), 'copy')]
  const { line } = startProcess(['--data', folder, '--json'])
  const { url } = JSON.parse(await line())
  await fetch(`${url}/worlds/a/future/shipment/none`)
  cpSync(folder, copy, { recursive: true })
  const { told, opened } = await openIn(copy)
  expect(told).toEqual([])
  expect((await opened.worldStore.list()).map(({ name }) => name)).toEqual(['a', 'default'])
  expect(readdirSync(copy).filter((name) => name.includes('look'))).toEqual([])
})

test('a second server says at once for which process it waits, and goes on when that one ends', { timeout: 60_000 }, async () => {
  const folder = join(folderWith(), 'data')
  const first = startProcess(['--data', folder, '--json'])
  await first.line()
  first.child.kill('SIGSTOP')
  const second = startProcess(['--data', folder, '--json'])
  const said = String((await once(second.child.stderr, 'data'))[0])
  expect(said).toBe(`Another Standin (process ${first.child.pid}) is using the folder ${folder}. Waiting up to 10 seconds for it to end.\n`)
  first.child.kill('SIGKILL')
  expect(JSON.parse(await second.line())).toMatchObject({ pid: second.child.pid })
})

test('a second server gives up when the first one does not end', { timeout: 60_000 }, async () => {
  const folder = join(folderWith(), 'data')
  const first = startProcess(['--data', folder, '--json'])
  await first.line()
  first.child.kill('SIGSTOP')
  const second = spawn(process.execPath, [command, 'start', '--port', '0', '--data', folder], { stdio: ['ignore', 'ignore', 'pipe'] })
  const said = text(second.stderr)
  expect(await once(second, 'exit')).toEqual([2, null])
  const other = `Another Standin (process ${first.child.pid}) is using the folder ${folder}.`
  expect(await said).toBe(
    `${other} Waiting up to 10 seconds for it to end.\nstandin: ${other} Stop it first, or use another folder (--data).\n`,
  )
})
