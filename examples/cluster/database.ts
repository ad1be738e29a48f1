/** Starts a PostgreSQL server on this machine, in its own folder. */
import { execFileSync } from 'node:child_process'
import { chownSync, existsSync, globSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'

export interface Database {
  readonly url: string
  stop(): void
}

/** The folder with PostgreSQL's programs. Debian does not add it to PATH. */
function programs(): string {
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...globSync('/usr/lib/postgresql/*/bin')]
  const [initdb] = folders.map((folder) => join(folder, 'initdb')).filter((file) => existsSync(file))
  if (initdb === undefined) throw new Error('There is no PostgreSQL on this machine. Debian: apt install postgresql')
  return dirname(realpathSync(initdb))
}

/** The user to run PostgreSQL as, because it refuses to run as root; undefined if this process is not root. */
function otherUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const [, uid, gid] = /^postgres:[^:]*:(\d+):(\d+):/m.exec(readFileSync('/etc/passwd', 'utf8')) ?? []
  if (uid === undefined || gid === undefined) throw new Error('PostgreSQL does not run as root, and there is no user postgres.')
  return { uid: Number(uid), gid: Number(gid) }
}

export function startDatabase(port: number): Database {
  const bin = programs()
  const user = otherUser()
  // The usual temporary folder may be accessible only to root.
  const folder = mkdtempSync(join(user ? '/tmp' : tmpdir(), 'standin-cluster-'))
  const [data, passwordFile] = [join(folder, 'data'), join(folder, 'password')]
  const run = (program: string, ...args: readonly string[]) =>
    execFileSync(join(bin, program), args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'], ...user })
  const control = (...args: readonly string[]) => run('pg_ctl', '--pgdata', data, '--wait', '--silent', ...args)
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  try {
    writeFileSync(passwordFile, 'secret\n', { mode: 0o600 })
    if (user) for (const path of [folder, passwordFile]) chownSync(path, user.uid, user.gid)
    const form = ['--encoding', 'UTF8', '--locale', 'C', '--username', 'standin', '--auth', 'scram-sha-256', '--pwfile', passwordFile]
    run('initdb', '--pgdata', data, ...form)
    const settings = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=`
    control('start', '--log', join(folder, 'log'), '--options', settings)
  } catch (error) {
    remove()
    throw error
  }
  return {
    url: `postgres://standin:secret@127.0.0.1:${port}/postgres`,
    stop() {
      control('stop', '--mode', 'immediate')
      remove()
    },
  }
}
