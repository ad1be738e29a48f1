/** A test's world: its name, its URL and client, its journal as text, and the error for a client that misbehaved. */

import { type Client, createClient } from '../service/areas/client.ts'
import { shownLine } from '../service/wire/text.ts'
import { type ControlClient, type ControlInput, createControlClient } from './client.ts'
import type { JournalLine } from './journal/rows.ts'
import type { WorldKnobs } from './simulator.ts'
import type { VerdictsReply } from './verdicts/rows.ts'

/** The verdict that fails a test. `advice` includes `bad`. */
export type Demanded = 'bad' | 'advice'

/** Throws an error that describes the clients' problems, the calls that show them, and what to change. */
export function demandGood({ verdicts, unmet, missing }: VerdictsReply, failOn: Demanded): void {
  const faults = verdicts.flatMap(({ id, sentence, guidance, callers }) =>
    callers.flatMap(({ caller, verdict, calls }) =>
      verdict === 'bad' || verdict === failOn
        ? `${verdict}: ${id} of ${caller}: ${sentence} Calls ${calls.join(', ')} contradict this. ${guidance}`
        : [],
    ),
  )
  const all = [
    ...faults,
    ...unmet.map((name) => `Scenario ${name} was switched on, but affected no calls.`),
    ...missing.map((each) => `${each}.`),
  ]
  if (all.length > 0) throw new Error(`This test's client did not behave well.\n${all.map(shownLine).join('\n')}`)
}

/** Maximum number of calls, and of jobs, in the text. The newest are shown. */
export const shownLines = 100

/** Returns an empty string if nothing happened. */
export function journalText(calls: readonly JournalLine[], jobs: readonly JournalLine[]): string {
  const parts: readonly [string, readonly JournalLine[]][] = [
    ['Calls', calls],
    ["The service's jobs", jobs],
  ]
  return parts
    .filter(([, lines]) => lines.length > 0)
    .map(([title, lines]) => [`${title}:`, ...lines.map(lineText)].join('\n  '))
    .join('\n')
}

function lineText({ id, at, operation, method, path, status, code, scenario, why }: JournalLine): string {
  const what = method ? `${method} ${path} ${status ?? '-'}` : (operation ?? '')
  const reasons = [code, scenario && `scenario ${scenario}`, why !== code && why].filter(Boolean)
  return shownLine(`${id} ${at} ${what}${reasons.length > 0 ? ` (${reasons.join('; ')})` : ''}`)
}

/** In characters. Shorter than the longest possible world name, to leave room for a number. */
const longest = 54

/** Derives a world name that is not in `taken` from a test's title. */
export function worldName(title: string, taken: ReadonlySet<string>): string {
  const slug =
    title
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .slice(0, longest)
      .replace(/^-|-$/g, '') || 'test'
  for (let number = 1; ; number++) {
    const name = number === 1 ? slug : `${slug}-${number}`
    if (!taken.has(name) && name !== 'default') return name
  }
}

type Body<Id extends Parameters<ControlClient['call']>[0]> = ControlInput<Id> extends { readonly body?: infer B } ? B : never

type Scenario = Parameters<WorldKnobs['scenarios']['use']>[0]
type Sentence = Parameters<WorldKnobs['givens']['arrange']>[0]

/** The knobs that tests use most, with the same names as on a simulator. Use `control` for all others. */
export type HttpWorld = ReturnType<typeof httpWorld>

/** `base`: the server's URL. */
export function httpWorld(base: string, name: string, adminToken: string | undefined) {
  const url = `${base}/worlds/${name}`
  const send = (request: Request) => fetch(request)
  const control = createControlClient({ base: url, adminToken, send: (address, request) => fetch(address, request) })
  const { call } = control
  async function wait() {
    const { mode, speed } = await call('control.showClock')
    if (mode === 'frozen') await call('control.advanceClock', { body: { by: 1000 } })
    else await new Promise((resolve) => setTimeout(resolve, 1000 / speed))
  }
  return {
    /** The world's URL, such as `http://127.0.0.1:4300/worlds/an-order-is-sent`. Append `/production` for the other environment. */
    url,
    name,
    /** Calls any control row, as in `control.call('control.freezeClock')`. */
    control,
    /** Creates a typed client for the service. While waiting, the client advances a frozen clock. */
    client: ({ environment = 'test' }: { readonly environment?: 'test' | 'production' | undefined } = {}): Client =>
      createClient({
        base: environment === 'production' ? `${url}/production` : url,
        send,
        token: async (as) => (await call('control.makeToken', { body: as })).token,
        wait,
      }),
    token: (body: Body<'control.makeToken'>) => call('control.makeToken', { body }),
    advance: (body: Body<'control.advanceClock'>) => call('control.advanceClock', { body }),
    scenarios: {
      use: (scenario: Scenario, body?: Body<'control.activateScenario'>) =>
        call('control.activateScenario', { params: { name: scenario }, body }),
      /** Without a name, switches all scenarios off. */
      async off(scenario?: Scenario): Promise<void> {
        if (scenario === undefined) await call('control.deactivateScenarios')
        else await call('control.deactivateScenario', { params: { name: scenario } })
      },
    },
    // Without an action, the row would reset a world that has already been used.
    givens: {
      arrange: (state: Sentence, params: Readonly<Record<string, unknown>> = {}) =>
        call('control.arrangeProviderState', { body: { state, params, action: 'setup' } }),
    },
    journal: {
      list: (query: ControlInput<'control.listJournal'>['query'] = {}) => call('control.listJournal', { query }),
      verify: (body: Body<'control.verifyJournal'>) => call('control.verifyJournal', { body }),
    },
    outbox: { list: (query: ControlInput<'control.listOutbox'>['query'] = {}) => call('control.listOutbox', { query }) },
    async reset(keep?: Parameters<WorldKnobs['reset']>[0]): Promise<void> {
      await call('control.reset', { body: keep && { keep: [...keep] } })
    },
  }
}

/** Returns the world's journal as text. */
export async function journalOf({ journal }: HttpWorld): Promise<string> {
  const limit = String(shownLines)
  const [calls, jobs] = [await journal.list({ limit }), await journal.list({ limit, jobs: 'true' })]
  return journalText(calls.journal, jobs.journal)
}
