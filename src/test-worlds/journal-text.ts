/** The journal of a test's world as a text, for the one who asks why the test failed. */

import type { JournalLine } from '../control-replies/journal.ts'
import { shownLine } from '../quoting.ts'

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
