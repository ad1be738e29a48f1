/** Finds scenarios by words, and groups them by what they break. */
import type { ControlReply } from '../../../control/client.ts'

export type Scenario = ControlReply<'control.listScenarios'>['scenarios'][number]

/** The scenarios that have every word somewhere. */
export function searched(scenarios: readonly Scenario[], text: string): Scenario[] {
  const words = text.toLowerCase().split(/\s/).filter(Boolean)
  return scenarios.filter(({ name, summary, breaks, source }) => {
    const all = `${name} ${summary} ${breaks} ${source}`.toLowerCase()
    return words.every((word) => all.includes(word))
  })
}

/** What people look for first comes first. A chapter that is not named here comes last. */
const order = ['Mixtures', 'Outages', 'Messages', 'Virus scans', 'Refusals', 'Broken connections and replies', 'Slow and hanging']

const placeOf = (chapter: string) => (order.includes(chapter) ? order.indexOf(chapter) : order.length)

/** The scenarios of the user come before the built-in ones. */
export function byChapter(scenarios: readonly Scenario[]): [chapter: string, within: Scenario[]][] {
  const own = scenarios.filter(({ source }) => source !== 'built-in')
  const chapters = new Map<string, Scenario[]>()
  for (const scenario of scenarios) {
    if (scenario.source === 'built-in') chapters.set(scenario.breaks, [...(chapters.get(scenario.breaks) ?? []), scenario])
  }
  const sorted = [...chapters].sort(([one], [other]) => placeOf(one) - placeOf(other))
  return own.length > 0 ? [['Your own', own], ...sorted] : sorted
}
