/** Searches strings using testers' vocabulary: a word also matches its synonyms. */

import type { Scenario } from '../service/world/scenario.ts'
import { recipes } from './recipes/index.ts'
import type { Recipe } from './recipes/recipe.ts'

/** Maps a tester's word to whole words that may appear instead. */
const alike: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    '400': ['bad-request', 'validation'],
    '401': ['unauthorized'],
    '403': ['forbidden', 'no-access'],
    '404': ['not-found', 'not found'],
    '429': ['rate-limit', 'rate limit', 'rate-limited', 'used up', 'past its limit'],
    '499': ['cancelled'],
    '500': ['internal-error', 'internal error'],
    '502': ['bad-gateway', 'bad gateway'],
    '503': ['unavailable', 'outage', 'cannot be reached'],
    '504': ['gateway-timeout', 'gateway timeout'],
    malware: ['virus', 'infected'],
    virus: ['malware', 'infected'],
    infected: ['malware', 'virus'],
    timeout: ['hanging', 'hangs', 'held', 'slow', 'stalled'],
    retry: ['retries', 'again'],
    duplicate: ['twice', 'repeated'],
    bounce: ['bounced'],
    throttle: ['rate-limit', 'rate limit', 'throttled'],
    down: ['outage', 'cannot be reached', 'unavailable'],
    outage: ['cannot be reached', 'unavailable'],
  }),
)

export const wordsIn = (text: string): string[] => text.toLowerCase().split(/\s+/).filter(Boolean)

/**
 * Returns the search rank of a list of strings: 0 if the first string contains all words, 1 if the first two strings together contain all
 * words, and so on. Synonym matches rank after all literal matches. Returns undefined if a word is missing.
 */
function rankOf(words: readonly string[], texts: readonly string[]): number | undefined {
  const whole = texts.map((_, at) =>
    texts
      .slice(0, at + 1)
      .join(' ')
      .toLowerCase(),
  )
  const literal = whole.findIndex((text) => words.every((word) => text.includes(word)))
  if (literal >= 0) return literal
  const similar = whole.findIndex((text) =>
    words.every((word) => text.includes(word) || (alike.get(word) ?? []).some((other) => says(text, other))),
  )
  return similar < 0 ? undefined : texts.length + similar
}

/** True if a string contains these words as whole words: "against" does not contain "again". */
const says = (text: string, words: string) =>
  text
    .split(words)
    .some((before, at, parts) => at < parts.length - 1 && !/[a-z0-9]$/.test(before) && !/^[a-z0-9]/.test(parts[at + 1] ?? ''))

/** Returns the matches, best first, and otherwise in their original order. */
export function fitting<One>(all: readonly One[], words: readonly string[], textsOf: (one: One) => readonly string[]): One[] {
  if (words.length === 0) return [...all]
  return all
    .flatMap((one) => {
      const rank = rankOf(words, textsOf(one))
      return rank === undefined ? [] : [{ one, rank }]
    })
    .sort((one, other) => one.rank - other.rank)
    .map(({ one }) => one)
}

/** Returns the scenarios that match a search, best first. `breaks`: returns a scenario's chapter. */
export const scenariosWith = (text: string, all: readonly Scenario[], breaks: (scenario: Scenario) => string): Scenario[] =>
  fitting(all, wordsIn(text), (scenario) => {
    const { name, summary, description = '', guidance = '', source } = scenario
    return [name, summary, `${description} ${breaks(scenario)} ${source}`, guidance]
  })

/** Returns the recipes that match a search, best first. */
export const recipesWith = (text: string): Recipe[] =>
  fitting(recipes, wordsIn(text), ({ name, title, summary, words }) => [words.join(' '), `${name} ${title}`, summary])
