/** The scenarios that every world knows: those that are built in, and those of a folder, laid over them. */
import { Misuse } from '../misuse.ts'
import type { Scenario } from '../state/scenario.ts'
import type { World } from '../state/world.ts'
import type { MaybePromise } from '../wire/http/call.ts'
import { andThen, once } from '../wire/maybe.ts'
import { release } from './holding.ts'
import { readScenario } from './read-scenario.ts'

/** Scenarios as they are written, by name. */
type Documents = Readonly<Record<string, unknown>>
type Scenarios = ReadonlyMap<string, Scenario>

export interface Catalogue {
  all(): MaybePromise<Scenarios>
  /** Takes the place of the folder that was laid over before; what is switched on stays so. Rejects with {@link Misuse} that names every mistake: then nothing changes. */
  overlay(documents: Documents): Promise<void>
}

export function createCatalogue(documents: () => MaybePromise<Documents>, worlds: () => readonly World[]): Catalogue {
  const builtIn = once(() => andThen(documents(), readBuiltIn))
  let texts: Readonly<Record<string, string>> = {}
  let all: () => MaybePromise<Scenarios> = builtIn
  return {
    all: () => all(),
    async overlay(laidOver) {
      const laid = readOverlay(laidOver)
      const merged = new Map([...(await builtIn()), ...laid])
      const before = texts
      texts = Object.fromEntries(Object.entries(laidOver).map(([name, document]) => [name, JSON.stringify(document)]))
      const changed = new Set([...Object.keys(before), ...Object.keys(texts)].filter((name) => before[name] !== texts[name]))
      all = () => merged
      for (const { scenarios } of worlds()) {
        const own = ({ name }: { name: string }) => scenarios.defined.has(name)
        // What somebody defined for a world hides what lies in the folder.
        for (const name of changed) if (!own({ name })) scenarios.counts.delete(name)
        const isGone = (entry: { name: string }) => !own(entry) && !merged.has(entry.name)
        for (const entry of scenarios.active.filter(isGone)) release(scenarios, entry.name)
        scenarios.active = scenarios.active.filter((entry) => !isGone(entry))
      }
    },
  }
}

const readBuiltIn = (documents: Documents): Scenarios =>
  new Map(Object.entries(documents).map(([name, document]) => [name, readScenario(name, document, 'built-in')]))

/** Throws {@link Misuse} that names a mistake of each. */
export function readOverlay(documents: Documents): Map<string, Scenario> {
  const read = new Map<string, Scenario>()
  const mistakes: string[] = []
  for (const [name, document] of Object.entries(documents)) {
    try {
      read.set(name, readScenario(name, document, 'folder'))
    } catch (thrown) {
      if (!(thrown instanceof Misuse)) throw thrown
      mistakes.push(thrown.message)
    }
  }
  if (mistakes.length > 0) throw new Misuse(mistakes.join('\n'))
  return read
}
