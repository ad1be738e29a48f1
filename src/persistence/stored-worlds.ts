/** Opens the store for a server's worlds: a folder, or a PostgreSQL database that other servers may share. */
import { createServer } from 'node:net'
import { hostname } from 'node:os'
import { ownPackage } from '../platform/node-package.ts'
import { isAddress } from '../platform/node-path.ts'
import type { Call, Carrier, PendingAnswer } from '../service/wire/call.ts'
import { Misuse } from '../service/wire/misuse.ts'
import type { Settings } from '../service/world/settings.ts'
import type { OpenOptions, OpenStore } from './store/open-store.ts'

export interface Forwarder {
  forward(call: Call, address: string): ReturnType<NonNullable<OpenOptions['forward']>>
  close(): void
}

/** An open store, with everything the server needs to accept calls forwarded by the store's other servers. */
export interface StoredWorlds extends OpenStore {
  /** This server's name among the servers that share the worlds. */
  readonly instance?: string
  /** Returns options for accepting forwarded calls. `carrier` answers all calls. */
  forwarded?(carrier: Carrier): { secret(): Promise<string>; carrier(call: Call): Promise<PendingAnswer | undefined> }
}

/** Options for storing worlds. */
export interface DataOptions {
  /**
   * Stores worlds, their files and the token signing keys, so that they survive a restart: in a folder, or in a PostgreSQL database
   * (`postgres://user@host/database`) that other servers may share. By default, everything is lost when the process ends.
   */
  readonly data?: string | undefined
  /**
   * When a commit in the `data` folder counts as stored: once it is written to the operating system (`process`) or flushed to disk
   * (`power`). Default: `process`.
   */
  readonly dataSync?: 'process' | 'power' | undefined
  /** The PostgreSQL schema. Default: `standin`. */
  readonly dataSchema?: string | undefined
  /**
   * The URL at which other servers that share `data` can reach this one, such as `http://10.0.0.1:4300`. Default: `host` and `port`, with
   * this machine's name if `host` means all addresses.
   */
  readonly address?: string | undefined
  /**
   * Milliseconds of real time after which an unused world is unloaded from memory. The next call loads it again. `null` disables this.
   * Default: ten minutes, or never with `worldTtl`, which deletes unused worlds.
   */
  readonly idleWorlds?: number | null | undefined
  /** Called with each problem in the `data` folder. Default: prints it. */
  readonly tell?: ((text: string) => void) | undefined
}

interface StoringServer extends Omit<DataOptions, 'tell'>, Pick<OpenOptions, 'platform' | 'tell'> {
  readonly instance: string | undefined
  readonly settings: Settings
  readonly isSecured: boolean
  readonly port: number
  readonly host: string
  /** Only called for a store that several servers can share. */
  openForwarder(options: { secret(): Promise<string>; alarm(defect: unknown): void; tell(text: string): void }): Promise<Forwarder>
}

/** The default for `idleWorlds`, in milliseconds. */
const usuallyIdle = 600_000

/** True if `data` is a database that servers can share. */
export const isShared = (data: string): boolean => /^postgres(?:ql)?:\/\//i.test(data)

/** Matches connection strings in libpq format: `host=localhost password=secret`. */
const keywords = /(?:^|\s)(?:host|hostaddr|dbname|user|password|service)\s*=/

/** `data`: the path of a folder, or a database URL. */
export function openStoredWorlds(data: string, server: StoringServer): Promise<StoredWorlds> {
  const { platform, idleWorlds, settings, tell } = server
  const { worldTtl, maxWorlds } = settings
  const usually = worldTtl === undefined ? usuallyIdle : undefined
  const idle = idleWorlds === null ? undefined : (idleWorlds ?? usually)
  const options = { platform, tell, worldTtl, maxWorlds, idleWorlds: idle, version: ownPackage().version }
  return isShared(data) ? openShared(data, server, options) : openFolder(data, server, options)
}

async function openFolder(folder: string, { dataSync, dataSchema, address }: StoringServer, options: OpenOptions): Promise<StoredWorlds> {
  // A password in a mistyped URL would become part of a folder's name.
  if (isAddress(folder) || keywords.test(folder))
    throw new Misuse("--data (data) is a URL, but not a PostgreSQL URL. Use a folder's path, or postgres://user@host/database.")
  if (dataSchema !== undefined)
    throw new Misuse(
      '--data-schema (dataSchema) is a PostgreSQL schema, but --data is a folder. Remove --data-schema, or use --data postgres://….',
    )
  if (address !== undefined)
    throw new Misuse(
      '--address (address) is for servers that share worlds, but --data is a folder. Use --data postgres://…, or --public-url.',
    )
  const store = await import('./sqlite/open-folder.ts')
  return store.openFolder({ folder, sync: dataSync, ...options })
}

async function openShared(url: string, server: StoringServer, options: OpenOptions): Promise<StoredWorlds> {
  if (server.dataSync === 'power')
    throw new Misuse('--data-sync power (dataSync) is for a folder. PostgreSQL always flushes commits to disk. Remove --data-sync.')
  const { openPostgresStore } = await import('./postgres/open-postgres.ts')
  const { dataSchema: schema, instance = hostname(), address = addressOf(server), platform } = server
  let opened: Awaited<ReturnType<typeof openPostgresStore>> | undefined
  async function secret(): Promise<string> {
    if (!opened) throw new Error('A call was forwarded before the store was open.')
    return opened.secret()
  }
  const forwarder = await server.openForwarder({ secret, alarm: platform.alarm, tell: options.tell })
  const forward: OpenOptions['forward'] = (call, owner) => forwarder.forward(call, owner.address)
  opened = await openPostgresStore({ url, schema, instance, address, settings: server.settings }, { ...options, forward })
  const { close } = opened
  return {
    ...opened,
    instance,
    forwarded: (carrier) => ({
      secret,
      async carrier(call) {
        const answer = await carrier({ ...call, isForwarded: true })
        return answer.by === 'none' ? undefined : answer
      },
    }),
    async close() {
      forwarder.close()
      await close()
    },
  }
}

const anyAddress = /^(?:0\.0\.0\.0|::)$/

/** Returns the URL for other servers. Uses the machine's host name if the server listens on all addresses. */
function addressOf({ isSecured, host, port }: StoringServer): string {
  const name = anyAddress.test(host) ? hostname() : host
  return `${isSecured ? 'https' : 'http'}://${name.includes(':') ? `[${name}]` : name}:${port}`
}

/** Returns a free port. The port is registered in the database before the server listens on it. */
export async function freePort(host: string): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen({ port: 0, host }, resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address ? address.port : 0
}
