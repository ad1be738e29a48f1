/** Verifies a running Standin or another implementation of the service against contracts. */
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
import type { WebhookOptions } from '../environment/webhooks.ts'
import { openEnvironment, subscribes } from '../open-environment.ts'
import { openCarrier } from './carrier.ts'
import { type Judged, judge, runReplay, type Verified } from './judge.ts'
import { type Interaction, type PactFile, readPacts, type WrittenInteraction, writePacts } from './pact-files.ts'
import { demandAnswer, type ProviderStates, statesByCalls, statesOfStandin } from './provider-states.ts'

export interface VerifyOptions {
  /** URL of another implementation or of a world in a running Standin. The world is reset after each interaction. */
  readonly url?: string | undefined
  /** Pact files and folders containing pact files, including the subfolders `spec` and `live`. */
  readonly pacts: readonly string[]
  /** Verifies only this provider's pacts. */
  readonly provider?: string | undefined
  /** Dialect to verify. Interactions for the other dialect are skipped. Default: the world's dialect, or else `spec`. */
  readonly dialect?: DialectName | undefined
  readonly adminToken?: string | undefined
  /**
   * Returns a caller's token. If set, `url` is another implementation: states are set up by calls alone, and interactions with other states
   * are skipped.
   */
  readonly token?: ((as: Identity, signal: AbortSignal) => Promise<string>) | undefined
  /** Milliseconds for setting up a state, and for each call. Default: 30,000. */
  readonly stateTimeout?: number | undefined
  /** A real implementation to verify instead of `url`. */
  readonly environment?: EnvironmentFile | undefined
  /** Receiver of the environment's events. If absent, messages are skipped. */
  readonly webhooks?: WebhookOptions | undefined
  readonly only?: ((interaction: Interaction) => boolean) | undefined
  /** Ends the run early: tears down active states on a real implementation, then rejects. */
  readonly stopped?: Promise<void> | undefined
  /** Called before each provider state with the number of states completed so far. */
  readonly progress?: ((done: number, of: number) => void) | undefined
}

export interface LeftOut extends Interaction {
  readonly why: string
}

export interface Verification {
  /** True if every verified interaction succeeded or is pending. */
  readonly ok: boolean
  readonly dialect: DialectName
  /** Name of the real implementation's environment. */
  readonly environment?: string
  readonly interactions: readonly Verified[]
  /** Skipped interactions, with the reason. */
  readonly leftOut: readonly LeftOut[]
}

/**
 * Replays every interaction from its provider states. Throws {@link Misuse} if there is no contract to verify or `@pact-foundation/pact`
 * (an optional peer dependency) is missing, and `ProviderFailed` if nothing answers at `url`.
 */
export async function verify(options: VerifyOptions): Promise<Verification> {
  const { dialect, interactions, leftOut } = await verifyEach(options)
  const shown = interactions.map(shownOf)
  return { ok: shown.every(holds), dialect, interactions: shown, leftOut }
}

/** Returns only the members that reports show. */
export function shownOf(judged: Judged): Verified {
  const { isTried: _, arrived: __, written: ___, ...verified } = judged
  return verified
}

export const holds = ({ why, pending }: Pick<Verified, 'why' | 'pending'>): boolean => why.length === 0 || pending

export interface VerificationOfEach extends Omit<Verification, 'ok' | 'interactions'> {
  readonly interactions: readonly Judged[]
}

/** Like {@link verify}, with the details needed to attribute failures. */
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

/** Rejects before the first call if any setting is missing from the file. */
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

/** Wraps states to report progress. An interaction without a state counts as having an unnamed state. */
function told(states: ProviderStates, wanted: readonly WrittenInteraction[], progress: (done: number, of: number) => void): ProviderStates {
  const all = wanted.reduce((sum, { given }) => sum + Math.max(1, given.length), 0)
  let done = 0
  const setUp: ProviderStates['setUp'] = (...args) => {
    progress(done++, all)
    return states.setUp(...args)
  }
  return { ...states, setUp }
}

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
  if (isControl) return 'it calls a Standin control endpoint, but a contract is about the service'
  if (dialect !== undefined && dialect !== states.dialect) return `it is for the ${dialect} dialect`
  const noWebhooks = "the environment's webhooks are not received"
  if (kind === 'message' && states.messages === undefined)
    return states.whyNotInteraction ? noWebhooks : 'only Standin can provide its messages to a verifier'
  // A real implementation validates the endpoint.
  if (states.whyNotInteraction && states.messages === undefined && given.includes(subscribes)) return noWebhooks
  return given.map(states.whyNot).find((why) => why !== undefined) ?? states.whyNotInteraction?.(interaction)
}
