/** Writes the result of a verification as text: the count, then each failed interaction with its reasons. */
import type { Verified } from './judge.ts'
import type { Verification } from './verify.ts'

export function report({ interactions }: Verification): string {
  const failed = interactions.filter(({ why }) => why.length > 0)
  const head = `${interactions.length - failed.length} of ${interactions.length} interactions are as agreed.`
  return [head, ...failed.map(describe)].join('\n\n')
}

function describe({ consumer, description, given, why, pending }: Verified): string {
  const start = given.length > 0 ? [`  given ${given.join(', ')}`] : []
  return [`${pending ? 'PENDING' : 'FAILED'} ${consumer}: ${description}`, ...start, ...why.map((one) => `  - ${one}`)].join('\n')
}
