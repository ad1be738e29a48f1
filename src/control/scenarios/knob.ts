/** A world's scenarios: lists them, switches them on and off, defines them and removes them. */

import type { z } from 'zod'
import { endExpired, findScenario, unknownScenario } from '../../service/failures/active-rules.ts'
import {
  type Catalogue,
  type CatalogueScenarios,
  definedIn,
  definedScenarios,
  type ScenarioName,
} from '../../service/failures/catalogue.ts'
import { spanOf, type TimeSpan } from '../../service/failures/effects.ts'
import { release } from '../../service/failures/interventions.ts'
import { documentOf, findMistakes, readScenario, type WrittenScenario } from '../../service/failures/read-scenario.ts'
import { type AnyDocument, anyName, Misuse, misuseOfAll, mostMistakes } from '../../service/wire/misuse.ts'
import { endOfTime, zulu } from '../../service/wire/timestamp.ts'
import { countsOf, forgetCounts, type Scenario, separateCounts } from '../../service/world/scenario.ts'
import type { World } from '../../service/world/world.ts'
import { type Page, pageOf } from '../rows/page.ts'
import type { ScenarioStatus, scenarioCheckReply, scenarioReply, scenariosReply } from './rows.ts'
import { chapterOf, showRules } from './rules.ts'

/** Returns the counts by rule position. A rule with `per` has separate counts for each caller or order, which are added up. */
function countedBy(world: World, { name, rules }: Scenario): number[] {
  const calls = countsOf(world, name)
  const sums = rules.map((_, at) => calls[at] ?? 0)
  for (const [key, { count }] of world.of(separateCounts).byScenario.get(name) ?? []) {
    const at = Number(ruleOf.exec(key)?.[1] ?? Number.NaN)
    if (at in sums) sums[at] = (sums[at] ?? 0) + count
  }
  return sums
}

/** A count's key begins with the rule's position. Keys that contain ` count ` store an effect's state. */
const ruleOf = /^(\d+) (?!count )/

/** All methods throw {@link Misuse} for an unknown scenario. */
export type Scenarios = ReturnType<typeof createScenarios>

export function createScenarios(current: () => World, scenarios: Catalogue['all']) {
  const known = async () => {
    const world = current()
    const catalogue = await scenarios()
    endExpired(world)
    return { world, catalogue }
  }
  const demand = (world: World, catalogue: CatalogueScenarios, name: string) => {
    const scenario = findScenario(world, catalogue, name)
    if (!scenario) throw unknownScenario(name, world, catalogue)
    return scenario
  }
  const status = (world: World, scenario: Scenario): ScenarioStatus => {
    const { name, summary, source } = scenario
    const active = world.scenarios.active.find((entry) => entry.name === name)
    return {
      name: anyName(name),
      summary,
      breaks: chapterOf(scenario),
      source,
      active: active !== undefined,
      until: active?.until === undefined ? null : zulu(active.until),
    }
  }

  return {
    /** `among` selects and sorts scenarios. `breaks` returns a scenario's chapter. */
    async list(
      page?: Page,
      among: (all: readonly Scenario[], breaks: (scenario: Scenario) => string) => readonly Scenario[] = (all) => all,
    ): Promise<z.output<typeof scenariosReply>> {
      const { world, catalogue } = await known()
      const all = new Map([...catalogue, ...definedIn(world)])
      const sorted = [...all.values()].sort((one, other) => (one.name < other.name ? -1 : 1))
      const shown = (scenario: Scenario) => status(world, scenario)
      return pageOf('scenarios', among(sorted, chapterOf), page, ({ name }) => name, shown)
    },
    async find(name: ScenarioName): Promise<z.output<typeof scenarioReply>> {
      const { world, catalogue } = await known()
      const scenario = demand(world, catalogue, name)
      const { description = null, guidance = null } = scenario
      return {
        ...status(world, scenario),
        description,
        guidance,
        ...showRules(scenario),
        counted: countedBy(world, scenario),
        document: documentOf(scenario),
      }
    },
    /** Switches a scenario on, or restarts it if it is already on. */
    async use(name: ScenarioName, { ttl }: { readonly ttl?: TimeSpan | undefined } = {}): Promise<ScenarioStatus> {
      const { world, catalogue } = await known()
      const scenario = demand(world, catalogue, name)
      const since = world.clock.now()
      const until = ttl === undefined ? undefined : since + spanOf(ttl)
      if (until !== undefined && until > endOfTime) throw new Misuse(`ttl: a scenario cannot stay on past ${zulu(endOfTime)}.`)
      world.scenarios.active = [...world.scenarios.active.filter((entry) => entry.name !== name), { name, since, until }]
      forgetCounts(world, name)
      return status(world, scenario)
    },
    /** Without a name, switches all scenarios off. */
    async off(name?: ScenarioName): Promise<void> {
      const { world, catalogue } = await known()
      if (name !== undefined) demand(world, catalogue, name)
      world.scenarios.active = name === undefined ? [] : world.scenarios.active.filter((entry) => entry.name !== name)
      release(world, name)
    },
    /**
     * Defines a scenario for this world, or replaces the scenario with the same name. To use it, pass the `name` from the reply. Throws
     * {@link Misuse} for an invalid document.
     */
    define(name: string, document: WrittenScenario | AnyDocument): ScenarioStatus {
      const scenario = readScenario(name, document, 'defined')
      const world = current()
      world.of(definedScenarios).define(scenario)
      endExpired(world)
      return status(world, scenario)
    },
    /** Returns the errors in a document and their positions, without defining anything. */
    check(name: string, document: unknown): z.output<typeof scenarioCheckReply> {
      const checked = findMistakes(name, document)
      if ('data' in checked) return { mistakes: [], places: [] }
      const { lines } = misuseOfAll(checked.mistakes.map(({ misuse }) => misuse))
      return { mistakes: [...lines], places: checked.mistakes.slice(0, mostMistakes).map(({ at }) => at) }
    },
    /** Removes a scenario that was defined in this world. */
    async remove(name: ScenarioName): Promise<void> {
      const { world, catalogue } = await known()
      if (!definedIn(world).has(name)) {
        demand(world, catalogue, name)
        throw new Misuse(
          `Scenario ${name} ${catalogue.get(name)?.source === 'folder' ? 'comes from a folder' : 'is built in'}, so it cannot be removed.`,
          definedIn(world).size > 0 ? [...definedIn(world).keys()] : undefined,
        )
      }
      world.of(definedScenarios).undefine(name)
      release(world, name)
      if (!catalogue.has(name)) world.scenarios.active = world.scenarios.active.filter((entry) => entry.name !== name)
    },
  }
}
