/** The table of verdicts: names, sources, sets and tests agree. */
import { existsSync, globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { verdictSets, verdicts } from '../../src/control/verdicts.ts'

const camel = (id: string) => id.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())

const others = ['knob', 'rows', 'judged', 'watching']
const files = globSync('*.ts', { cwd: 'src/control/verdicts' }).map((file) => file.slice(0, -'.ts'.length))
const subjects = files.filter((name) => !others.includes(name))
const modules = await Promise.all(subjects.map((name): Promise<object> => import(`../../src/control/verdicts/${name}.ts`)))
const exported = new Map(modules.flatMap((module) => Object.entries(module)))

test('every verdict is exported under its name, and has a test', () => {
  for (const verdict of verdicts) {
    expect(exported.get(camel(verdict.id))).toBe(verdict)
    expect([verdict.id, existsSync(`test/control/verdicts/${verdict.look ? verdict.id : 'at-end'}.test.ts`)]).toEqual([verdict.id, true])
  }
})

test('every verdict that a file exports is in the table', () => {
  const ids = [...exported.values()].flatMap((value) => (typeof value === 'object' && 'sentence' in value ? value.id : []))

  expect(new Set(ids), 'Each verdict has its line in the table of verdicts, src/control/verdicts.ts.').toEqual(
    new Set(verdicts.map(({ id }) => id)),
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
