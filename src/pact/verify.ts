/** Verifies a running Standin against contracts. */
import { Misuse } from '../misuse.ts'
import { judge, type Verified } from './judge.ts'
import { readPacts } from './pact-files.ts'
import type { StatesOptions } from './provider-states.ts'
import { runReplay } from './run-replay.ts'

/** `url` is the address of a running Standin, with a world of your own: it is reset after each interaction. */
export interface VerifyOptions extends StatesOptions {
  /** Pact files and folders with pact files. */
  readonly pacts: readonly string[]
  /** Verifies only the pacts of this provider. */
  readonly provider?: string | undefined
}

export interface Verification {
  readonly ok: boolean
  readonly interactions: readonly Verified[]
}

/**
 * Replays every interaction from its provider states. Throws {@link Misuse} if there is no contract, no Standin at `url`,
 * or no `@pact-foundation/pact`, which is an optional peer dependency.
 */
export async function verify({ pacts, provider, url, adminToken }: VerifyOptions): Promise<Verification> {
  const files = readPacts(pacts, provider)
  const wanted = files.flatMap(({ interactions }) => interactions)
  const base = url.replace(/\/+$/, '')
  await demandStandin(base)
  const states = [...new Set(['', ...wanted.flatMap(({ given }) => given)])]
  const outcome = await runReplay({ url: base, adminToken, files: files.map(({ path }) => path), states })
  const interactions = judge(wanted, outcome)
  return { ok: interactions.every(({ why, pending }) => why.length === 0 || pending), interactions }
}

async function demandStandin(url: string): Promise<void> {
  const reply = await fetch(`${url}/_standin/health`).catch((thrown: unknown) => {
    throw new Misuse(`Nothing answers at ${url}. ${thrown instanceof Error ? thrown.message : String(thrown)}`)
  })
  await reply.body?.cancel()
  if (reply.status === 404) throw new Misuse(`The server at ${url} is not Standin.`)
}
