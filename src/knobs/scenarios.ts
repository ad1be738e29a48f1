/** Switches the scenarios of a world on and off, and takes in new ones. */

import { Misuse } from '../misuse.ts'
import { endExpired, findScenario, unknownScenario } from '../scenario/active-rules.ts'
import { release } from '../scenario/holding.ts'
import { readScenario } from '../scenario/read-scenario.ts'
import { define, type Scenario, undefine } from '../state/scenario.ts'
import type { World } from '../state/world.ts'
import type { MaybePromise } from '../wire/http/call.ts'
import { endOfTime, zulu } from '../wire/values/timestamp.ts'

export interface ScenarioStatus {
  readonly name: string
  readonly summary: string
  readonly source: Scenario['source']
  readonly active: boolean
  /** ISO 8601. */
  readonly until: string | null
}

type BuiltIn = ReadonlyMap<string, Scenario>

export interface Scenarios {
  list(): Promise<ScenarioStatus[]>
  find(name: string): Promise<Scenario & ScenarioStatus>
  /** Switches on, or again from its first call; `ttl` in world milliseconds. */
  use(name: string, options?: { ttl?: number | undefined }): Promise<ScenarioStatus>
  off(name?: string): Promise<void>
  /** Defines one for this world; the same name replaces. */
  define(name: string, document: unknown): Scenario
  remove(name: string): Promise<void>
}

/** The world is asked for anew each time: a reset replaces it. */
export function createScenarios(current: () => World, scenarios: () => MaybePromise<BuiltIn>): Scenarios {
  const known = async () => {
    const world = current()
    const builtIn = await scenarios()
    endExpired(world)
    return { world, builtIn }
  }
  const demand = (world: World, builtIn: BuiltIn, name: string) => {
    const found = findScenario(world, builtIn, name)
    if (!found) throw unknownScenario(name, world, builtIn)
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
    async list() {
      const { world, builtIn } = await known()
      const all = new Map([...builtIn, ...world.scenarios.defined])
      return [...all.values()].sort((one, other) => (one.name < other.name ? -1 : 1)).map((scenario) => status(world, scenario))
    },
    async find(name) {
      const { world, builtIn } = await known()
      const scenario = demand(world, builtIn, name)
      return { ...scenario, ...status(world, scenario) }
    },
    async use(name, { ttl } = {}) {
      const { world, builtIn } = await known()
      const scenario = demand(world, builtIn, name)
      const since = world.clock.now()
      const until = ttl === undefined ? undefined : since + ttl
      if (until !== undefined && until > endOfTime) throw new Misuse(`ttl: nothing stays on past ${zulu(endOfTime)}.`)
      world.scenarios.active = [...world.scenarios.active.filter((entry) => entry.name !== name), { name, since, until }]
      world.scenarios.counts.delete(name)
      return status(world, scenario)
    },
    async off(name) {
      const { world, builtIn } = await known()
      if (name !== undefined) demand(world, builtIn, name)
      world.scenarios.active = name === undefined ? [] : world.scenarios.active.filter((entry) => entry.name !== name)
      release(world.scenarios, name)
    },
    define(name, document) {
      const scenario = readScenario(name, document, 'defined')
      define(current().scenarios, scenario)
      return scenario
    },
    async remove(name) {
      const { world, builtIn } = await known()
      if (!world.scenarios.defined.has(name)) {
        demand(world, builtIn, name)
        throw new Misuse(
          `The scenario ${name} ${builtIn.get(name)?.source === 'folder' ? 'lies in a folder' : 'is built in'} and cannot be removed.`,
          world.scenarios.defined.size > 0 ? [...world.scenarios.defined.keys()] : undefined,
        )
      }
      undefine(world.scenarios, name)
      release(world.scenarios, name)
      if (!builtIn.has(name)) world.scenarios.active = world.scenarios.active.filter((entry) => entry.name !== name)
    },
  }
}
