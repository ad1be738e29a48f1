/** What can complete the word that is typed into the query: keys, and the values that the lines have. */
import type { JournalLine } from '../../data/journal.ts'
import { partyOf, wordsOf } from '../../data/names.ts'
import { type Key, keys, type Term } from './query.ts'

export interface Completion {
  /** What the list shows. */
  readonly label: string
  /** What it means, or how many lines have it. */
  readonly hint: string
  /** What is added to the query. Absent: a key, whose value follows. */
  readonly term?: Term
}

/** How many completions are shown. */
const most = 10

/** What each key reads of a line. */
const values: Readonly<Record<Key, (line: JournalLine) => readonly (string | null)[]>> = {
  status: ({ status }) => (status === null ? [] : [`${String(status)[0]}xx`, String(status)]),
  op: ({ operation }) => (operation === null ? [] : [operation.slice(operation.lastIndexOf('.') + 1)]),
  caller: ({ caller }) => [caller?.org ?? caller?.orgNo ?? caller?.clientId ?? null],
  scenario: ({ scenario }) => [scenario],
  code: ({ code }) => [code],
  kind: ({ method, cut }) => [method === null ? 'jobs' : 'calls', cut ? 'lost' : null],
  env: ({ environment }) => [environment],
}

export function completionsOf(word: string, lines: readonly JournalLine[]): readonly Completion[] {
  const [, name = '', typed = ''] = /^(\w+):"?(.*)$/.exec(word) ?? []
  if (Object.hasOwn(keys, name)) return valuesOf(name as Key, typed, lines).slice(0, most)
  const named = allKeys.filter((key) => key.startsWith(word)).map((key) => ({ label: `${key}:`, hint: keys[key] }))
  return word === '' ? named : [...named, ...allKeys.flatMap((key) => valuesOf(key, word, lines))].slice(0, most)
}

const allKeys = Object.keys(keys) as Key[]

/** The most frequent first. */
function valuesOf(key: Key, typed: string, lines: readonly JournalLine[]): Completion[] {
  const counts = new Map<string, number>()
  for (const line of lines) for (const value of values[key](line)) if (value !== null) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts]
    .filter(([value]) => [value, ...namesOf(key, value)].some((text) => text.toLowerCase().includes(typed.toLowerCase())))
    .sort(([, one], [, other]) => other - one)
    .map(([value, count]) => ({
      label: `${key}:${value}`,
      hint: [...namesOf(key, value), count.toLocaleString('en')].join(' · '),
      term: { key, value },
    }))
}

/** The name of a caller, which people know better than its code or number. */
const namesOf = (key: Key, value: string): readonly string[] =>
  key === 'caller'
    ? wordsOf(partyOf(value))
        .slice(0, 1)
        .filter((name) => name !== value)
    : []
