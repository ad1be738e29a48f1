/** Judges each interaction: whether the service kept to it. */
import type { Interaction } from './pact-files.ts'
import type { Mismatch, ReplayOutcome, ReplayResult } from './replay.ts'

export interface Verified extends Interaction {
  /** What is wrong. Empty if the service kept to the contract. */
  readonly why: readonly string[]
  /** Whether the consumer says that the service need not keep to it yet. */
  readonly pending: boolean
}

type Replayed = Extract<ReplayOutcome, { kind: 'replayed' }>

/** An interaction without a result is not verified, even if Pact reports success. */
export function judge(wanted: readonly Interaction[], { results, mishaps }: Replayed): Verified[] {
  const left = results.map((result, at) => ({ result, at }))
  return wanted.map((interaction) => {
    const found = left.findIndex(({ result }) => isOf(result, interaction))
    const [taken] = found < 0 ? [] : left.splice(found, 1)
    if (!taken) return { ...interaction, why: ['It was not verified.'], pending: false }
    const arranging = mishaps.filter(({ at }) => at === taken.at).map(({ why }) => why)
    // If the provider state failed, the other complaints follow from that.
    return { ...interaction, why: arranging.length > 0 ? arranging : complaints(taken.result), pending: taken.result.pending }
  })
}

const isOf = ({ consumer, description, providerStates }: ReplayResult, wanted: Interaction) =>
  consumer === wanted.consumer && description === wanted.description && providerStates.join('\n') === wanted.given.join('\n')

function complaints({ result, mismatch }: ReplayResult): string[] {
  if (result === 'OK') return []
  const found = (mismatch?.mismatches ?? []).map(describe)
  return found.length > 0 ? found : [mismatch?.message ?? `Pact says: ${result}.`]
}

function describe({ type, path, key, mismatch, expected, actual }: Mismatch): string {
  const place = [type.replace('Mismatch', '').toLowerCase(), path ?? key].filter(Boolean).join(' ')
  return `${place}: ${mismatch ?? `expected ${JSON.stringify(expected)}, got ${JSON.stringify(actual)}`}`
}
