/** The world of a test: its name, its journal as a text, and the failure of a test whose client did not behave. */

import { shownLine } from '../service/wire/text.ts'
import type { JournalLine } from './journal/rows.ts'
import type { VerdictsReply } from './verdicts/rows.ts'

/** What a client must not be. `advice`: neither that nor bad. */
export type Demanded = 'bad' | 'advice'

/** Throws an error that says what the clients did, with the calls that show it, and what to change. */
export function demandGood({ verdicts, unmet, missing }: VerdictsReply, failOn: Demanded): void {
  const faults = verdicts.flatMap(({ id, sentence, guidance, callers }) =>
    callers.flatMap(({ caller, verdict, calls }) =>
      verdict === 'bad' || verdict === failOn
        ? `${verdict}: ${id} of ${caller}: ${sentence} Calls ${calls.join(', ')} show otherwise. ${guidance}`
        : [],
    ),
  )
  const all = [
    ...faults,
    ...unmet.map((name) => `The scenario ${name} was switched on, and no call met it.`),
    ...missing.map((each) => `${each}.`),
  ]
  if (all.length > 0) throw new Error(`The client of this test did not behave.\n${all.map(shownLine).join('\n')}`)
}

/** How many calls, and how many jobs, the text shows at most. The newest. */
export const shownLines = 100

/** Empty when nothing happened. */
export function journalText(calls: readonly JournalLine[], jobs: readonly JournalLine[]): string {
  const parts: readonly [string, readonly JournalLine[]][] = [
    ['Calls', calls],
    ['What the service did by itself', jobs],
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

/** Shorter than a world's name may be, so that a number has room behind it. Characters. */
const longest = 54

/** A name for the world of a test, made from the test's title. It is none of `taken`. */
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
