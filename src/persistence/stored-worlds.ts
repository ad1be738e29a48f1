/** Opens what keeps the worlds of a server: a folder, or a database of PostgreSQL that other servers use, too. */
import { createServer } from 'node:net'
import { hostname } from 'node:os'
import { ownPackage } from '../platform/node-package.ts'
import { isAddress } from '../platform/node-path.ts'
import type { Call, Carrier, PendingAnswer } from '../service/wire/call.ts'
import { Misuse } from '../service/wire/misuse.ts'
import type { Settings } from '../service/world/settings.ts'
import type { OpenOptions, OpenStore } from './store/open-store.ts'

/** Forwards calls to the servers that own their worlds. */
export interface Forwarder {
  forward(call: Call, address: string): ReturnType<NonNullable<OpenOptions['forward']>>
  close(): void
}

/** An open store, and what the server needs to accept calls that other servers of the store forward. */
export interface StoredWorlds extends OpenStore {
  /** The name of this server among those that share the worlds. */
  readonly instance?: string
  /** Options for accepting forwarded calls. `carrier` answers all calls. */
  forwarded?(carrier: Carrier): { secret(): Promise<string>; carrier(call: Call): Promise<PendingAnswer | undefined> }
}

/** What keeps the worlds of a server. */
export interface DataOptions {
  /**
   * What keeps the worlds, their files and the keys that sign tokens, so that they outlive the process: a folder, or a database of
   * PostgreSQL (`postgres://user@host/database`) that other servers may use, too. Default: they end with the process.
   */
  readonly data?: string | undefined
  /**
   * When a commit counts as kept in the folder `data`: when the operating system has it (`process`), or when the disk has it (`power`).
   * Default `process`.
   */
  readonly dataSync?: 'process' | 'power' | undefined
  /** The schema of PostgreSQL that `data` uses. Default `standin`. */
  readonly dataSchema?: string | undefined
  /**
   * Where the other servers that share `data` reach this one, such as `http://10.0.0.1:4300`. Default: `host`, or the name of this machine
   * where `host` stands for all addresses, and `port`.
   */
  readonly address?: string | undefined
  /**
   * Real milliseconds after which a kept world is let go that nothing uses: its memory is free, and the next call loads it. Null: never.
   * Default ten minutes, and never with `worldTtl`, which drops what nothing uses.
   */
  readonly idleWorlds?: number | null | undefined
  /** Says what is wrong with the files in the folder `data`. Default: it is printed. */
  readonly tell?: ((text: string) => void) | undefined
}

interface StoringServer extends Omit<DataOptions, 'tell'>, Pick<OpenOptions, 'platform' | 'tell'> {
  readonly instance: string | undefined
  /** Of the simulator. */
  readonly settings: Settings
  readonly isSecured: boolean
  readonly port: number
  readonly host: string
  /** Called only for a store that servers share. */
  openForwarder(options: { secret(): Promise<string>; alarm(defect: unknown): void; tell(text: string): void }): Promise<Forwarder>
}

/** Real milliseconds. */
const usuallyIdle = 600_000

/** Whether the worlds lie in a database that other servers may use, too. */
export const isShared = (data: string): boolean => /^postgres(?:ql)?:\/\//i.test(data)

/** As libpq writes where a database is: `host=localhost password=secret`. */
const keywords = /(?:^|\s)(?:host|hostaddr|dbname|user|password|service)\s*=/

/** `data`: the path of a folder, or the address of a database. */
export function openStoredWorlds(data: string, server: StoringServer): Promise<StoredWorlds> {
  const { platform, idleWorlds, settings, tell } = server
  const { worldTtl, maxWorlds } = settings
  const usually = worldTtl === undefined ? usuallyIdle : undefined
  const idle = idleWorlds === null ? undefined : (idleWorlds ?? usually)
  const options = { platform, tell, worldTtl, maxWorlds, idleWorlds: idle, version: ownPackage().version }
  return isShared(data) ? openShared(data, server, options) : openFolder(data, server, options)
}

async function openFolder(folder: string, { dataSync, dataSchema, address }: StoringServer, options: OpenOptions): Promise<StoredWorlds> {
  // A password in a mistyped address would become the name of a folder.
  if (isAddress(folder) || keywords.test(folder))
    throw new Misuse('--data (data) is an address, and not one of PostgreSQL. Give the path of a folder, or postgres://user@host/database.')
  if (dataSchema !== undefined)
    throw new Misuse(
      '--data-schema (dataSchema) names a schema of PostgreSQL, and --data a folder. Leave it out, or give --data postgres://….',
    )
  if (address !== undefined)
    throw new Misuse(
      '--address (address) is for servers that share their worlds, and --data is a folder. Give --data postgres://…, or use --public-url.',
    )
  const store = await import('./sqlite/open-folder.ts')
  return store.openFolder({ folder, sync: dataSync, ...options })
}

async function openShared(url: string, server: StoringServer, options: OpenOptions): Promise<StoredWorlds> {
  if (server.dataSync === 'power')
    throw new Misuse(
      '--data-sync power (dataSync) is for a folder. PostgreSQL has a commit on its disk before it counts as kept. Leave it out.',
    )
  const { openPostgresStore } = await import('./postgres/open-postgres.ts')
  const { dataSchema: schema, instance = hostname(), address = addressOf(server), platform } = server
  let opened: Awaited<ReturnType<typeof openPostgresStore>> | undefined
  async function secret(): Promise<string> {
    if (!opened) throw new Error('A call is forwarded before the store is open.')
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

/** Where other servers reach this one: by its host name where it listens to all addresses. */
function addressOf({ isSecured, host, port }: StoringServer): string {
  const name = anyAddress.test(host) ? hostname() : host
  return `${isSecured ? 'https' : 'http'}://${name.includes(':') ? `[${name}]` : name}:${port}`
}

/** A port that is free now: the other servers learn it before this one listens. */
export async function freePort(host: string): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen({ port: 0, host }, resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address ? address.port : 0
}
