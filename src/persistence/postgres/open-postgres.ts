/** Opens the PostgreSQL store, and compares this server's options with those of other servers. */

import { Misuse } from '../../service/wire/misuse.ts'
import { shortDuration, zulu } from '../../service/wire/timestamp.ts'
import { type Settings, sharedSettings } from '../../service/world/settings.ts'
import { safeNumbers } from '../store/numbers.ts'
import { type Medium, type OpenOptions, type OpenStore, openStore } from '../store/open-store.ts'
import { sharedSecret } from '../store/secrets.ts'
import { type PostgresContent, postgresContent } from './content.ts'
import { openPostgres, type PostgresOptions } from './postgres.ts'
import type { Session } from './session.ts'
import { statementsIn } from './statements.ts'

export interface OpenPostgres extends OpenStore {
  secret(): Promise<string>
}

/** Rejects with {@link Misuse} if the database cannot be used. */
export async function openPostgresStore(
  {
    url,
    schema,
    instance,
    address,
    settings,
  }: Pick<PostgresOptions, 'url' | 'schema' | 'instance' | 'address'> & { readonly settings: Settings },
  options: OpenOptions,
): Promise<OpenPostgres> {
  const { platform, tell } = options
  const shared = optionsText(settings)
  const store = await openPostgres({ url, schema, instance, address, shared, tell })
  let secret: Promise<string> | undefined
  async function readSecret(): Promise<string> {
    secret ??= sharedSecret(store, 'forwarding')
    try {
      return await secret
    } catch (error) {
      secret = undefined
      throw error
    }
  }
  try {
    demandAgreement(shared, await othersOf(store.session(), store.schema), tell)
    const { called } = store
    let content: PostgresContent | undefined
    const medium: Medium = {
      store,
      numbers: safeNumbers,
      called,
      database: called,
      another: 'Use another schema (--data-schema).',
      first: [],
      content: ({ whenStored }) => (content = postgresContent({ store, whenStored, tell })),
      // If this fails, the next server to start removes the remaining orphans.
      opened: () => void content?.removeOrphans().catch((error: unknown) => store.isOwnFailure(error) || platform.alarm(error)),
    }
    const opened = await openStore(medium, options)
    return { ...opened, secret: readSecret }
  } catch (error) {
    await store.close().catch(() => {})
    throw error
  }
}

type SharedName = (typeof sharedSettings)[number]
type SharedOptions = Partial<Pick<Settings, SharedName>>

/** Another running server. `options`: JSON; null for older versions of Standin. */
interface OtherServer {
  readonly instance: string
  readonly options: string | null
}

/** Returns the running servers that started using the database before this one. */
export const othersOf = async ({ run, owner, lockClass }: Session, schema: string): Promise<readonly OtherServer[]> =>
  (await run(statementsIn(schema).others, [owner, lockClass])) as unknown as readonly OtherServer[]

const optionsText = (settings: Settings): string => JSON.stringify(Object.fromEntries(sharedSettings.map((name) => [name, settings[name]])))

const flagOf = (name: SharedName): string => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`

function shown(name: SharedName, value: SharedOptions[SharedName]): string {
  if (value === undefined) return `no ${flagOf(name)}`
  if (name === 'worldTtl') return `${flagOf(name)} ${shortDuration(Number(value))}`
  if (name === 'now') return `${flagOf(name)} ${zulu(Number(value))}`
  return `${flagOf(name)} ${typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value)}`
}

/**
 * Throws {@link Misuse} if another server has a different `worldTtl`: one server would delete the other's worlds. Warns about other
 * differences. `own`: the result of {@link optionsText}.
 */
function demandAgreement(own: string, others: readonly OtherServer[], tell: (text: string) => void): void {
  const mine = JSON.parse(own) as SharedOptions
  for (const { instance, options } of others) {
    if (options === null || options === own) continue
    const theirs = JSON.parse(options) as SharedOptions
    const different = sharedSettings.filter((name) => mine[name] !== theirs[name])
    const listed = (of: SharedOptions) => different.map((name) => shown(name, of[name])).join(', ')
    const text = `This server has ${listed(mine)}; the server ${JSON.stringify(instance)}, which uses the same database, has ${listed(theirs)}.`
    if (different.includes('worldTtl'))
      throw new Misuse(`${text} One of them would delete the other's worlds. Use the same --world-ttl, or stop the other servers first.`)
    if (different.length === 0) continue
    tell(`WARNING: ${text} A world uses the options of the server that owns it. Start all servers with the same options.\n`)
    return
  }
}
