/** Verifies a running service against contracts: Standin, or any other implementation. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { EnvironmentFile } from '../../../real/environment-file.ts'
import { exchangeOf } from '../../../real/exchange.ts'
import type { Identity } from '../../../service/areas/client.ts'
import { Misuse } from '../../../service/wire/misuse.ts'
import type { DialectName } from '../../../service/wire/vocabulary.ts'
import { demandAll, needsOfAll, sameCaller } from '../environment/needs.ts'
import { type LeavesOut, leavesOut } from '../environment/states-there.ts'
import { type Judged, judge, runReplay, type Verified } from '../judge.ts'
import { openEnvironment, subscribes } from '../open-environment.ts'
import { demandAnswer, type ProviderStates, statesByCalls, statesOfStandin } from '../provider-states.ts'
import type { WebhookOptions } from '../webhooks.ts'
import { openCarrier } from './carrier.ts'
import { type Interaction, type PactFile, readPacts, type WrittenInteraction, writePacts } from './pact-files.ts'

export interface VerifyOptions {
  /** The address of a running Standin, with a world of your own: it is reset after each interaction. Or of another implementation. */
  readonly url?: string | undefined
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
  /** How long a state may take to come about, and each call. Milliseconds; default 30,000. */
  readonly stateTimeout?: number | undefined
  /** A real implementation, in place of `url`. */
  readonly environment?: EnvironmentFile | undefined
  /** Where the events of the environment are caught. Absent: messages are left out. */
  readonly webhooks?: WebhookOptions | undefined
  /** Verifies only these. */
  readonly only?: ((interaction: Interaction) => boolean) | undefined
  /** Ends the run early: the states that stand at a real implementation are taken back, and then it rejects. */
  readonly stopped?: Promise<void> | undefined
  /** Told how many provider states were set up, before the next one is. */
  readonly progress?: ((done: number, of: number) => void) | undefined
}

export interface LeftOut extends Interaction {
  readonly why: string
}

export interface Verification {
  /** Whether every interaction that was verified holds, apart from pending ones. */
  readonly ok: boolean
  readonly dialect: DialectName
  /** The name of the real implementation's environment. */
  readonly environment?: string
  readonly interactions: readonly Verified[]
  /** Interactions that were not verified, and why. */
  readonly leftOut: readonly LeftOut[]
}

/**
 * Replays every interaction from its provider states. Throws {@link Misuse} if there is no contract to verify, or
 * no `@pact-foundation/pact`, which is an optional peer dependency, and `ProviderFailed` if nothing answers at `url`.
 */
export async function verify(options: VerifyOptions): Promise<Verification> {
  const { dialect, interactions, leftOut } = await verifyEach(options)
  const shown = interactions.map(shownOf)
  return { ok: shown.every(holds), dialect, interactions: shown, leftOut }
}

/** An interaction as reports have it. */
export function shownOf(judged: Judged): Verified {
  const { isTried: _, arrived: __, written: ___, ...verified } = judged
  return verified
}

/** A pending interaction need not hold yet. */
export const holds = ({ why, pending }: Pick<Verified, 'why' | 'pending'>): boolean => why.length === 0 || pending

export interface VerificationOfEach extends Omit<Verification, 'ok' | 'interactions'> {
  readonly interactions: readonly Judged[]
}

/** The same, with what shows whose fault it is. */
export async function verifyEach(options: VerifyOptions): Promise<VerificationOfEach> {
  const { pacts, provider, environment, only = () => true } = options
  const files = readPacts(pacts, provider)
  const all = files.flatMap(({ interactions }) => interactions).filter(only)
  return environment ? verifyEnvironment(files, all, environment, options) : verifyAt(files, all, options)
}

type Files = readonly PactFile[]

async function verifyAt(files: Files, all: readonly WrittenInteraction[], options: VerifyOptions): Promise<VerificationOfEach> {
  const { url = '', dialect, adminToken, token, stateTimeout: deadline = usualTimeout } = options
  const base = url.replace(/\/+$/, '')
  if (token) await demandAnswer(base, deadline)
  const states = token ? statesByCalls({ url: base, token, dialect }) : await statesOfStandin({ url: base, adminToken, dialect, deadline })
  const { wanted, leftOut } = choose(all, states, options)
  const carrier = await openCarrier(base, deadline)
  try {
    return { dialect: states.dialect, interactions: await replayAt(carrier.url, files, wanted, states, options), leftOut }
  } finally {
    await carrier.close()
  }
}

