/** Finds the server of the container that this command runs in. */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { Misuse } from '../misuse.ts'
import type { Io } from './io.ts'
import { startOptions } from './start-options.ts'
import { caFolderOf } from './tls.ts'
import type { Config } from './values.ts'
import { readValues } from './values.ts'

export interface ServerOfContainer {
  readonly url: string
  /** The folder of the CA that may have signed its certificate. */
  readonly caFolder: string
  /** Undefined where no process of the container is a server: then only the environment and the configuration file say where it runs. */
  readonly pid: string | undefined
}

const { port, host, tls, tlsCert, caFolder } = startOptions
const text = { type: 'string' } as const
const flags = { port: text, host: text, tls: { type: 'boolean' }, 'tls-cert': text, 'ca-folder': text } as const

/** Throws {@link Misuse} for a server with any free port, which nothing outside it knows. */
export function serverOfContainer(config: Config, io: Io): ServerOfContainer {
  const { pid, args } = startedServer() ?? { pid: undefined, args: [] }
  const { values: given } = parseArgs({ args: [...args], options: flags, strict: false })
  const values = readValues({ port, host, tls, tlsCert, caFolder }, given, config, io)
  if (values.port === 0) throw new Misuse('The server of this container takes any free port. Give it one with --port or STANDIN_PORT.')
  const isSecure = values.tls || values.tlsCert !== undefined
  const name = ['0.0.0.0', '::'].includes(values.host) ? '127.0.0.1' : values.host
  const url = `${isSecure ? 'https' : 'http'}://${name.includes(':') ? `[${name}]` : name}:${values.port}`
  return { url, caFolder: caFolderOf(values, io), pid }
}

/** The first process that was started as a server. It is process 1, or an init is. */
function startedServer() {
  const own = mountsOf('self')
  for (const pid of processes()) {
    const args = argsOfServer(commandOf(pid))
    // Containers may see the processes of each other, but each has its own mounts.
    if (args && mountsOf(pid) === own) return { pid, args }
  }
  return undefined
}

/** What follows `standin`, also behind Node.js or an init: `/sbin/docker-init -- /usr/local/bin/standin start --port 8080`. */
function argsOfServer(command: readonly string[]): readonly string[] | undefined {
  const at = command.findIndex((each) => ['standin', 'standin.js'].includes(basename(each)))
  const args = command.slice(at + 1)
  return at !== -1 && args.includes('start') ? args : undefined
}

function processes(): string[] {
  return readable(() => readdirSync('/proc'), [])
    .filter((name) => /^\d+$/.test(name))
    .sort((one, other) => Number(one) - Number(other))
}

const commandOf = (pid: string) => readable(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').slice(0, -1), [])

const mountsOf = (pid: string) => readable(() => readlinkSync(`/proc/${pid}/ns/mnt`), '')

/** A process may have ended, or belong to another user. */
function readable<Read>(read: () => Read, otherwise: Read): Read {
  try {
    return read()
  } catch {
    return otherwise
  }
}
