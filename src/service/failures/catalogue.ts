/** The scenarios that every world knows, built in or of the user's folder, and those that a world defines: each replaces the ones before of the same name. */

import type { AreaName } from '../areas/areas.ts'
import type { JobId, OperationId } from '../areas/index.ts'
import { type AnyName, Misuse } from '../wire/misuse.ts'
import { zulu } from '../wire/timestamp.ts'
import { once } from '../wire/when-needed.ts'
import { defineRecord, type Records } from '../world/records.ts'
import type { Calls, Rule, Scenario } from '../world/scenario.ts'
import { type Active, forgetAllCounts } from '../world/scenario-state.ts'
import type { World } from '../world/world.ts'
import type { BuiltInScenario } from './built-in-names.ts'
import type { ScenarioDocument } from './grammar.ts'
import { release } from './holding.ts'
import { type ProvenScenario, readScenario, scenarioOf } from './read-scenario.ts'

/** Documents of scenarios, by name. */
export type Documents = Readonly<Record<string, unknown>>
/** The built-in scenarios and those of the user's folder, by name. */
export type CatalogueScenarios = ReadonlyMap<string, Scenario>

export interface Catalogue {
  /** Loads them on first use. */
  readonly all: () => Promise<CatalogueScenarios>
  /** Undefined before they are loaded. */
  readonly loaded: () => CatalogueScenarios | undefined
  /**
   * Replaces the user's folder. Active scenarios stay active unless the folder no longer has them.
   * Rejects with a {@link Misuse} that names every mistake. Nothing changes then.
   */
  overlay(documents: Documents): Promise<void>
  /** The documents of the user's folder. */
  folder(): Documents
}

export function createCatalogue(documents: () => Documents | Promise<Documents>, worlds: () => readonly World[]): Catalogue {
  let loaded: CatalogueScenarios | undefined
  const builtIn = once(async () => readBuiltIn(await documents()))
  /** By scenario; undefined before the first folder, which brings back what was counted before a restart. */
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
        // A scenario that the world defines hides the one of the folder.
        for (const name of changed) if (!defined.has(name)) forgetAllCounts(world, name)
        const isGone = ({ name }: Active) => !defined.has(name) && !merged.has(name)
        for (const { name } of scenarios.active.filter(isGone)) release(world, name)
        scenarios.active = scenarios.active.filter((each) => !isGone(each))
      }
    },
  }
}

/** The build has checked the scenarios of Standin: checking them again takes a tenth of a start (`npm run bench:start`). */
const checked = new WeakSet<Documents>()

/** Says that the documents are what `checkDocument` returned. */
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

/** Reads the documents of a folder. Throws a {@link Misuse} that names every mistake of every document. */
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

/** A built-in scenario, or one from outside: see `anyName`. */
export type ScenarioName = BuiltInScenario | AnyName

/** An operation, or a name from outside. */
export type OperationName = OperationId | AnyName

/** An operation, a job, or an area with all that is in it. */
export type JournalName = OperationName | JobId | AreaName

export interface DefinedScenarios {
  /** By name. It is replaced, never changed: a cache compares it by identity. */
  readonly all: ReadonlyMap<string, Scenario>
  /** The same name replaces. */
  define(scenario: Scenario): void
  undefine(name: string): void
}

/** A scenario that a world defines hides one of the catalogue with its name. */
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

/** The scenarios that a world defines, by name. */
export const definedIn = ({ of }: Records): ReadonlyMap<string, Scenario> => of(definedScenarios).all

/** In the form of a scenario file. */
export function writtenRule({
  on,
  where,
  calls,
  probability,
  after,
  for: lasting,
  every,
  until,
  per,
  effects: named,
}: Rule): Record<string, unknown> {
  const all = {
    on,
    where,
    calls: calls && writtenCalls(calls),
    probability,
    after: duration(after),
    for: duration(lasting),
    every: duration(every),
    until: until === undefined ? undefined : zulu(until),
    per,
    ...named,
  }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
}

/** In the form of a scenario file: `3`, `"2-5"`, `"2-"` or `{ every: 3 }`. */
export function writtenCalls(calls: Calls): number | string | { readonly every: number } {
  if ('every' in calls) return calls
  if (calls.from === calls.to) return calls.from
  return `${calls.from}-${Number.isFinite(calls.to) ? calls.to : ''}`
}

const duration = (milliseconds: number | undefined) => (milliseconds === undefined ? undefined : `PT${milliseconds / 1000}S`)

/** The document of a scenario, as in its file. */
export function documentOf(scenario: Scenario): Record<string, unknown> {
  const { summary, description, guidance, given, proof } = scenario as ProvenScenario
  const all = { summary, description, guidance, given, rules: scenario.rules.map(writtenRule), proof }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
}
