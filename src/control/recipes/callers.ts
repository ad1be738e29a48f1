/** The callers of one run of a recipe. */
import { callers } from '../../areas/operation.ts'
import type { Random } from '../../world/random.ts'
import type { Kitchen } from './recipe.ts'

/** Orders need a code that is known; the others have a number of their own, so that rules can concern them alone. */
export function callersOf(random: Random, clientId: string): Kitchen['as'] {
  const [sender, recipient] = [orgNoOf(random), orgNoOf(random)]
  return {
    creator: { ...callers.creator, clientId },
    sender: { ...callers.sender, orgNo: sender, clientId },
    recipient: { ...callers.recipient, orgNo: recipient, clientId },
    subscriber: { ...callers.subscriber, orgNo: recipient, clientId },
  }
}

/** The weights of the digits of an organization number, for its check digit. */
const weights = [3, 2, 7, 6, 5, 4, 3, 2]

function orgNoOf(random: Random): string {
  for (;;) {
    const digits = `3${String(random.next() % 10_000_000).padStart(7, '0')}`
    const check = (11 - (weights.reduce((sum, weight, at) => sum + weight * Number(digits[at]), 0) % 11)) % 11
    if (check < 10) return `${digits}${check}`
  }
}
