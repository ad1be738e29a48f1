/** Verifies a running Standin against contracts. */
import { Misuse } from '../misuse.ts'
import { judge, type Verified } from './judge.ts'
import { readPacts } from './pact-files.ts'
import type { StatesOptions } from './provider-states.ts'
import { haveReplayed } from './replaying.ts'

/** `url`: scheme, host and world of a running Standin. The world is reset after every interaction: take one of your own. */
export interface VerifyOptions extends StatesOptions {
  /** Pact files, and folders of them. */
  readonly pacts: readonly string[]
  /** Only the pacts with this provider. */
  readonly provider?: string | undefined
}

export interface Verification {
  readonly ok: boolean
  readonly interactions: readonly Verified[]
}

/**
 * Replays every interaction, each from its provider states. Throws {@link Misuse} where there is no contract,
 * no Standin, or no Pact (`@pact-foundation/pact`, which is not a dependency of this package).
 */
export async function verify({ pacts, provider, url, adminToken }: VerifyOptions): Promise<Verification> {
  const files = readPacts(pacts, provider)
  const wanted = files.flatMap(({ interactions }) => interactions)
  const base = url.replace(/\/+$/, '')
  await demandStandin(base)
  const states = [...new Set(['', ...wanted.flatMap(({ given }) => given)])]
  const outcome = await haveReplayed({ url: base, adminToken, files: files.map(({ path }) => path), states })
  const interactions = judge(wanted, outcome)
  return { ok: interactions.every(({ why, pending }) => why.length === 0 || pending), interactions }
}

async function demandStandin(url: string): Promise<void> {
  const reply = await fetch(`${url}/_standin/health`).catch((thrown: unknown) => {
    throw new Misuse(`Nothing answers at ${url}. ${thrown instanceof Error ? thrown.message : String(thrown)}`)
  })
  await reply.body?.cancel()
  if (reply.status === 404) throw new Misuse(`What answers at ${url} is no Standin.`)
}
