/** Lets one process at a time use a folder. */
import { createHash } from 'node:crypto'
import { linkSync, rmSync, statSync } from 'node:fs'
import { createConnection, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Misuse } from '../../misuse.ts'

/** Rejects with {@link Misuse} when another process uses the folder. Returns what lets go of it; so does the end of the process, in whatever way. */
export async function lockFolder(folder: string): Promise<() => void> {
  const path = socketOf(folder)
  const own = `${process.pid} ${performance.now()}`
  const release = isWindows ? await listen(path, own) : await take(path, own)
  const holder = await holderOf(path)
  if (release && holder === own) return release
  release?.()
  throw new Misuse(
    `Another Standin (process ${holder?.split(' ')[0] ?? 'unknown'}) uses the folder ${folder}. Stop it first, or name another folder (--data).`,
    undefined,
    409,
  )
}

const isWindows = process.platform === 'win32'

/** A socket in the folder, so that containers that share the folder see it. The system limits the length of its path. */
function socketOf(folder: string): string {
  const name = createHash('sha256').update(folder).digest('hex').slice(0, 16)
  if (isWindows) return `\\\\.\\pipe\\standin-${name}`
  const inside = join(folder, 'lock')
  return Buffer.byteLength(inside) < 80 ? inside : join(tmpdir(), `standin-${name}.lock`)
}

/** A socket gets its name when it answers already: one that does not answer was left by a process that was killed. Undefined when the name is taken. */
async function take(path: string, own: string): Promise<(() => void) | undefined> {
  const unnamed = `${path}.${own.replace(/\W/g, '-')}`.slice(0, 104)
  const close = await listen(unnamed, own)
  const { ino } = statSync(unnamed)
  const isNamed = link(unnamed, path) || ((await isLeft(path)) && link(unnamed, path))
  rmSync(unnamed, { force: true })
  function release(): void {
    close?.()
    if (statSync(path, { throwIfNoEntry: false })?.ino === ino) rmSync(path, { force: true })
  }
  if (isNamed) return release
  close?.()
  return undefined
}

/** Whether the socket of a process that was killed was there. It is removed. Throws {@link Misuse} for a file that is no socket. */
async function isLeft(path: string): Promise<boolean> {
  if (statSync(path, { throwIfNoEntry: false })?.isFile())
    throw new Misuse(`${path} is a file, and not the lock of Standin. Move it away, or name another folder (--data).`)
  const before = identityOf(path)
  if ((await holderOf(path)) !== undefined || identityOf(path) !== before) return false
  rmSync(path, { force: true })
  return true
}

/** Inode numbers come again, times do not. */
function identityOf(path: string): string {
  const { ino, ctimeNs } = statSync(path, { bigint: true, throwIfNoEntry: false }) ?? {}
  return `${ino} ${ctimeNs}`
}

function link(from: string, to: string): boolean {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** Returns what closes it; undefined when the path is taken. */
function listen(path: string, own: string): Promise<(() => void) | undefined> {
  const server = createServer((socket) => socket.on('error', () => {}).end(own))
  return new Promise((resolve, reject) => {
    server
      .once('error', (error: NodeJS.ErrnoException) => (error.code === 'EADDRINUSE' ? resolve(undefined) : reject(error)))
      .listen(path, () => resolve(() => void server.unref().close()))
    server.unref()
  })
}

/** What the process says that has the lock; undefined when there is none. */
function holderOf(path: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    let said = ''
    createConnection(path)
      .on('data', (chunk) => {
        said += chunk.toString()
      })
      .once('error', () => resolve(undefined))
      .once('end', () => resolve(said))
  })
}
