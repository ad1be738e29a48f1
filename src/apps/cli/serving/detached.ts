/** Starts and stops servers in the background. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import type { RequestOptions } from 'node:https'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { isOneFile, ownPackage } from '../../../platform/node-package.ts'
import { isAlive, makeFolder, readOr, stateFolder } from '../../../platform/node-path.ts'
import { Failure, withProgress } from '../frame/command.ts'
import type { Io } from '../frame/io.ts'
import { print } from '../frame/print.ts'
import { logFolderVariable, logOf, makeRoom, portOf } from './bounded-log.ts'

/** A background server's details, stored by port. */
export interface Detached {
  readonly url: string
  readonly pid: number
  /** The file with the server's latest output. */
  readonly log: string
}

/** Milliseconds that a server has to reply or to exit. */
const patience = 10_000

const folderOf = (io: Io) => join(stateFolder(io.env), 'servers')
const recordAt = (io: Io, url: string) => join(folderOf(io), `${portOf(url)}.json`)

/** Resolves once the server is ready. */
export async function startDetached(args: readonly string[], { json }: { readonly json: boolean }, io: Io): Promise<void> {
  const folder = folderOf(io)
  makeFolder(folder, 0o700)
  const first = join(folder, `starting-${process.pid}.log`)
  rmSync(first, { force: true })
  // Opened for appending, because the server truncates it.
  const output = openSync(first, 'a', 0o600)
  // A detached server must not exit with the npm process that started it.
  const { npm_lifecycle_event: _, ...env } = io.env
  const own = isOneFile() ? [] : [join(ownPackage().folder, 'src', 'cli', 'standin.js')]
  const child = spawn(process.execPath, [...own, ...args.filter((arg) => arg !== '--detach')], {
    cwd: io.folder,
    env: { ...env, [logFolderVariable]: folder },
    detached: true,
    stdio: ['ignore', output, output, 'ipc'],
  })
  closeSync(output)
  const said = await withProgress(io, { does: 'Waiting for the server to be ready' }, () =>
    Promise.race([once(child, 'message'), once(child, 'exit').then(() => undefined)]),
  )
  if (!said) {
    const text = readFileSync(first, 'utf8').trimEnd()
    rmSync(first, { force: true })
    throw new Failure(['The server did not start. Its output:', ...text.split('\n')])
  }
  const { url, pid } = said[0] as Detached
  child.unref()
  const log = logOf(folder, url)
  makeRoom(log)
  renameSync(first, log)
  const server: Detached = { url, pid, log }
  writeFileSync(recordAt(io, url), JSON.stringify(server), { mode: 0o600 })
  print(
    io,
    { json },
    server,
    () => `Standin is running at ${url} (process ${pid}), and logs to ${log}. To stop it: standin stop --url ${url}`,
  )
}

/** Resolves once the server has exited: `true` if it was running. Rejects with {@link Failure} for a server in the foreground. */
export async function stopDetached(url: string, io: Io): Promise<boolean> {
  const file = recordAt(io, url)
  const server = readRecord(file)
  if (!server) throw new Failure(await unknownServer(url, io))
  const ran = isAlive(server.pid) && (await isStandin(server))
  if (ran) await end(server)
  rmSync(file, { force: true })
  return ran
}

async function unknownServer(url: string, io: Io): Promise<string[]> {
  const folder = folderOf(io)
  const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.json')) : []
  const servers = files.flatMap((name) => readRecord(join(folder, name)) ?? [])
  const running = await Promise.all(
    servers.map(async (server) => isAlive(server.pid) && (await isStandin(server).catch(() => true)) && server),
  )
  const lines = running.flatMap((server) => (server ? `  ${server.url} (process ${server.pid})` : []))
  return [
    `No server at ${url} was started with "standin start --detach". Stop other servers with Ctrl+C, or kill their processes.`,
    ...(lines.length === 0
      ? ['No server is running in the background.']
      : ['These servers are running in the background; stop one with "standin stop --url":', ...lines]),
  ]
}

const readRecord = (file: string) => readOr(undefined, () => JSON.parse(readFileSync(file, 'utf8')) as Detached)

/** Asks the server, because a crashed server's process id might have been reused. Rejects with {@link Failure} after a timeout. */
async function isStandin({ url, pid, log }: Detached): Promise<boolean> {
  const ask = url.startsWith('https:') ? (await import('node:https')).request : request
  const signal = AbortSignal.timeout(patience)
  // Accepts any certificate, because no secret is sent.
  const asking = ask(`${url}/_standin/version`, { rejectUnauthorized: false, signal } as RequestOptions).end()
  try {
    const [answer] = (await once(asking, 'response')) as [IncomingMessage]
    const said = await text(answer)
    // When listening on an address such as 0.0.0.0, Standin replies that the admin token is missing.
    return 'x-standin-misuse' in answer.headers || said.startsWith('{"name":"standin"')
  } catch {
    if (signal.aborted)
      throw new Failure(
        `Process ${pid} is running, but there was no response from ${url} within ${patience} ms. Kill the process if it is Standin. See ${log}.`,
      )
    return false
  }
}

async function end({ pid, url, log }: Detached): Promise<void> {
  process.kill(pid, 'SIGTERM')
  const deadline = performance.now() + patience
  while (isAlive(pid)) {
    if (performance.now() > deadline) throw new Failure(`The server at ${url} (process ${pid}) has not exited. See ${log}.`)
    await pause(20)
  }
}
