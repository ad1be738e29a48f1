/** Verifies a running service against contracts (Standin, or any other implementation), and writes the result as text and as JUnit XML. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Identity } from '../client.ts'
import { Misuse } from '../misuse.ts'
import { linesText } from '../quoting.ts'
import { writeJunit } from '../record/junit.ts'
import type { DialectName } from '../wire/dialect-name.ts'
import { judge, runReplay, type Verified } from './judge.ts'
import { type Interaction, readPacts, type WrittenInteraction, writePacts } from './pact-files.ts'
import { type ProviderStates, statesByCalls, statesOfStandin } from './provider-states.ts'

export interface VerifyOptions {
  /** The address of a running Standin, with a world of your own: it is reset after each interaction. Or of another implementation. */
  readonly url: string
  /** Pact files and folders with pact files, those in their folders `spec` and `live` too. */
  readonly pacts: readonly string[]
  /** Verifies only the pacts of this provider. */
  readonly provider?: string | undefined
  /** The dialect to verify. Interactions of the other one are left out. Default: the one that the world speaks; elsewhere `spec`. */
  readonly dialect?: DialectName | undefined
  readonly adminToken?: string | undefined
  /**
   * Makes the token of a caller. Its presence says that another implementation is at `url`: calls alone arrange the states, and
   * interactions whose state no call brings about are left out.
   */
  readonly token?: ((as: Identity, signal: AbortSignal) => Promise<string>) | undefined
  /** How long a state may take to come about. Milliseconds; default 30,000. */
  readonly stateTimeout?: number | undefined
}

export interface LeftOut extends Interaction {
  readonly why: string
}

export interface Verification {
  /** Whether every interaction that was verified holds, apart from pending ones. */
  readonly ok: boolean
  readonly dialect: DialectName
  readonly interactions: readonly Verified[]
  /** Interactions that were not verified, and why. */
  readonly leftOut: readonly LeftOut[]
}

/**
 * Replays every interaction from its provider states. Throws {@link Misuse} if there is no contract to verify, or
 * no `@pact-foundation/pact`, which is an optional peer dependency, and `ProviderFailed` if nothing answers at `url`.
 */
export async function verify(options: VerifyOptions): Promise<Verification> {
  const { pacts, provider, url, dialect, adminToken, token, stateTimeout = 30_000 } = options
  const files = readPacts(pacts, provider)
  const base = url.replace(/\/+$/, '')
  const states = token ? await statesByCalls({ url: base, token, dialect }) : await statesOfStandin({ url: base, adminToken, dialect })
  const { wanted, leftOut } = choose(
    files.flatMap(({ interactions }) => interactions),
    states,
  )
  if (wanted.length === 0)
    throw new Misuse(`There is nothing to verify in ${pacts.join(', ')}: ${[...new Set(leftOut.map(({ why }) => why))].join('; ')}.`)
  const folder = mkdtempSync(join(tmpdir(), 'standin-pacts-'))
  try {
    const order = {
      url: base,
      files: writePacts(folder, files, wanted),
      states: [...new Set(['', ...wanted.flatMap(({ given }) => given)])],
      anyTokens: [...new Set(wanted.flatMap(({ anyToken }) => anyToken ?? []))],
      ...(states.messages && { messages: { path: states.messages, headers: adminToken ? { authorization: `Bearer ${adminToken}` } : {} } }),
    }
    const interactions = judge(wanted, await runReplay(order, states, stateTimeout))
    return { ok: interactions.every(({ why, pending }) => why.length === 0 || pending), dialect: states.dialect, interactions, leftOut }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function choose(interactions: readonly WrittenInteraction[], states: ProviderStates) {
  const wanted: WrittenInteraction[] = []
  const leftOut: LeftOut[] = []
  for (const interaction of interactions) {
    const { file, consumer, description, given } = interaction
    const why = whyNot(interaction, states)
    if (why === undefined) wanted.push(interaction)
    else leftOut.push({ file, consumer, description, given, why })
  }
  return { wanted, leftOut }
}

function whyNot({ dialect, kind, given, isControl }: WrittenInteraction, states: ProviderStates): string | undefined {
  if (isControl) return 'it calls a control row of Standin, and a contract is about the service'
  if (dialect !== undefined && dialect !== states.dialect) return `it holds in the dialect ${dialect}`
  if (kind === 'message' && states.messages === undefined) return 'only Standin shows its messages to a verifier'
  return given.map(states.whyNot).find((why) => why !== undefined)
}

/**
 * The result as text, without colours and without a line break at its end: the counts, each failed interaction with its reasons, what was
 * left out.
 */
export function report({ dialect, interactions, leftOut }: Verification): string {
  const failed = interactions.filter(({ why }) => why.length > 0)
  const out = leftOut.length > 0 ? ` ${leftOut.length} ${leftOut.length === 1 ? 'is' : 'are'} left out.` : ''
  const head = `${interactions.length - failed.length} of ${interactions.length} interactions are as agreed in the dialect ${dialect}.${out}`
  return [linesText(head), ...failed.map(describe), ...listOf(leftOut)].join('\n\n')
}

const titleOf = ({ consumer, description }: Interaction) => `${consumer}: ${description}`
const startOf = ({ given }: Interaction) => (given.length > 0 ? `given ${given.join(', ')}` : undefined)

function describe(verified: Verified): string {
  const start = startOf(verified)
  const { pending, why } = verified
  return linesText([
    `${pending ? 'PENDING' : 'FAILED'} ${titleOf(verified)}`,
    ...(start ? [`  ${start}`] : []),
    ...why.map((one) => `  - ${one}`),
  ])
}

function listOf(leftOut: readonly LeftOut[]): string[] {
  const reasons = [...new Set(leftOut.map(({ why }) => why))]
  return reasons.map((reason) => {
    const lines = leftOut
      .filter(({ why }) => why === reason)
      .map((each) => [`  ${titleOf(each)}`, startOf(each)].filter(Boolean).join(', '))
    return linesText([`LEFT OUT, because ${reason}:`, ...lines])
  })
}

/** One suite for each consumer. A pending interaction that fails does not fail the run: it counts as skipped, as what was left out does. */
export function junit({ interactions, leftOut }: Pick<Verification, 'interactions' | 'leftOut'>): string {
  const cases = [
    ...interactions.map(({ consumer, why, pending, ...named }) => {
      const outcome = why.length === 0 ? 'good' : pending ? 'skipped' : 'failure'
      return { consumer, name: nameOf(named), outcome, message: why[0], ...(outcome === 'failure' && { text: why.join('\n') }) } as const
    }),
    ...leftOut.map(({ consumer, why, ...named }) => ({ consumer, name: nameOf(named), outcome: 'skipped', message: why }) as const),
  ]
  return writeJunit([...Map.groupBy(cases, ({ consumer }) => consumer)].map(([name, all]) => ({ name, cases: all })))
}

const nameOf = ({ description, given }: Pick<Interaction, 'description' | 'given'>) =>
  [description, ...given.map((state) => `given ${state}`)].join(', ')
