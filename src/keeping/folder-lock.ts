/** Lets one process at a time use a folder. */
import { createHash } from 'node:crypto'
import { rmSync } from 'node:fs'
import { createConnection, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Misuse } from '../misuse.ts'

/** Rejects with {@link Misuse} when another process uses the folder. Returns what lets go of it; so does the end of the process, in whatever way. */
export async function lockFolder(folder: string): Promise<() => void> {
  const path = socketOf(folder)
  const own = `${process.pid} ${performance.now()}`
  const server =
    (await listen(path, own)) ??
    // What a process left that was killed answers nobody.
    ((await holderOf(path)) === undefined ? await listenAgain(path, own) : undefined)
  const holder = await holderOf(path)
  if (server && holder === own) return () => void server.close()
  server?.close()
  throw new Misuse(
    `Another Standin (process ${holder?.split(' ')[0] ?? 'unknown'}) uses the folder ${folder}. Stop it first, or name another folder (--data).`,
    undefined,
    409,
  )
}

/** A socket in the folder, so that containers that share the folder see it. The system limits the length of its path. */
function socketOf(folder: string): string {
  const name = createHash('sha256').update(folder).digest('hex').slice(0, 16)
  if (process.platform === 'win32') return `\\\\.\\pipe\\standin-${name}`
  const inside = join(folder, 'lock')
  return Buffer.byteLength(inside) < 100 ? inside : join(tmpdir(), `standin-${name}.lock`)
}

/** Undefined when the path is taken. */
function listen(path: string, own: string): Promise<Server | undefined> {
  const server = createServer((socket) => socket.on('error', () => {}).end(own))
  return new Promise((resolve, reject) => {
    server
      .once('error', (error: NodeJS.ErrnoException) => (error.code === 'EADDRINUSE' ? resolve(undefined) : reject(error)))
      .listen(path, () => resolve(server.unref()))
  })
}

function listenAgain(path: string, own: string): Promise<Server | undefined> {
  rmSync(path, { force: true })
  return listen(path, own)
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
