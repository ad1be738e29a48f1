/** Says of every interaction whether the service kept to it. */
import type { Interaction } from './pact-files.ts'
import type { Mismatch, ReplayOutcome, ReplayResult } from './replay.ts'

export interface Verified extends Interaction {
  /** What is wrong; nothing where the service keeps to the contract. */
  readonly why: readonly string[]
  /** Whether its consumer says that the service need not keep to it yet. */
  readonly pending: boolean
}

type Replayed = Extract<ReplayOutcome, { kind: 'replayed' }>

/** An interaction that Pact left out has not been verified, whatever Pact says of the whole. */
export function judge(wanted: readonly Interaction[], { results, mishaps }: Replayed): Verified[] {
  const left = results.map((result, at) => ({ result, at }))
  return wanted.map((interaction) => {
    const found = left.findIndex(({ result }) => isOf(result, interaction))
    const [taken] = found < 0 ? [] : left.splice(found, 1)
    if (!taken) return { ...interaction, why: ['It was not verified.'], pending: false }
    const arranging = mishaps.filter(({ at }) => at === taken.at).map(({ why }) => why)
    // From a start that is not as it should be, whatever else went wrong says little.
    return { ...interaction, why: arranging.length > 0 ? arranging : complaints(taken.result), pending: taken.result.pending }
  })
}

const isOf = ({ consumer, description, providerStates }: ReplayResult, wanted: Interaction) =>
  consumer === wanted.consumer && description === wanted.description && providerStates.join('\n') === wanted.given.join('\n')

function complaints({ result, mismatch }: ReplayResult): string[] {
  if (result === 'OK') return []
  const found = (mismatch?.mismatches ?? []).map(tell)
  return found.length > 0 ? found : [mismatch?.message ?? `Pact says: ${result}.`]
}

function tell({ type, path, key, mismatch, expected, actual }: Mismatch): string {
  const place = [type.replace('Mismatch', '').toLowerCase(), path ?? key].filter(Boolean).join(' ')
  return `${place}: ${mismatch ?? `expected ${JSON.stringify(expected)}, got ${JSON.stringify(actual)}`}`
}
