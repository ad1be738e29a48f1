/** Judges each interaction: whether the service kept to it. */
import { type Arrived, compare } from './exact.ts'
import type { Interaction, WrittenInteraction } from './pact-files.ts'
import type { Mismatch, ReplayResult } from './replay.ts'
import type { Replayed } from './run-replay.ts'

/** An interaction of a contract, and how the service kept to it. */
export interface Verified extends Interaction {
  /** What is wrong. Empty if the service kept to the contract. */
  readonly why: readonly string[]
  /** Whether the consumer says that the service does not have to fulfil it yet. */
  readonly pending: boolean
}

/** An interaction without a result is not verified, even if Pact reports success. */
export function judge(wanted: readonly WrittenInteraction[], { results, mishaps, arrived, values }: Replayed): Verified[] {
  const left = results.map((result, at) => ({ result, at }))
  return wanted.map(({ file, consumer, description, given, exact }) => {
    const interaction = { file, consumer, description, given }
    const found = left.findIndex(({ result }) => isOf(result, interaction))
    const [taken] = found < 0 ? [] : left.splice(found, 1)
    if (!taken) return { ...interaction, why: ['It was not verified.'], pending: false }
    const { result, at } = taken
    const arranging = mishaps.filter((mishap) => mishap.at === at).map(({ why }) => why)
    const differences = compare(exact, values.get(at) ?? {}, arrived[at])
    // The first kind of complaint explains those that follow.
    const [why = []] = [arranging, misuseIn(arrived[at]), complaints(result), differences].filter(({ length }) => length > 0)
    return { ...interaction, why, pending: result.pending }
  })
}

const isOf = ({ consumer, description, providerStates }: ReplayResult, wanted: Interaction) =>
  consumer === wanted.consumer && description === wanted.description && providerStates.join('\n') === wanted.given.join('\n')

/** What Standin itself refused: a message without a type, a world that does not exist. */
function misuseIn(arrived: Arrived | undefined): string[] {
  if (arrived?.headers['x-standin-misuse'] === undefined) return []
  return [(JSON.parse(Buffer.from(arrived.body, 'base64').toString('utf8')) as { detail: string }).detail]
}

function complaints({ result, mismatch }: ReplayResult): string[] {
  if (result === 'OK') return []
  const found = (mismatch?.mismatches ?? []).map(describe)
  return found.length > 0 ? found : [mismatch?.message ?? `Pact says: ${result}.`]
}

function describe({ type, path, key, mismatch, expected, actual }: Mismatch): string {
  const place = [type.replace('Mismatch', '').toLowerCase(), path ?? key].filter(Boolean).join(' ')
  return `${place}: ${mismatch ?? `expected ${JSON.stringify(expected)}, got ${JSON.stringify(actual)}`}`
}
