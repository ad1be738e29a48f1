/** Runs a scenario's proof on a host: makes calls based on the rows' examples, and checks the replies as a client sees them. */

import { milliseconds } from '../../service/failures/effects.ts'
import type { CallStep, ExpectedAnswer, ProofStep, ProvenScenario } from '../../service/failures/read-scenario.ts'
import { parseJson } from '../../service/wire/json.ts'
import { anyName } from '../../service/wire/misuse.ts'
import { httpDate } from '../../service/wire/timestamp.ts'
import { holds } from '../compare.ts'
import type { ProvenStep } from '../scenarios/rows.ts'
import { type Progress, type ProofHost, remember, type Seen, stepInput, watch } from './proof-call.ts'

/** Maximum number of characters to show from a body. */
const shown = 500

function gotOf(seen: Seen | undefined): string {
  if (!seen) return 'no reply: the connection dropped'
  const text = new TextDecoder()
    .decode(seen.bytes.subarray(0, 4 * shown))
    .replace(/\n\s*/g, ' ')
    .slice(0, shown)
  return `${seen.status}${seen.broken ? `, cut off after ${seen.bytes.byteLength} bytes` : ''}${text && ` ${text}`}`
}

/** Returns one sentence per difference. `took`: milliseconds of real time. */
function judgeAnswer(wanted: ExpectedAnswer, seen: Seen | undefined, took: number): string[] {
  if (!seen) return ['The connection dropped before a reply arrived.']
  const { status, code, headers = {}, body, text, bytes, broken = false, json, takes = {} } = wanted
  const said = new TextDecoder().decode(seen.bytes)
  const value = parseJson(said)
  const wrong: string[] = []
  const demand = (fits: boolean, sentence: string) => void (fits || wrong.push(sentence))
  demand(seen.broken === broken, broken ? 'The body was not cut off.' : 'The body was cut off.')
  demand(status === undefined || seen.status === status, `The status is ${seen.status}, not ${status}.`)
  demand(code === undefined || holds(value, { code }), `The code is not ${code}.`)
  demand(body === undefined || holds(value, body), `The body does not contain ${JSON.stringify(body)}.`)
  demand(text === undefined || said === text, `The body's text is not ${JSON.stringify(text)}.`)
  demand(bytes === undefined || seen.bytes.byteLength === bytes, `The body has ${seen.bytes.byteLength} bytes, not ${bytes}.`)
  demand(json === undefined || (value !== undefined) === json, `The body is ${json ? 'not ' : ''}valid JSON.`)
  for (const [name, header] of Object.entries(headers)) {
    const there = seen.headers.get(name)
    const fits = header !== null && typeof header === 'object' ? isDateIn(there, header.dateIn, seen.headers.get('date')) : there === header
    demand(fits, `The ${name} header is ${there === null ? 'absent' : JSON.stringify(there)}, not ${JSON.stringify(header)}.`)
  }
  const { atLeast, atMost } = takes
  demand(atLeast === undefined || took >= milliseconds(atLeast) - 1, `The call took ${Math.round(took)} ms, not ${atLeast} or more.`)
  demand(atMost === undefined || took <= milliseconds(atMost), `The call took ${Math.round(took)} ms, more than ${atMost}.`)
  return wrong
}

function isDateIn(text: string | null, span: string, date: string | null): boolean {
  return date !== null && text === httpDate(Date.parse(date) + milliseconds(span))
}

interface Outcome {
  readonly got: string
  readonly wrong: readonly string[]
}

/** Sets up the starting point, switches the scenario on, and runs all steps in order, even after one has failed. */
export async function* proofSteps(scenario: ProvenScenario, host: ProofHost): AsyncGenerator<ProvenStep> {
  const progress = await arranged(scenario, host)
  await host.knobs.scenarios.use(anyName(scenario.name))
  for (const [at, step] of (scenario.proof ?? []).entries()) {
    const { got, wrong } = await take(step, host, progress).catch(failed)
    yield { step: at + 1, ...wordsOf(step), got, result: wrong.length === 0 ? 'passed' : 'failed', wrong: [...wrong] }
  }
}

const failed = (thrown: unknown): Outcome => ({ got: 'nothing', wrong: [thrown instanceof Error ? thrown.message : String(thrown)] })

/** Describes a step and what it expects. */
export function wordsOf(step: ProofStep): Pick<ProvenStep, 'does' | 'expected'> {
  const said = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
  if ('off' in step) return { does: 'switch the scenario off', expected: '' }
  if ('advance' in step) return { does: `advance ${step.advance}`, expected: '' }
  if ('journal' in step) return { does: 'check the journal', expected: said(step.journal) }
  if ('look' in step)
    return { does: `check ${step.look}`, expected: `${step.count === undefined ? '' : `${step.count} of `}${said(step.find)}` }
  const { call, expect, ...others } = step
  return { does: `call ${call}${Object.keys(others).length === 0 ? '' : ` ${JSON.stringify(others)}`}`, expected: said(expect) }
}

