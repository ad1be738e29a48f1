/** The table of verdicts: names, sources, sets and tests agree. */
import { existsSync, readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { verdictSets, verdicts } from '../../src/control/verdicts.ts'

const camel = (id: string) => id.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())

test('every verdict is what its file exports, and has a test', async () => {
  for (const verdict of verdicts) {
    const exports = await import(`../../src/control/verdicts/${verdict.id}.ts`)

    expect(exports[camel(verdict.id)]).toBe(verdict)
    expect([verdict.id, existsSync(`test/control/verdicts/${verdict.look ? verdict.id : 'at-end'}.test.ts`)]).toEqual([verdict.id, true])
  }
})

test('every file is in the table', () => {
  const files = readdirSync('src/control/verdicts').filter(
    (name) => name.endsWith('.ts') && !['index.ts', 'knob.ts', 'rows.ts', 'judged.ts', 'watching.ts'].includes(name),
  )

  expect(files.sort(), 'Each file of a verdict has its line in the table of verdicts (index.ts beside it).').toEqual(
    verdicts.map(({ id }) => `${id}.ts`).sort(),
  )
})

test('what a client must not do stands in a section of the references', () => {
  const without = verdicts.filter(({ severity, source }) => severity === 'bad' && !/§\d/.test(source))

  expect(without.map(({ id }) => id)).toEqual([])
})

test('a set names verdicts that exist, each once', () => {
  const ids = verdicts.map(({ id }) => id)
  for (const set of Object.values(verdictSets)) expect(set.toSorted()).toEqual(ids.filter((id) => set.some((each) => each === id)).sort())
})

test('the set of 2026-11 is frozen', () => {
  expect(verdictSets['2026-11'].join(' ')).toBe(
    'retry-after too-many-requests back-off retry-end refused-unchanged idempotency-id expired-token final-state resumed-upload complete-download confirmed-once webhook-answers webhook-validation webhook-speed same-idempotency-id retried jitter token-reused few-scopes connection-reused content-length checksum download-confirmed reminders-read events-over-polling events-over-search polling-rate',
  )
})
