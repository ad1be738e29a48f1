/** What makes `standin verdict` fail. */
import type { ControlReply } from '../../control/client.ts'

type Reply = ControlReply<'control.listVerdicts'>

/** One sentence each. */
export function failures({ verdicts, unmet, missing }: Reply, failOn: 'bad' | 'advice'): string[] {
  const fails = (verdict: string) => verdict === 'bad' || verdict === failOn
  return [
    ...verdicts.flatMap(({ id, sentence, callers }) =>
      callers.flatMap(({ caller, verdict, calls }) =>
        fails(verdict) ? `${verdict}: ${id} of ${caller}: ${sentence} Calls ${calls.join(', ')} show otherwise.` : [],
      ),
    ),
    ...unmet.map((name) => `The scenario ${name} was switched on, and no call met it.`),
    ...missing.map((sentence) => `${sentence}.`),
  ]
}