export async function arranged({ name, given }: ProvenScenario, { knobs, signal }: ProofHost): Promise<Progress> {
  const progress: Progress = { name, values: {}, idempotencyId: '', made: 0 }
  for (const sentence of [given ?? []].flat()) {
    const { state, params } = typeof sentence === 'string' ? { state: sentence, params: undefined } : sentence
    signal?.throwIfAborted()
    Object.assign(progress.values, await knobs.givens.arrange(anyName(state), params, { signal }))
  }
  return progress
}

async function take(step: ProofStep, host: ProofHost, progress: Progress): Promise<Outcome> {
  const { knobs, signal } = host
  signal?.throwIfAborted()
  if ('off' in step) {
    await knobs.scenarios.off(anyName(progress.name))
    return { got: 'off', wrong: [] }
  }
  if ('advance' in step) {
    const target = step.advance === 'settled' ? ({ until: 'settled' } as const) : { by: milliseconds(step.advance) }
    const { now, total } = await knobs.advance(target, signal)
    return { got: `${now}, ${total} jobs`, wrong: [] }
  }
  if ('journal' in step) return lookFor(() => journal(host), step.journal, undefined, host)
  if ('look' in step) return lookFor(() => listed(host, step.look), step.find, step.count, host)
  return callSeveralTimes(step, host, progress)
}

/** Waits in real time, because records might be written shortly after the reply. */
async function lookFor(list: () => Promise<unknown[]>, wanted: object, count: number | undefined, host: ProofHost): Promise<Outcome> {
  const { tick, pause } = host.platform
  for (const began = tick(); ; await pause(50, host.signal)) {
    const all = await list()
    const matching = all.filter((each) => holds(each, wanted)).length
    const got = `${matching} of ${all.length} entries`
    if (count === undefined ? matching > 0 : matching === count) return { got, wrong: [] }
    if (tick() - began > 1_000)
      return { got, wrong: [`Expected ${count ?? 'at least one'}. The entries: ${JSON.stringify(all).slice(0, 2_000)}`] }
  }
}

const journal = async (host: ProofHost) => [...(await listed(host, 'journal')), ...(await listed(host, 'journal?jobs=true'))]

/** Returns all entries of all lists in a control row's reply. */
export async function listed({ origin, send, signal }: Pick<ProofHost, 'origin' | 'send' | 'signal'>, path: string): Promise<unknown[]> {
  const response = await send(new Request(`${origin}/_standin/${path}`, signal ? { signal } : {}))
  if (response.status !== 200) throw new Error(`Cannot list /_standin/${path}: ${(await response.text()).slice(0, 500)}`)
  return Object.values((await response.json()) as object)
    .filter(Array.isArray)
    .flat()
}

async function callSeveralTimes(step: CallStep, host: ProofHost, progress: Progress): Promise<Outcome> {
  for (let time = 1; ; time++) {
    host.signal?.throwIfAborted()
    const outcome = await call(step, host, progress)
    if (time === (step.times ?? 1)) return outcome
    if (outcome.wrong.length > 0) return { ...outcome, wrong: outcome.wrong.map((sentence) => `Call ${time}: ${sentence}`) }
  }
}

async function call(step: CallStep, host: ProofHost, progress: Progress): Promise<Outcome> {
  const made = stepInput(step, progress)
  const began = host.platform.tick()
  const seen = await watch(host, step, made)
  const took = host.platform.tick() - began
  if (seen && seen.status < 300) remember(progress, seen)
  return { got: gotOf(seen), wrong: await judged(step, seen, took, host) }
}

async function judged({ call: operation, expect }: CallStep, seen: Seen | undefined, took: number, host: ProofHost): Promise<string[]> {
  if (expect === 'disconnect') return seen === undefined || seen.broken ? [] : ['The connection did not drop.']
  if (expect !== 'cancelled') return judgeAnswer(inDialect(typeof expect === 'number' ? { status: expect } : expect, host), seen, took)
  if (seen) return ['The call was answered before the client gave up.']
  const last = async () => (await listed(host, `journal?operation=${operation}`)).slice(-1)
  return [...(await lookFor(last, { status: 499, code: 'NOT-00002' }, undefined, host)).wrong]
}

const inDialect = (wanted: ExpectedAnswer, { knobs }: ProofHost): ExpectedAnswer =>
  (knobs.dialect.show().dialect === 'live' && wanted.live) || wanted
