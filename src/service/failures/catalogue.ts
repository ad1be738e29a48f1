/** Scenarios: built in, from the user's folder, or defined in a world, where each of these sources overrides the previous ones. */

import type { AreaName } from '../areas/areas.ts'
import type { JobId, OperationId } from '../areas/index.ts'
import { type AnyName, Misuse } from '../wire/misuse.ts'
import { once } from '../wire/when-needed.ts'
import { defineRecord, type Records } from '../world/records.ts'
import type { Scenario } from '../world/scenario.ts'
import { type Active, forgetAllCounts } from '../world/scenario.ts'
import type { World } from '../world/world.ts'
import { release } from './interventions.ts'
import { readScenario, scenarioOf } from './read-scenario.ts'
import type { BuiltInScenario } from './scenario/built-in-names.ts'
import type { ScenarioDocument } from './scenario/grammar.ts'

export type { BuiltInScenario } from './scenario/built-in-names.ts'

export type Documents = Readonly<Record<string, unknown>>
/** The scenarios that are built in or in the user's folder, keyed by name. */
export type CatalogueScenarios = ReadonlyMap<string, Scenario>

export interface Catalogue {
  readonly all: () => Promise<CatalogueScenarios>
  /** Undefined until the scenarios are loaded. */
  readonly loaded: () => CatalogueScenarios | undefined
  /**
   * Replaces the user's folder. Active scenarios stay active if they still exist. If there are mistakes, changes nothing and rejects with a
   * {@link Misuse} that lists them.
   */
  overlay(documents: Documents): Promise<void>
  folder(): Documents
}

export function createCatalogue(documents: () => Documents | Promise<Documents>, worlds: () => readonly World[]): Catalogue {
  let loaded: CatalogueScenarios | undefined
  const builtIn = once(async () => readBuiltIn(await documents()))
  /**
   * The documents in the folder as JSON, keyed by scenario. Undefined until the first folder is loaded, because the first folder after a
   * restart must not reset counts.
   */
  let texts: Readonly<Record<string, string>> | undefined
  let folderDocuments: Documents = {}
  return {
    async all() {
      const read = await builtIn()
      loaded ??= read
      return loaded
    },
    loaded: () => loaded,
    folder: () => folderDocuments,
    async overlay(folder) {
      const merged = new Map([...(await builtIn()), ...readOverlay(folder)])
      const now = Object.fromEntries(Object.entries(folder).map(([name, document]) => [name, JSON.stringify(document)]))
      const before = texts ?? now
      texts = now
      const changed = new Set([...Object.keys(before), ...Object.keys(now)].filter((name) => before[name] !== now[name]))
      loaded = merged
      folderDocuments = folder
      for (const world of worlds()) {
        const { scenarios } = world
        const defined = definedIn(world)
        // A scenario defined in the world hides the scenario with the same name in the folder.
        for (const name of changed) if (!defined.has(name)) forgetAllCounts(world, name)
        const isGone = ({ name }: Active) => !defined.has(name) && !merged.has(name)
        for (const { name } of scenarios.active.filter(isGone)) release(world, name)
        scenarios.active = scenarios.active.filter((each) => !isGone(each))
      }
    },
  }
}

/** Built-in scenarios were checked by the build. Checking them again would take a tenth of the startup time (`npm run bench:start`). */
const checked = new WeakSet<Documents>()

/** Marks documents that `checkDocument` has returned. */
export function asChecked(documents: Documents): Documents {
  checked.add(documents)
  return documents
}

const isChecked = (documents: Documents): documents is Readonly<Record<string, ScenarioDocument>> => checked.has(documents)

function readBuiltIn(documents: Documents): CatalogueScenarios {
  const read = isChecked(documents)
    ? Object.entries(documents).map(([name, document]) => scenarioOf(name, document, 'built-in'))
    : Object.entries(documents).map(([name, document]) => readScenario(name, document, 'built-in'))
  return new Map(read.map((scenario) => [scenario.name, scenario]))
}

/** Reads the documents in a folder. Throws a {@link Misuse} that lists every mistake in every document. */
function readOverlay(documents: Documents): Map<string, Scenario> {
  const read = new Map<string, Scenario>()
  const mistakes: string[] = []
  for (const [name, document] of Object.entries(documents)) {
    try {
      read.set(name, readScenario(name, document, 'folder'))
    } catch (thrown) {
      if (!(thrown instanceof Misuse)) throw thrown
      mistakes.push(...thrown.lines)
    }
  }
  if (mistakes.length > 0) throw new Misuse(mistakes)
  return read
}

/** A built-in scenario, or any name wrapped in `anyName`. */
export type ScenarioName = BuiltInScenario | AnyName

/** An operation, or any name wrapped in `anyName`. */
export type OperationName = OperationId | AnyName

/** An operation, a job, or an area with all its operations and jobs. */
export type JournalName = OperationName | JobId | AreaName

export interface DefinedScenarios {
  /** Keyed by name. The map is replaced but never modified, because a cache compares it by identity. */
  readonly all: ReadonlyMap<string, Scenario>
  /** Replaces any scenario with the same name. */
  define(scenario: Scenario): void
  undefine(name: string): void
}

/** Scenarios defined in a world, which hide scenarios with the same name in the catalogue. */
export const definedScenarios = defineRecord({
  name: 'scenario',
  key: ({ name }: Scenario) => name,
  open(table, records): DefinedScenarios {
    const read = () => new Map(table.findMany().map((scenario) => [scenario.name, scenario]))
    let all = read()
    return {
      get all() {
        return all
      },
      define(scenario) {
        table.put(scenario)
        all = read()
        forgetAllCounts(records, scenario.name)
      },
      undefine(name) {
        const known = table.get(name)
        if (known) table.remove(known)
        all = read()
        forgetAllCounts(records, name)
      },
    }
  },
})

export const definedIn = ({ of }: Records): ReadonlyMap<string, Scenario> => of(definedScenarios).all
