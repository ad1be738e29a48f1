/** Runs the proof of a scenario: its steps are calls by the rows' own examples. */
import { expect } from 'vitest'
import type { As } from '../../src/client.ts'
import type { ProofStep } from '../../src/engine/grammar.ts'
import type { ProvenScenario } from '../../src/engine/scenario.ts'
import type { OperationId } from '../../src/operations/index.ts'
import { operationsById } from '../../src/operations/index.ts'
import { readDuration } from '../../src/wire/duration.ts'
import type { standin } from './standin.ts'

type Standin = ReturnType<typeof standin>
type CallStep = Extract<ProofStep, { call: string }>

/** What goes from one step to the next. */
interface Progress {
  values: Record<string, string>
  orders: number
}

export async function prove({ name, given, proof = [] }: ProvenScenario, here: Standin): Promise<void> {
  const progress: Progress = { values: {}, orders: 0 }
  for (const sentence of [given ?? []].flat()) {
    const { state, params } = typeof sentence === 'string' ? { state: sentence, params: undefined } : sentence
    Object.assign(progress.values, await here.simulator.givens.arrange(state, params))
  }
  await here.simulator.scenarios.use(name)
  for (const step of proof) await take(step, here, progress)
}

async function take(step: ProofStep, here: Standin, progress: Progress): Promise<void> {
  if ('advance' in step) await here.simulator.advance({ by: readDuration(step.advance) ?? 0 })
  else if ('journal' in step) expect(here.simulator.journal.calls.list()).toContainEqual(expect.objectContaining(step.journal))
  else await call(step, here, progress)
}

/** The example of a row, with what a proof lays over it. */
export function exampleCall(
  id: string,
  values: Record<string, string>,
  over: { as?: object | undefined; input?: Record<string, unknown> | undefined } = {},
) {
  const example = operationsById.get(id)?.example
  const input = example?.input(values) ?? {}
  const body =
    over.input?.body && typeof input.body === 'object'
      ? { ...input.body, ...(over.input.body as object) }
      : (over.input?.body ?? input.body)
  const as = example?.as ? ({ ...example.as, ...over.as } as As) : null
  return { ...input, ...over.input, ...(body === undefined ? {} : { body }), as }
}

async function call(step: CallStep, { client }: Standin, progress: Progress): Promise<void> {
  if (step.call === 'notifications.createOrder' && step.same !== 'idempotencyId') progress.orders++
  const made = exampleCall(step.call, progress.values, step)
  if (step.call === 'notifications.createOrder') Object.assign(made.body as object, { idempotencyId: `proof-${progress.orders}` })
  const reply = client.call(step.call as OperationId, {
    ...made,
    ...(step.abortAfter === undefined ? {} : { signal: AbortSignal.timeout(readDuration(step.abortAfter) ?? 0) }),
  })
  if (step.expect === 'disconnect' || step.expect === 'cancelled') {
    await expect(reply, `${step.call} ends without an answer`).rejects.toThrow()
    return
  }
  const wanted = typeof step.expect === 'number' ? { status: step.expect } : step.expect
  const { status, headers, problem } = await reply
  if (wanted.status !== undefined) expect(status, step.call).toBe(wanted.status)
  if (wanted.code !== undefined) expect(problem.code).toBe(wanted.code)
  if (wanted.body !== undefined) expect(problem).toMatchObject(wanted.body)
  for (const [name, value] of Object.entries(wanted.headers ?? {})) expect(headers.get(name)).toBe(value)
}
