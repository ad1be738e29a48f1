/** The rules for each call of a world: those of the scenarios that are switched on, and of the one that a call asks for. */
import { Misuse } from '../misuse.ts'
import type { Active, Scenario, ScenarioState } from '../state/scenario.ts'
import type { World } from '../state/world.ts'
import { getOrCreate } from '../wire/get-or-create.ts'
import { release } from './holding.ts'
import { type Candidate, layOut, type Ruleset } from './ruleset.ts'

export type BuiltIn = ReadonlyMap<string, Scenario>

/** What was laid out, and of what. */
interface Layout {
  readonly active: ScenarioState['active']
  readonly defined: ScenarioState['defined']
  readonly builtIn: BuiltIn
  /** When the first of them ends. */
  readonly ends: number
  readonly switchedOn: Ruleset
  /** By the scenario that a header asks for before them. */
  readonly asked: Map<string, Ruleset>
}

const layouts = new WeakMap<ScenarioState, Layout>()

/** The rules for a call or a job. Throws {@link Misuse} for a scenario that does not exist. */
export function rulesetOf(world: World, builtIn: BuiltIn, named?: string): Ruleset {
  const layout = layoutOf(world, builtIn)
  if (named === undefined) return layout.switchedOn
  return getOrCreate(layout.asked, named, () => {
    const scenario = findScenario(world, builtIn, named)
    if (!scenario) throw unknownScenario(named, world, builtIn)
    // A call counts once, also where the scenario is switched on as well.
    return layOut([{ scenario, since: world.data.created }, ...candidates(world, builtIn).filter((each) => each.scenario !== scenario)])
  })
}

function layoutOf(world: World, builtIn: BuiltIn): Layout {
  const { scenarios: state } = world
  const known = layouts.get(state)
  const { active, defined } = state
  if (known?.active === active && known.defined === defined && known.builtIn === builtIn && world.clock.now() < known.ends) return known
  endExpired(world)
  const made: Layout = {
    active: state.active,
    defined,
    builtIn,
    ends: Math.min(...state.active.map(({ until = Number.POSITIVE_INFINITY }) => until)),
    switchedOn: layOut(candidates(world, builtIn)),
    asked: new Map(),
  }
  layouts.set(state, made)
  return made
}

/** Last switched on first. */
const candidates = (world: World, builtIn: BuiltIn): Candidate[] =>
  world.scenarios.active.toReversed().flatMap(({ name, since }) => {
    const scenario = findScenario(world, builtIn, name)
    return scenario ? [{ scenario, since }] : []
  })

/** What has run its time is off. */
export function endExpired({ scenarios, clock }: World): void {
  const now = clock.now()
  const isOver = ({ until }: Active) => until !== undefined && until <= now
  const over = scenarios.active.filter(isOver)
  if (over.length === 0) return
  scenarios.active = scenarios.active.filter((each) => !isOver(each))
  for (const { name } of over) release(scenarios, name)
}

/** A defined one hides the built-in one of its name. */
export const findScenario = ({ scenarios }: World, builtIn: BuiltIn, name: string): Scenario | undefined =>
  scenarios.defined.get(name) ?? builtIn.get(name)

export function unknownScenario(name: string, { scenarios }: World, builtIn: BuiltIn): Misuse {
  const names = [...new Set([...builtIn.keys(), ...scenarios.defined.keys()])].sort()
  return new Misuse(`There is no scenario ${JSON.stringify(name.slice(0, 100))}.`, names)
}
