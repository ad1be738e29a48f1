/** The temporary folder of the Node platform. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdirSync, readdirSync, readlinkSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { expect, onTestFinished, vi } from 'vitest'
import { nodePlatform, sweep } from '../../src/platform/node.ts'
import type { BlobStore } from '../../src/service/world/platform.ts'
import { folderWith } from '../support/folder.ts'
import { test } from '../support/rule.ts'

const small = new Uint8Array(2 ** 20)
const large = new Uint8Array(2 ** 20 + 1)

async function keep(store: BlobStore, content: Uint8Array) {
  const writer = store.create()
  await writer.write(content)
  return writer.finish()
}

function files(spool: string): string[] {
  return readdirSync(spool).flatMap((folder) => readdirSync(join(spool, folder)))
}

function openFiles(spool: string): string[] {
  return readdirSync('/proc/self/fd').flatMap((descriptor) => {
    try {
      const path = readlinkSync(`/proc/self/fd/${descriptor}`)
      return path.startsWith(spool) ? [path] : []
    } catch {
      return []
    }
  })
}

/** A process of its own that runs a script with `platform`. */
function start(spool: string, script: string): ChildProcess {
  const platform = new URL('../../src/platform/node.ts', import.meta.url).href
  const prelude = `
    import { nodePlatform } from ${JSON.stringify(platform)}
    const platform = nodePlatform({ spool: process.argv[1] })
    const writer = platform.openBlobs().create()
    await writer.write(new Uint8Array(2 ** 21))
  `
  const child = spawn(process.execPath, ['--input-type=module', '--eval', prelude + script, spool], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  return child
}

async function startAndStay(spool: string): Promise<ChildProcess> {
  const child = start(spool, `setInterval(() => {}, 1_000); process.stdout.write('ready')`)
  await once(child.stdout ?? expect.unreachable(), 'data')
  return child
}

/** The folder that a killed process leaves behind. */
async function leave(spool: string): Promise<string> {
  const child = await startAndStay(spool)
  child.kill('SIGKILL')
  await once(child, 'exit')
  return readdirSync(spool).find((name) => name.startsWith(`standin-${child.pid}-`)) ?? expect.unreachable()
}

test('content of at most a mebibyte makes no folder', async ({ folder: spool }) => {
  const store = nodePlatform({ spool }).openBlobs()

  await keep(store, small)

  expect(readdirSync(spool)).toEqual([])
})

test('larger content lies in a private folder, which the last store removes', async ({ folder: spool }) => {
  const listeners = process.listenerCount('exit')
  const platform = nodePlatform({ spool })
  const [one, other] = [platform.openBlobs(), platform.openBlobs()]
  await keep(one, large)
  await keep(one, large)
  const before = files(spool)
  await keep(other, large)
  const [name = ''] = files(spool).filter((each) => !before.includes(each))

  const [folder = '', ...more] = readdirSync(spool)
  expect(folder).toMatch(new RegExp(`^standin-${process.pid}-[0-9a-f]{12}-\\w{6}$`))
  expect(more).toEqual([])
  expect(files(spool)).toHaveLength(3)
  if (process.platform !== 'win32') {
    expect(statSync(join(spool, folder)).mode & 0o777).toBe(0o700)
    expect(statSync(join(spool, folder, name)).mode & 0o777).toBe(0o600)
  }

  one.close()
  expect(files(spool)).toEqual([name])
  other.close()
  expect(readdirSync(spool)).toEqual([])
  expect(process.listenerCount('exit')).toBe(listeners)
})

test('a store that opens after the last one closed makes a new folder', async ({ folder: spool }) => {
  const platform = nodePlatform({ spool })
  const first = platform.openBlobs()
  await keep(first, large)
  first.close()

  const second = platform.openBlobs()
  await keep(second, large)

  expect(files(spool)).toHaveLength(1)
  second.close()
  expect(readdirSync(spool)).toEqual([])
})

test('a folder that another program deleted is made again', async () => {
  const spool = join(folderWith(), 'not', 'made', 'yet')
  const store = nodePlatform({ spool }).openBlobs()
  const { id } = await keep(store, large)
  rmSync(spool, { recursive: true })

  await keep(store, large)

  expect(files(spool)).toHaveLength(1)
  await expect(buffer(store.read(id, 0, 10))).rejects.toThrow('ENOENT')
  store.close()
})

test('removed and discarded content leaves no file', async ({ folder: spool }) => {
  const store = nodePlatform({ spool }).openBlobs()
  const { id } = await keep(store, large)
  const [idle, busy] = [store.create(), store.create()]
  await idle.write(large)
  void busy.write(large)
  expect(files(spool)).toHaveLength(3)

  store.remove(id)
  await Promise.all([idle.discard(), busy.discard()])

  expect(files(spool)).toEqual([])
  store.close()
})

test.skipIf(!existsSync('/proc/self/fd'))('no file stays open', async () => {
  const spool = folderWith()
  const store = nodePlatform({ spool }).openBlobs()
  const { id } = await keep(store, large)
  const [idle, busy, closed] = [store.create(), store.create(), store.create()]
  await Promise.all([idle.write(large), closed.write(large)])
  void busy.write(large)
  expect(openFiles(spool)).toHaveLength(3)

  await Promise.all([idle.discard(), busy.discard()])
  store.read(id, 0, large.length)
  for await (const _ of store.read(id, 0, large.length)) break
  store.close()
  await closed.discard()

  expect(openFiles(spool)).toEqual([])
})

test.skipIf(process.platform === 'win32')('a read that has begun continues after its content is removed', async () => {
  const store = nodePlatform({ spool: folderWith() }).openBlobs()
  const { id } = await keep(store, large)
  const reader = store.read(id, 0, large.length)[Symbol.asyncIterator]()
  const first = await reader.next()

  store.remove(id)

  let read: number = first.done ? 0 : first.value.length
  for (let next = await reader.next(); !next.done; next = await reader.next()) read += next.value.length
  expect(read).toBe(large.length)
  store.close()
})

test('a read that has not begun fails after its content is removed', async () => {
  const store = nodePlatform({ spool: folderWith() }).openBlobs()
  const { id } = await keep(store, large)
  const content = store.read(id, 0, large.length)

  store.remove(id)

  await expect(buffer(content)).rejects.toThrow('ENOENT')
  store.close()
})

test('a write fails if the folder cannot be made', async () => {
  const spool = join(folderWith(), 'file')
  writeFileSync(spool, '')
  const store = nodePlatform({ spool }).openBlobs()
  const writer = store.create()

  await expect(writer.write(large)).rejects.toThrow('EEXIST')

  await expect(writer.write(small)).rejects.toThrow('EEXIST')
  await expect(writer.finish()).rejects.toThrow('EEXIST')
  await writer.discard()
  expect(store.held).toEqual({ bytes: 0, count: 0 })
  store.close()
})

test.skipIf(process.platform === 'win32')('a write to a full disk fails and leaves no file', async () => {
  const spool = folderWith()
  const platform = new URL('../../src/platform/node.ts', import.meta.url).href
  const script = `
    import { readdirSync } from 'node:fs'
    import { nodePlatform } from ${JSON.stringify(platform)}
    const writer = nodePlatform({ spool: process.argv[1] }).openBlobs().create()
    const files = () => readdirSync(process.argv[1]).flatMap((folder) => readdirSync(process.argv[1] + '/' + folder)).length
    const seen = []
    await writer.write(new Uint8Array(2 ** 20 + 1))
    seen.push(files())
    await writer.write(new Uint8Array(2 ** 23)).catch((error) => seen.push(error.code))
    seen.push(files())
    await writer.finish().catch((error) => seen.push(error.code))
    console.log(seen.join())`
  // 4096 blocks: 2 or 4 MiB, depending on the shell.
  const limited = 'ulimit -f 4096; exec "$0" --input-type=module --eval "$1" "$2"'
  const child = spawn('sh', ['-c', limited, process.execPath, script, spool], { stdio: ['ignore', 'pipe', 'inherit'] })

  expect(await text(child.stdout)).toBe('1,EFBIG,0,EFBIG\n')
  expect(readdirSync(spool)).toEqual([])
})

test.for([
  ['that ends', '', 0],
  ['that exits', 'process.exit(3)', 3],
  ['that throws', `process.on('uncaughtException', () => process.exit(4)); throw new Error()`, 4],
])('a process %s leaves no folder', async ([, script, code], { folder: spool }) => {
  const child = start(spool, `process.stdout.write('' + (await import('node:fs')).readdirSync(process.argv[1]).length);${script}`)

  const [folders, [status]] = await Promise.all([text(child.stdout ?? expect.unreachable()), once(child, 'exit')])

  expect({ folders, status }).toEqual({ folders: '1', status: code })
  expect(readdirSync(spool)).toEqual([])
})

test('the first large content removes the folder of a killed process', async ({ folder: spool }) => {
  await startAndStay(spool)
  const left = await leave(spool)
  expect(readdirSync(join(spool, left))).toHaveLength(1)
  const store = nodePlatform({ spool }).openBlobs()

  await keep(store, small)
  expect(existsSync(join(spool, left))).toBe(true)
  await keep(store, large)

  await vi.waitFor(() => expect(existsSync(join(spool, left))).toBe(false))
  expect(files(spool)).toHaveLength(2)
  store.close()
})

test('a sweep removes only folders that surely belong to a dead process of this machine', async ({ folder: spool }) => {
  const living = await startAndStay(spool)
  const dead = await leave(spool)
  const elsewhere = dead.replace(/-[0-9a-f]{12}-/, '-0123456789ab-')
  const link = dead.replace(/\w{6}$/, 'linked')
  const file = dead.replace(/\w{6}$/, 'a_file')
  const precious = ['precious', elsewhere, 'standin-', `standin-0-${dead.split('-')[2]}-abcdef`]
  for (const name of precious) mkdirSync(join(spool, name))
  symlinkSync(join(spool, 'precious'), join(spool, link), 'junction')
  symlinkSync(join(spool, 'precious'), join(spool, dead, 'inside'), 'junction')
  writeFileSync(join(spool, 'precious', 'file'), '')
  writeFileSync(join(spool, file), '')
  const before = readdirSync(spool)

  await sweep(spool)

  expect(readdirSync(spool).sort()).toEqual(before.filter((name) => name !== dead).sort())
  expect(readdirSync(spool).filter((name) => name.startsWith(`standin-${living.pid}-`))).toHaveLength(1)
  expect(readdirSync(join(spool, 'precious'))).toEqual(['file'])
})

test.skipIf(process.getuid?.() !== 0)('a sweep leaves folders of other users alone', async () => {
  const spool = folderWith()
  const left = await leave(spool)
  chownSync(join(spool, left), 12_345, 12_345)

  await sweep(spool)

  expect(readdirSync(spool)).toEqual([left])
})
