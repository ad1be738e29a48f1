/** Which database of PostgreSQL worlds lie in, and its errors: no secret of its address gets into a message. */
import type { Client, ClientConfig, DatabaseError } from 'pg'
import { Misuse } from '../../service/wire/misuse.ts'
import type { StoreFailure } from '../store/store.ts'

/** What PostgreSQL or its network refuses. */
export class DatabaseFailure extends Error implements StoreFailure {
  /** https://www.postgresql.org/docs/current/errcodes-appendix.html. Undefined: it does not come from PostgreSQL. */
  readonly code: string | undefined
  /** Whether there is no session, so that no world belongs to this server. */
  isLost = false

  constructor(message: string, code?: string) {
    super(message)
    this.code = code
  }
}

export interface Target {
  /** What messages call it. */
  readonly called: string
  connect(more: ClientConfig): Client
  /** The error in words that can be shown. */
  failure(error: unknown): DatabaseFailure
}

/** Classes of what a defect of our own causes: wrong statements and wrong values. */
const ownClasses = ['22', '23', '42', 'P0']
/** An operator grants rights. */
const lacksRight = '42501'

/** Whether the database or its network refuses, and not a defect of our own. */
export const isOfPostgres = (error: unknown): error is DatabaseFailure =>
  error instanceof DatabaseFailure && (error.code === lacksRight || !ownClasses.includes(error.code?.slice(0, 2) ?? ''))

async function loadClient(): Promise<typeof Client> {
  try {
    const { default: pg } = await import('pg')
    return pg.Client
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error
    throw new Misuse('Worlds in PostgreSQL need the package pg. Install it: npm install pg')
  }
}

/** An error that stands for several, such as of the addresses of one name, has no message of its own. */
const messageOf = (error: unknown): string =>
  error instanceof AggregateError && error.message === '' ? error.errors.map(messageOf).join('; ') : (error as Error).message

/** What stands in front of the host ends with the last `@` of an address, if each other one is written as it must be. */
function demandWhole(url: string): void {
  const [, authority, rest] = /^postgres(?:ql)?:\/\/([^/?#]*)(.*)$/is.exec(url) ?? []
  if (authority === undefined || rest === undefined)
    throw new Misuse('The address of PostgreSQL begins with postgres://, for example postgres://standin@localhost/standin.')
  if (!/[@#]/.test(rest) && authority.split('@').length <= 2) return
  throw new Misuse('The address of PostgreSQL is not clear. Write /, ?, #, @ and % of a user or a password as %2F, %3F, %23, %40 and %25.')
}

/** Throws {@link Misuse} for an address that cannot be read, and where the package pg is missing. */
export async function targetAt(url: string): Promise<Target> {
  demandWhole(url)
  const OwnClient = await loadClient()
  let secrets = [url]
  const shown = (text: string) => secrets.reduce((safe, secret) => safe.replaceAll(secret, '…'), text)
  const connect = (more: ClientConfig) => new OwnClient({ ...more, connectionString: url })
  let first: Client
  try {
    first = connect({})
  } catch (error) {
    throw new Misuse(`The address of PostgreSQL cannot be read: ${shown(messageOf(error))}.`)
  }
  const { host, port, database, user, password } = first
  secrets = [url, password ?? '', encodeURIComponent(password ?? '')].filter((secret) => secret.length > 2)
  if (!user) throw new Misuse('The address of PostgreSQL names no user. Write postgres://user@host/database, or set PGUSER.')
  const called = `PostgreSQL at ${host}:${port} (database ${database}, user ${user})`
  const codeOf = (error: unknown) => ('severity' in (error as DatabaseError) ? (error as DatabaseError).code : undefined)
  return {
    called,
    connect,
    failure: (error) =>
      error instanceof DatabaseFailure ? error : new DatabaseFailure(`${called}: ${shown(messageOf(error))}`, codeOf(error)),
  }
}
