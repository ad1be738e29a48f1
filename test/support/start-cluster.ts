/** Starts a PostgreSQL cluster in a temporary folder. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../src/persistence/stored-worlds.ts'
import { findPostgres } from '../../tools/postgres.ts'

/** Returns the user to run PostgreSQL as, because PostgreSQL refuses to run as root. */
function ownUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const id = (flag: string) => Number(spawnSync('id', [flag, 'nobody'], { encoding: 'utf8' }).stdout)
  return { uid: id('-u'), gid: id('-g') }
}

export interface Cluster {
  readonly port: number
  /** Stops the cluster abruptly, like a crash. */
  crash(): Promise<void>
  /** Shuts the cluster down properly. */
  halt(): Promise<void>
  start(): Promise<void>
  end(): Promise<void>
}

/** Starts a cluster that flushes commits to disk, like a user's cluster. */
export async function startCluster(): Promise<Cluster> {
  const user = ownUser()
  const folder = mkdtempSync(join(tmpdir(), 'standin-postgres-'))
  if (user) {
    chownSync(folder, user.uid, user.gid)
    // Only the current user can enter a run's temporary folder.
    if (tmpdir() === process.env.FOLDER_OF_RUN) chmodSync(tmpdir(), 0o711)
  }
  const data = join(folder, 'data')
  const program = (name: string) => join(findPostgres() ?? '', name)
  const made = spawnSync(program('initdb'), ['-D', data, '-A', 'trust', '-U', 'admin', '-E', 'UTF8', '--locale=C', '--no-sync'], {
    ...user,
    cwd: folder,
    encoding: 'utf8',
  })
  if (made.status !== 0) rmSync(folder, { recursive: true })
  if (made.status !== 0) throw new Error(`initdb exited with code ${made.status}: ${made.stderr}`)
  const port = await freePort('127.0.0.1')
  let server: ChildProcess | undefined
  async function start(): Promise<void> {
    const settings = ['listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`]
    const child = spawn(program('postgres'), ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])], {
      ...user,
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    server = child
    let said = ''
    const ready = new Promise<void>((resolve, reject) => {
      child.on('exit', () => reject(new Error(`PostgreSQL ended:\n${said}`)))
      child.stderr?.on('data', (part: Buffer) => {
        said = (said + part).slice(-10_000)
        if (said.includes('database system is ready to accept connections')) resolve()
      })
    })
    await ready
  }
  async function stop(signal: NodeJS.Signals): Promise<void> {
    if (!server || server.exitCode !== null) return
    const ended = once(server, 'exit')
    server.kill(signal)
    await ended
  }
  await start()
  return {
    port,
    start,
    // Like `pg_ctl stop -m immediate`.
    crash: () => stop('SIGQUIT'),
    // Like `pg_ctl stop -m fast`.
    halt: () => stop('SIGINT'),
    async end() {
      await stop('SIGQUIT')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
