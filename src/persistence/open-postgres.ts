/** Opens PostgreSQL, which keeps worlds for several servers. */

import { demandAgreement, othersOf } from './agreement.ts'
import { type Medium, type OpenOptions, type OpenStore, openStore } from './open.ts'
import { type PostgresContent, postgresContent } from './postgres/content.ts'
import { openPostgres, type PostgresOptions } from './postgres/postgres.ts'
import { keptSecret } from './store/kept-values.ts'
import { safeNumbers } from './store/numbers.ts'

export interface OpenPostgres extends OpenStore {
  /** By this, the servers of the store know each other. */
  secret(): Promise<string>
}

/** Rejects with {@link Misuse} where the database cannot be used. */
export async function openPostgresStore(
  { url, schema, instance, address, shared }: Pick<PostgresOptions, 'url' | 'schema' | 'instance' | 'address' | 'shared'>,
  options: OpenOptions,
): Promise<OpenPostgres> {
  const { platform, tell } = options
  const store = await openPostgres({ url, schema, instance, address, shared, tell })
  let secret: Promise<string> | undefined
  async function readSecret(): Promise<string> {
    secret ??= keptSecret(store, 'forwarding')
    try {
      return await secret
    } catch (error) {
      secret = undefined
      throw error
    }
  }
  try {
    if (shared !== undefined) demandAgreement(shared, await othersOf(store.session(), store.schema), tell)
    const { called } = store
    let content: PostgresContent | undefined
    const medium: Medium = {
      store,
      numbers: safeNumbers,
      called,
      database: called,
      another: 'Name another schema (--data-schema).',
      first: [],
      content: ({ whenKept }) => (content = postgresContent({ store, whenKept, tell })),
      // What is left is removed by the next server that starts.
      opened: () => void content?.removeOrphans().catch((error: unknown) => store.isOwnFailure(error) || platform.alarm(error)),
    }
    const opened = await openStore(medium, options)
    return { ...opened, secret: readSecret }
  } catch (error) {
    await store.close().catch(() => {})
    throw error
  }
}
