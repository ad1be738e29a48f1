/** `standin wait`: waits until a server is ready, including the server in its own container. */

import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { basename } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { readOr } from '../../../platform/node-path.ts'
import { Misuse } from '../../../service/wire/misuse.ts'
import { defineCommand, Failure, withProgress } from '../frame/command.ts'
import type { Io } from '../frame/io.ts'
import { bare, duration, option } from '../frame/option.ts'
import { print } from '../frame/print.ts'
import { type Connection, connectionOptions, remote, trustOwnCa } from '../frame/remote.ts'
import { type Config, readValues } from '../frame/values.ts'
import { startOptions } from '../serving/start-options.ts'
import { caFolderOf } from '../serving/tls.ts'

/** Milliseconds between attempts. */
const between = 100

export const wait = defineCommand({
  name: 'wait',
  summary: 'Wait until a server is ready',
  options: {
    timeout: option('Maximum time to wait, such as 30s', duration, 30_000, '30s'),
    container: bare(
      "Wait for this container's server, using the port and TLS settings from its command, the environment, or the configuration file",
    ),
    ...connectionOptions,
  },
  examples: [['standin start & standin wait && npm run my-tests', 'Start the tests when the server is ready']],
  async run({ values, config, io }) {
    const { url, reply } = await withProgress(io, { does: 'Waiting for a server to be ready' }, () =>
      untilReady(values.container ? () => ofContainer(values, config, io) : async () => ({ connection: values }), values.timeout),
    )
    print(io, values, reply, () => `Standin is ready at ${url}`)
  },
})

interface WaitTarget {
  readonly connection: Connection
  /** Hint appended to an error. */
  readonly hint?: string
}

async function ofContainer(values: Connection, config: Config, io: Io): Promise<WaitTarget> {
  const { url, caFolder, pid } = serverOfContainer(config, io)
  if (url.startsWith('https:')) await trustOwnCa(caFolder)
  const hint = pid === undefined ? ' No process in this container runs "standin start".' : ''
  return { connection: { ...values, url }, hint }
}

/** Calls `find` on each attempt, because the server might not have started yet. */
async function untilReady(find: () => Promise<WaitTarget>, timeout: number) {
  const deadline = performance.now() + timeout
  let said: Failure | undefined
  for (;;) {
    const { connection, hint = '' } = await find()
    const signal = AbortSignal.timeout(Math.ceil(Math.max(1, deadline - performance.now())))
    try {
      const reply = await remote(connection).call('control.ready', { signal })
      await demandStandin(connection, signal)
      return { url: connection.url, reply }
    } catch (error) {
      // A server that is starting does not respond at first, and then reports that it is not ready.
      if (!(error instanceof Failure)) throw error
      // If the timeout ended this attempt, the previous error is more informative.
      if (!signal.aborted || said === undefined) said = error
      if (performance.now() + between >= deadline) throw new Failure(`Not ready after ${timeout} ms. ${said.message}${hint}`)
    }
    await pause(between)
  }
}

/** Throws {@link Failure} if the program on the port is not Standin. Another program may answer every request with 200. */
async function demandStandin(connection: Connection, signal: AbortSignal): Promise<void> {
  // oxlint-disable-next-line typescript/no-unnecessary-condition -- another program may answer null.
  const name = (await remote(connection).call('control.version', { signal }))?.name
  if (name !== 'standin') throw new Failure(`Another program is listening at ${connection.url}. Start Standin on another port (--port).`)
}

interface ServerOfContainer {
  readonly url: string
  /** Folder with the CA that might have signed the server's certificate. */
  readonly caFolder: string
  /** `undefined` if no server process was found. The URL then comes from the environment or the configuration file. */
  readonly pid: string | undefined
}

const { port, host, tls, tlsCert, caFolder } = startOptions
const text = { type: 'string' } as const
const flags = { port: text, host: text, tls: { type: 'boolean' }, 'tls-cert': text, 'ca-folder': text } as const

/** Throws {@link Misuse} for a server started with port 0, because its actual port is unknown. */
function serverOfContainer(config: Config, io: Io): ServerOfContainer {
  const { pid, args } = startedServer() ?? { pid: undefined, args: [] }
  const { values: given } = parseArgs({ args: [...args], options: flags, strict: false })
  const values = readValues({ port, host, tls, tlsCert, caFolder }, given, config, io)
  if (values.port === 0) throw new Misuse("This container's server listens on any free port. Set its port with --port or STANDIN_PORT.")
  const isSecure = values.tls || values.tlsCert !== undefined
  const name = ['0.0.0.0', '::'].includes(values.host) ? '127.0.0.1' : values.host
  const url = `${isSecure ? 'https' : 'http'}://${name.includes(':') ? `[${name}]` : name}:${values.port}`
  return { url, caFolder: caFolderOf(values, io), pid }
}

/** Finds the container's server process: process 1, or a child of an init process. */
function startedServer() {
  const own = mountsOf('self')
  for (const pid of processes()) {
    const args = argsOfServer(commandOf(pid))
    // Containers can share a PID namespace, but each has its own mount namespace.
    if (args && mountsOf(pid) === own) return { pid, args }
  }
  return undefined
}

/** Returns the arguments after `standin`. The command line may start with Node.js or an init process. */
function argsOfServer(command: readonly string[]): readonly string[] | undefined {
  const at = command.findIndex((each) => ['standin', 'standin.js'].includes(basename(each)))
  const args = command.slice(at + 1)
  return at !== -1 && args.includes('start') ? args : undefined
}

function processes(): string[] {
  return readOr<string[]>([], () => readdirSync('/proc'))
    .filter((name) => /^\d+$/.test(name))
    .sort((one, other) => Number(one) - Number(other))
}

const commandOf = (pid: string) => readOr<string[]>([], () => readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').slice(0, -1))

const mountsOf = (pid: string) => readOr('', () => readlinkSync(`/proc/${pid}/ns/mnt`))
