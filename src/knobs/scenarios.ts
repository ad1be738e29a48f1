/** The scenarios of a world: to list, switch on and off, define and remove. */
import type { z } from 'zod'
import type { ScenarioStatus, scenarioReply, scenariosReply } from '../control-replies/scenarios.ts'
import { spanOf, type TimeSpan } from '../effects/duration-option.ts'
import { Misuse } from '../misuse.ts'
import { endExpired, findScenario, unknownScenario } from '../scenario/active-rules.ts'
import type { CatalogueScenarios } from '../scenario/catalogue.ts'
import { release } from '../scenario/holding.ts'
import { readScenario } from '../scenario/read-scenario.ts'
import { define, undefine } from '../state/scenario/scenario-state.ts'
import type { Scenario } from '../state/scenario.ts'
import type { World } from '../state/world.ts'
import type { MaybePromise } from '../wire/http/call.ts'
import { endOfTime, zulu } from '../wire/values/timestamp.ts'
import { type Page, pageOf } from './page.ts'
import { showRules } from './scenarios/rules.ts'

/** Each method throws {@link Misuse} for a scenario that does not exist. */
export interface Scenarios {
  list(page?: Page): Promise<z.output<typeof scenariosReply>>
  find(name: string): Promise<z.output<typeof scenarioReply>>
  /** Switches a scenario on. A scenario that is on begins again at its first call. */
  use(name: string, options?: { readonly ttl?: TimeSpan | undefined }): Promise<ScenarioStatus>
  /** Without a name: switches all scenarios off. */
  off(name?: string): Promise<void>
  /** Defines a scenario for this world. The same name replaces. Throws {@link Misuse} for a mistake in the document. */
  define(name: string, document: unknown): ScenarioStatus
  /** Removes a scenario that was defined in this world. */
  remove(name: string): Promise<void>
}

/** Asks for the current world each time, because a reset replaces it. */
export function createScenarios(current: () => World, scenarios: () => MaybePromise<CatalogueScenarios>): Scenarios {
  const known = async () => {
    const world = current()
    const catalogue = await scenarios()
    endExpired(world)
    return { world, catalogue }
  }
  const demand = (world: World, catalogue: CatalogueScenarios, name: string) => {
    const found = findScenario(world, catalogue, name)
    if (!found) throw unknownScenario(name, world, catalogue)
    return found
  }
  const status = (world: World, { name, summary, source }: Scenario): ScenarioStatus => {
    const active = world.scenarios.active.find((entry) => entry.name === name)
    return {
      name,
      summary,
      source,
      active: active !== undefined,
      until: active?.until === undefined ? null : zulu(active.until),
    }
  }

  return {
    async list(page) {
      const { world, catalogue } = await known()
      const all = new Map([...catalogue, ...world.scenarios.defined])
      const sorted = [...all.values()].sort((one, other) => (one.name < other.name ? -1 : 1))
      const { shown, rest } = pageOf(
        sorted,
        page,
        ({ name }) => name,
        (scenario) => status(world, scenario),
      )
      return { scenarios: shown, ...rest }
    },
    async find(name) {
      const { world, catalogue } = await known()
      const scenario = demand(world, catalogue, name)
      const { description = null, guidance = null } = scenario
      return { ...status(world, scenario), description, guidance, ...showRules(scenario) }
    },
    async use(name, { ttl } = {}) {
      const { world, catalogue } = await known()
      const scenario = demand(world, catalogue, name)
      const since = world.clock.now()
      const until = ttl === undefined ? undefined : since + spanOf(ttl)
      if (until !== undefined && until > endOfTime) throw new Misuse(`ttl: no scenario stays on past ${zulu(endOfTime)}.`)
      world.scenarios.active = [...world.scenarios.active.filter((entry) => entry.name !== name), { name, since, until }]
      world.scenarios.counts.delete(name)
      return status(world, scenario)
    },
    async off(name) {
      const { world, catalogue } = await known()
      if (name !== undefined) demand(world, catalogue, name)
      world.scenarios.active = name === undefined ? [] : world.scenarios.active.filter((entry) => entry.name !== name)
      release(world.scenarios, name)
    },
    define(name, document) {
      const scenario = readScenario(name, document, 'defined')
      const world = current()
      define(world.scenarios, scenario)
      endExpired(world)
      return status(world, scenario)
    },
    async remove(name) {
      const { world, catalogue } = await known()
      if (!world.scenarios.defined.has(name)) {
        demand(world, catalogue, name)
        throw new Misuse(
          `The scenario ${name} ${catalogue.get(name)?.source === 'folder' ? 'comes from a folder' : 'is built in'}, so it cannot be removed.`,
          world.scenarios.defined.size > 0 ? [...world.scenarios.defined.keys()] : undefined,
        )
      }
      undefine(world.scenarios, name)
      release(world.scenarios, name)
      if (!catalogue.has(name)) world.scenarios.active = world.scenarios.active.filter((entry) => entry.name !== name)
    },
  }
}
