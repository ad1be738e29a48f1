/** Reads the URL of a PostgreSQL database, and removes the URL's secrets from error messages. */
import type { Client, ClientConfig, DatabaseError } from 'pg'
import { Misuse } from '../../service/wire/misuse.ts'
import type { StoreFailure } from '../store/store.ts'

export class DatabaseFailure extends Error implements StoreFailure {
  /** See https://www.postgresql.org/docs/current/errcodes-appendix.html. Undefined if the error does not come from PostgreSQL. */
  readonly code: string | undefined
  /** True if there is no session, which means that no world belongs to this server. */
  isLost = false

  constructor(message: string, code?: string) {
    super(message)
    this.code = code
  }
}

export interface Target {
  /** The database's name in messages. */
  readonly called: string
  connect(more: ClientConfig): Client
  /** Converts an error to one that contains no secrets. */
  failure(error: unknown): DatabaseFailure
}

/** Classes of PostgreSQL errors caused by our own bugs: invalid statements and invalid values. */
const ownClasses = ['22', '23', '42', 'P0']
/** The error code for a missing privilege, which an operator can grant. */
const lacksRight = '42501'

/** True for errors in the database or the network; false for our own bugs. */
export const isOfPostgres = (error: unknown): error is DatabaseFailure =>
  error instanceof DatabaseFailure && (error.code === lacksRight || !ownClasses.includes(error.code?.slice(0, 2) ?? ''))

async function loadClient(): Promise<typeof Client> {
  try {
    const { default: pg } = await import('pg')
    return pg.Client
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error
    throw new Misuse('Worlds in PostgreSQL need the pg package. Install it: npm install pg')
  }
}

/**
 * Returns an error's message. For an AggregateError with an empty message, such as for a host name with several addresses, returns the
 * messages of all its errors.
 */
const messageOf = (error: unknown): string =>
  error instanceof AggregateError && error.message === '' ? error.errors.map(messageOf).join('; ') : (error as Error).message

/** Throws {@link Misuse} if the URL is not a PostgreSQL URL, or if an unescaped special character makes it ambiguous. */
function demandWhole(url: string): void {
  const [, authority, rest] = /^postgres(?:ql)?:\/\/([^/?#]*)(.*)$/is.exec(url) ?? []
  if (authority === undefined || rest === undefined)
    throw new Misuse('The PostgreSQL URL must begin with postgres://, for example postgres://standin@localhost/standin.')
  if (!/[@#]/.test(rest) && authority.split('@').length <= 2) return
  throw new Misuse('The PostgreSQL URL is ambiguous. Escape /, ?, #, @ and % in the user name or password as %2F, %3F, %23, %40 and %25.')
}

/** Throws {@link Misuse} for an invalid URL, or if the pg package is not installed. */
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
    throw new Misuse(`The PostgreSQL URL is invalid: ${shown(messageOf(error))}.`)
  }
  const { host, port, database, user, password } = first
  secrets = [url, password ?? '', encodeURIComponent(password ?? '')].filter((secret) => secret.length > 2)
  if (!user) throw new Misuse('The PostgreSQL URL contains no user. Use postgres://user@host/database, or set PGUSER.')
  const called = `PostgreSQL at ${host}:${port} (database ${database}, user ${user})`
  const codeOf = (error: unknown) => ('severity' in (error as DatabaseError) ? (error as DatabaseError).code : undefined)
  return {
    called,
    connect,
    failure: (error) =>
      error instanceof DatabaseFailure ? error : new DatabaseFailure(`${called}: ${shown(messageOf(error))}`, codeOf(error)),
  }
}
