/** Builds client sessions for tests of verdicts: lists of deeds, described by the relevant facts. */
import { expect, test } from 'vitest'
import { type Before, type Facts, noAttempts } from '../../src/control/verdicts/judging/deed.ts'
import { createFold } from '../../src/control/verdicts/judging/fold.ts'
import { orderContent, retryAfterOf } from '../../src/control/verdicts/judging/line-facts.ts'
import type { Verdict } from '../../src/control/verdicts/judging/verdict.ts'
import { start } from './standin.ts'

export interface Told extends Partial<Omit<Facts, 'at' | 'until' | 'began' | 'ended' | 'replyHeaders'>> {
  /** Real milliseconds between the end of the previous call and this call's arrival; negative if they overlapped. */
  readonly after?: number
  /** World time over the same period, in milliseconds. Default: the same number. */
  readonly worldAfter?: number
  /** Milliseconds from arrival to end. */
  readonly took?: number
  readonly replyHeaders?: Readonly<Record<string, string>>
  /** `null` if the request's content is unknown. */
  readonly request?: null
}

/** Returns a session's facts. The calls have the ids 1, 2, 3 and so on, and succeed unless specified otherwise. */
export function session(...calls: readonly Told[]): (Facts & Before)[] {
  let [real, world] = [0, Date.parse(start)]
  return calls.map(({ after = 1_000, worldAfter = after, took = 5, ...told }, nth): Facts & Before => {
    const [began, at] = [real + after, world + worldAfter]
    real = began + took
    world = at + took
    return {
      id: String(nth + 1),
      caller: 'client',
      environment: 'test',
      operation: 'notifications.createOrder',
      method: 'POST',
      path: '/future/orders',
      status: 200,
      code: null,
      lost: false,
      scenario: null,
      at,
      until: world,
      began,
      ended: real,
      turns: 0,
      clockMoves: 0,
      commits: 0,
      token: 'Bearer …00000000',
      scopes: [],
      expires: null,
      skewed: false,
      greased: false,
      refusedByOutage: false,
      shuffled: false,
      collided: false,
      orgNo: null,
      connection: 1,
      proxied: false,
      query: '',
      bytes: null,
      request: `${told.method ?? 'POST'} ${told.environment ?? 'test'} ${told.path ?? '/future/orders'} ${told.body ?? ''}`,
      headers: {},
      replyHeaders: {},
      body: null,
      replyBody: null,
      replyBytes: 0,
      fileSize: null,
      retryAfter: retryAfterOf(told.replyHeaders ?? {}, world),
      order: orderContent(told.operation ?? 'notifications.createOrder', told.body ?? null) ?? null,
      delivery: null,
      earlier: null,
      attempts: noAttempts,
      byLibrary: false,
      ...told,
    }
  })
}

/** Returns the verdict on a session's client, and the calls that the verdict is based on. */
export function verdictOn(verdict: Verdict, ...calls: readonly Told[]): { readonly verdict: string; readonly calls: readonly string[] } {
  const fold = createFold([verdict])
  for (const facts of session(...calls)) fold.look(facts)
  const { good, calls: shown } = fold.judge().find(({ caller }) => caller === 'client')?.findings[0] ?? { good: false, calls: [] }
  return { verdict: shown.length > 0 ? verdict.severity : good ? 'good' : 'not-exercised', calls: shown }
}

export const expectGood = (verdict: Verdict, ...calls: readonly Told[]) =>
  expect(verdictOn(verdict, ...calls)).toEqual({ verdict: 'good', calls: [] })

export const expectNotExercised = (verdict: Verdict, ...calls: readonly Told[]) =>
  expect(verdictOn(verdict, ...calls)).toEqual({ verdict: 'not-exercised', calls: [] })

/** `shown`: the ids of the calls that show the bad behaviour. */
export const expectBroken = (verdict: Verdict, shown: readonly string[], ...calls: readonly Told[]) =>
  expect(verdictOn(verdict, ...calls)).toEqual({ verdict: verdict.severity, calls: shown })

/** Checks the verdict on a session. */
type Judged = (verdict: Verdict) => void

export const good =
  (...calls: readonly Told[]): Judged =>
  (verdict) =>
    expectGood(verdict, ...calls)

export const nothing =
  (...calls: readonly Told[]): Judged =>
  (verdict) =>
    expectNotExercised(verdict, ...calls)

/** `shown`: the ids of the calls that show the bad behaviour. */
export const bad =
  (shown: readonly string[], ...calls: readonly Told[]): Judged =>
  (verdict) =>
    expectBroken(verdict, shown, ...calls)

/** Tests a verdict: each sentence is a test of one or more sessions. */
export function judges(verdict: Verdict, table: Readonly<Record<string, readonly Judged[]>>): void {
  test.each(Object.entries(table))('%s', (_, sessions) => {
    for (const judged of sessions) judged(verdict)
  })
}
