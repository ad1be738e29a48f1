/** Sets up provider states on a real implementation, through public calls or through commands from the service's team. */

import { messageOf } from '../../../real/bodies.ts'
import { runLine, type SecretReader } from '../../../real/commands.ts'
import type { EnvironmentFile, StateCommand } from '../../../real/environment-file.ts'
import { type Exchange, exchangeValue } from '../../../real/exchange.ts'
import type { Identity } from '../../../service/areas/client.ts'
import { type Given, givens, transferCallers, transferRole } from '../../../service/failures/givens.ts'
import { parseJson } from '../../../service/wire/json.ts'
import { Misuse } from '../../../service/wire/misuse.ts'
import type { DialectName } from '../../../service/wire/vocabulary.ts'
import type { WrittenInteraction } from '../verifying/pact-files.ts'
import { noCallBrings, type ProviderStates, statesByCalls } from '../verifying/provider-states.ts'
import { lostMeaning } from './meaning.ts'

/** Methods that return why an environment skips a state or an interaction. They make no calls. */
export interface LeavesOut {
  whyNot(state: string): string | undefined
  whyNotInteraction(interaction: WrittenInteraction): string | undefined
}

export const leavesOut = (file: EnvironmentFile, exchange: Exchange): LeavesOut => ({
  whyNot(state) {
    if (Object.hasOwn(file.skip, state)) return `${file.name} skips ${JSON.stringify(state)}: ${file.skip[state]}`
    if (Object.hasOwn(file.states, state)) return undefined
    if (state === needsOtherToken && hasFixedToken(file, 'creator'))
      return `the token for the creator caller is fixed, and ${JSON.stringify(state)} needs one without the scope`
    return noCallBrings(state)
  },
  whyNotInteraction: (interaction) => lostMeaning(interaction, exchange),
})

export interface StatesThere extends ProviderStates, LeavesOut {
  /** Tears down active states that were set up by commands. */
  close(): Promise<void>
}

interface Parts {
  readonly file: EnvironmentFile
  readonly exchange: Exchange
  readonly secrets: SecretReader
  /** URL of the gateway to the real implementation. */
  readonly url: string
  readonly dialect: DialectName
  /** Path for messages. `undefined` if messages cannot be verified. */
  readonly messages: string | undefined
  token(as: Identity, signal: AbortSignal): Promise<string>
  /** Headers that mark a call as setting up a state. */
  readonly headers: Readonly<Record<string, string>>
}

/** The state that needs a second token for the same caller. */
const needsOtherToken = 'a caller lacks the scope'

export function statesThere({ file, exchange, secrets, url, dialect, messages, token, headers }: Parts): StatesThere {
  const byCalls = statesByCalls({ url, token, dialect, headers })
  /** Active states that were set up by commands, with the parameters of each setup. */
  const standing = new Map<string, readonly Params[]>()

  async function setUp(state: string, params: Params, signal: AbortSignal) {
    const command = Object.hasOwn(file.states, state) ? file.states[state] : undefined
    if (!command) return byCalls.setUp(state, params, signal)
    const given = givenOf(state)
    const read = given?.params.safeParse(params)
    if (!given || !read?.success)
      throw new Misuse(`Given ${JSON.stringify(state)}: its parameters are invalid.`, Object.keys(given?.params.shape ?? {}))
    const theirs = exchangeValue(read.data as Params, exchange.there)
    standing.set(state, [...(standing.get(state) ?? []), theirs])
    const printed = await run(command, command.setup, state, theirs, 'setup', signal)
    const values = { ...valuesFrom(given, read.data as Params), ...valuesIn(printed, exchange) }
    if (!given.values.includes('token') || 'token' in values) return values
    const role = transferRole.safeParse((read.data as Params).caller)
    return role.success ? { ...values, token: await token(transferCallers[role.data], signal) } : values
  }

  function run(command: StateCommand, line: string, state: string, params: Params, action: string, signal?: AbortSignal): Promise<string> {
    const limit = AbortSignal.timeout(command.within)
    const variables = {
      STANDIN_STATE: state,
      STANDIN_ACTION: action,
      STANDIN_ENVIRONMENT_NAME: file.name,
      STANDIN_PARAMS: JSON.stringify(params),
      ...Object.fromEntries(
        Object.entries(params).map(([name, value]) => [variableOf(name), typeof value === 'string' ? value : JSON.stringify(value)]),
      ),
    }
    return runLine({ line, folder: file.folder, variables, signal: signal ? AbortSignal.any([limit, signal]) : limit })
  }

  async function tearDown(state: string): Promise<void> {
    const all = standing.get(state) ?? []
    const command = file.states[state]
    standing.delete(state)
    const { teardown } = command ?? {}
    if (!command || teardown === undefined) return
    await doAll(all.toReversed().map((params) => () => run(command, teardown, state, params, 'teardown')))
  }
  const concealed = async <T>(act: Promise<T>): Promise<T> => {
    try {
      return await act
    } catch (thrown) {
      const said = secrets.conceal(messageOf(thrown))
      throw thrown instanceof Misuse ? new Misuse(said, thrown.choices, thrown.status, null) : new Error(said)
    }
  }
  return {
    ...byCalls,
    messages,
    ...leavesOut(file, exchange),
    async setUp(state, params, signal) {
      return state === '' ? {} : concealed(setUp(state, (params ?? {}) as Params, signal))
    },
    tearDown: (state) => concealed(tearDown(state)),
    within: (state) => file.states[state]?.within,
    close: () => concealed(doAll([...standing.keys()].toReversed().map((state) => () => tearDown(state)))),
  }
}

/** Runs all acts one after another, even if some fail. Rejects with all error messages. */
export async function doAll(acts: readonly (() => Promise<unknown>)[]): Promise<void> {
  const said: string[] = []
  for (const act of acts) await act().catch((thrown: unknown) => said.push(messageOf(thrown)))
  if (said.length > 0) throw new Error(said.join(' '))
}

type Params = Readonly<Record<string, unknown>>

const givenOf = (state: string): Given | undefined => givens.find(({ sentence }) => sentence === state)

/** Converts `nationalIdentityNumber` to `STANDIN_PARAM_NATIONAL_IDENTITY_NUMBER`. */
const variableOf = (name: string) => `STANDIN_PARAM_${name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`

/** Returns the parameters that have the same name as one of the state's values. */
const valuesFrom = ({ values }: Given, params: Params): Readonly<Record<string, string>> =>
  Object.fromEntries(values.flatMap((name) => (typeof params[name] === 'string' ? [[name, params[name]]] : [])))

/** Parses the values that a command printed as a JSON object of strings. Other output is ignored. */
function valuesIn(printed: string, { here }: Exchange): Readonly<Record<string, string>> {
  if (!printed.startsWith('{')) return {}
  const read = parseJson(printed)
  if (read === undefined) throw new Error('The output of its command starts with "{" but is not valid JSON.')
  const texts = Object.entries(read as object).filter((member): member is [string, string] => typeof member[1] === 'string')
  return exchangeValue(Object.fromEntries(texts), here)
}

function hasFixedToken({ callers }: EnvironmentFile, name: 'creator'): boolean {
  const caller = callers[name]
  return caller !== undefined && 'variable' in caller.token
}
