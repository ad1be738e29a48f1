/** Verdicts as JSON: the reply of the control row, with what the baseline knows and what makes the exit code 1. */
import { type Judgements, said, type VerdictsReply } from './judgement.ts'

export function asJson(reply: VerdictsReply, { all, others, failed }: Judgements): string {
  const known = all.filter((each) => each.known).map(({ id, caller }) => ({ id, caller }))
  const red = [...all.filter(({ fails }) => fails).map((each) => `${each.id} of ${each.caller}: ${said(each)}`), ...others]
  return JSON.stringify({ ...reply, known, failed, red })
}
