/** Lets one process at a time use a folder. */
import { createHash } from 'node:crypto'
import { linkSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createConnection, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Misuse } from '../../misuse.ts'

/** Rejects with {@link Misuse} when another process uses the folder. Returns what lets go of it; so does the end of the process, in whatever way. */
export async function lockFolder(folder: string, tell: (text: string) => void): Promise<() => void> {
  const path = socketOf(folder)
  const own = `${process.pid} ${performance.now()}`
  const owner = join(folder, ownerName)
  const ask = askHolder(folder, tell)
  const release = isWindows ? await listen(path, own) : await take(path, own, ask)
  const holder = await ask(path).catch((error: unknown) => {
    release?.()
    throw error
  })
  if (release && holder === own) {
    writeFileSync(owner, `${process.pid}\n`, { mode: 0o600 })
    return () => {
      rmSync(owner, { force: true })
      release()
    }
  }
  release?.()
  throw new Misuse(
    `Another Standin (process ${holder?.split(' ')[0] ?? 'unknown'}) uses the folder ${folder}. Stop it first, or name another folder (--data).`,
    undefined,
    409,
  )
}

/** Says which process has the lock: one that is stopped cannot. The name is hidden, so that the folder counts as empty. */
const ownerName = '.lock-owner'

const isWindows = process.platform === 'win32'

/** A socket in the folder, so that containers that share the folder see it. The system limits the length of its path. */
function socketOf(folder: string): string {
  const name = createHash('sha256').update(folder).digest('hex').slice(0, 16)
  if (isWindows) return `\\\\.\\pipe\\standin-${name}`
  const inside = join(folder, 'lock')
  return Buffer.byteLength(inside) < 80 ? inside : join(tmpdir(), `standin-${name}.lock`)
}

/** A socket gets its name when it answers already: one that does not answer was left by a process that was killed. Undefined when the name is taken. */
async function take(path: string, own: string, ask: Asking): Promise<(() => void) | undefined> {
  const unnamed = `${path}.${own.replace(/\W/g, '-')}`.slice(0, 104)
  const close = await listen(unnamed, own)
  const { ino } = statSync(unnamed)
  function release(): void {
    close?.()
    if (statSync(path, { throwIfNoEntry: false })?.ino === ino) rmSync(path, { force: true })
  }
  let isNamed = false
  try {
    isNamed = link(unnamed, path) || ((await isLeft(path, ask)) && link(unnamed, path))
  } finally {
    rmSync(unnamed, { force: true })
    if (!isNamed) close?.()
  }
  return isNamed ? release : undefined
}

/** Whether the socket of a process that was killed was there. It is removed. Throws {@link Misuse} for a file that is no socket. */
async function isLeft(path: string, ask: Asking): Promise<boolean> {
  if (statSync(path, { throwIfNoEntry: false })?.isFile())
    throw new Misuse(`${path} is a file, and not the lock of Standin. Move it away, or name another folder (--data).`)
  const before = identityOf(path)
  if ((await ask(path)) !== undefined || identityOf(path) !== before) return false
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
type Asking = (path: string) => Promise<string | undefined>

/** Real milliseconds until a process that has the lock and does not answer is named, and until it is waited for no longer. */
const [quiet, patience] = [500, 10_000]

/** A process that is stopped takes connections, and does not answer. Rejects with {@link Misuse} when it goes on not answering. */
function askHolder(folder: string, tell: (text: string) => void): Asking {
  const who = () => `Another Standin (process ${ownerIn(folder)}) uses the folder ${folder}, and does not answer`
  let hasTold = false
  return (path) =>
    new Promise((resolve, reject) => {
      let said = ''
      const socket = createConnection(path)
      const naming = setTimeout(() => {
        if (!hasTold) tell(`${who()}: it may be stopped. Waiting ${patience / 1000} seconds for it.\n`)
        hasTold = true
      }, quiet)
      const ending = setTimeout(() => {
        socket.destroy()
        reject(new Misuse(`${who()} within ${patience / 1000} seconds. End it, or name another folder (--data).`, undefined, 409))
      }, patience)
      const clear = () => {
        clearTimeout(naming)
        clearTimeout(ending)
      }
      socket
        .on('data', (chunk) => {
          said += chunk.toString()
        })
        .once('close', clear)
        .once('error', () => resolve(undefined))
        .once('end', () => resolve(said))
    })
}

function ownerIn(folder: string): string {
  try {
    return readFileSync(join(folder, ownerName), 'utf8').trim().slice(0, 20)
  } catch {
    return 'unknown'
  }
}
