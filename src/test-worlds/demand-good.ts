/** Fails a test whose client did not behave. */

import type { VerdictsReply } from '../control-replies/verdicts.ts'
import { shownLine } from '../quoting.ts'

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