/** What the file lacks is said before anything is called there. */
async function verifyEnvironment(
  files: Files,
  all: readonly WrittenInteraction[],
  environment: EnvironmentFile,
  options: VerifyOptions,
): Promise<VerificationOfEach> {
  const { webhooks, stateTimeout = usualTimeout } = options
  const dialect = options.dialect ?? environment.dialect ?? 'spec'
  const rules = { ...leavesOut(environment, exchangeOf(environment)), dialect, messages: webhooks && '/messages' }
  const possible = choose(all, rules, options)
  const needs = await needsOfAll(environment, possible.wanted)
  const whyNotInteraction = (one: WrittenInteraction) => rules.whyNotInteraction(one) ?? sameCaller(environment, needs.get(one))
  const { wanted, leftOut } = choose(all, { ...rules, whyNotInteraction }, options)
  demandAll(environment, new Map([...needs].filter(([one]) => wanted.includes(one))))
  const opened = await openEnvironment(environment, { dialect, webhooks, stateTimeout, whole: true })
  try {
    const judged = await replayAt(opened.url, files, wanted, opened.states, options)
    return { dialect, interactions: judged.map((one) => ({ ...one, why: one.why.map(opened.conceal) })), leftOut }
  } finally {
    await opened.close()
  }
}

/** Milliseconds. */
const usualTimeout = 30_000

async function replayAt(
  url: string,
  files: Files,
  wanted: readonly WrittenInteraction[],
  states: ProviderStates,
  { adminToken, stateTimeout = usualTimeout, stopped, progress }: VerifyOptions,
): Promise<Judged[]> {
  const folder = mkdtempSync(join(tmpdir(), 'standin-pacts-'))
  try {
    const order = {
      url,
      files: writePacts(folder, files, wanted),
      states: [...new Set(['', ...wanted.flatMap(({ given }) => given)])],
      anyTokens: [...new Set(wanted.flatMap(({ anyToken }) => anyToken ?? []))],
      ...(states.messages && { messages: { path: states.messages, headers: adminToken ? { authorization: `Bearer ${adminToken}` } : {} } }),
    }
    return judge(wanted, await runReplay(order, progress ? told(states, wanted, progress) : states, { stateTimeout, stopped }))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

type Choosing = Pick<ProviderStates, 'dialect' | 'messages' | 'whyNot'> & Partial<LeavesOut>

/** The same states; reports the number of each before it is set up. An interaction without a state has one without a name. */
function told(states: ProviderStates, wanted: readonly WrittenInteraction[], progress: (done: number, of: number) => void): ProviderStates {
  const all = wanted.reduce((sum, { given }) => sum + Math.max(1, given.length), 0)
  let done = 0
  const setUp: ProviderStates['setUp'] = (...args) => {
    progress(done++, all)
    return states.setUp(...args)
  }
  return { ...states, setUp }
}

/** Throws {@link Misuse} where nothing is left to verify. */
function choose(interactions: readonly WrittenInteraction[], states: Choosing, { pacts }: Pick<VerifyOptions, 'pacts'>) {
  const wanted: WrittenInteraction[] = []
  const leftOut: LeftOut[] = []
  for (const interaction of interactions) {
    const { file, consumer, description, given } = interaction
    const why = whyNot(interaction, states)
    if (why === undefined) wanted.push(interaction)
    else leftOut.push({ file, consumer, description, given, why })
  }
  if (wanted.length === 0)
    throw new Misuse(`There is nothing to verify in ${pacts.join(', ')}: ${[...new Set(leftOut.map(({ why }) => why))].join('; ')}.`)
  return { wanted, leftOut }
}

function whyNot(interaction: WrittenInteraction, states: Choosing): string | undefined {
  const { dialect, kind, given, isControl } = interaction
  if (isControl) return 'it calls a control row of Standin, and a contract is about the service'
  if (dialect !== undefined && dialect !== states.dialect) return `it holds in the dialect ${dialect}`
  const noWebhooks = 'no webhook of the environment is caught'
  if (kind === 'message' && states.messages === undefined)
    return states.whyNotInteraction ? noWebhooks : 'only Standin shows its messages to a verifier'
  // A real implementation validates the endpoint.
  if (states.whyNotInteraction && states.messages === undefined && given.includes(subscribes)) return noWebhooks
  return given.map(states.whyNot).find((why) => why !== undefined) ?? states.whyNotInteraction?.(interaction)
}
