/** A world's rules: those of its active scenarios, and those of a scenario that a call specifies in a header. */
import { type Misuse, unknownName } from '../wire/misuse.ts'
import { getOrCreate, liveSlot } from '../wire/when-needed.ts'
import type { Active, Scenario, ScenarioState } from '../world/scenario.ts'
import type { World } from '../world/world.ts'
import { type CatalogueScenarios, definedIn } from './catalogue.ts'
import { release } from './interventions.ts'
import type { EffectTarget } from './scenario/effect.ts'
import { type Candidate, prepareRule, rulesFor, type TargetRules } from './scenario/prepared-rules.ts'

/** A cached ruleset and its inputs. */
interface CachedRules {
  readonly activeList: ScenarioState['active']
  readonly defined: ReturnType<typeof definedIn>
  readonly catalogue: CatalogueScenarios
  /** The world time in milliseconds at which the first active scenario ends. */
  readonly ends: number
  readonly active: Ruleset
  /** Keyed by the scenario in the header. Its rules come before the active rules. */
  readonly named: Map<string, Ruleset>
}

const cache = liveSlot((): { rules?: CachedRules } => ({}))

/** Returns the rules for a call or job. Throws {@link Misuse} for an unknown scenario. */
export function rulesetOf(world: World, catalogue: CatalogueScenarios, named?: string): Ruleset {
  const cached = cachedRules(world, catalogue)
  if (named === undefined) return cached.active
  return getOrCreate(cached.named, named, () => {
    const scenario = findScenario(world, catalogue, named)
    if (!scenario) throw unknownScenario(named, world, catalogue)
    // A scenario that is also active is left out, so that a call only counts once.
    return createRuleset([
      { scenario, since: world.data.created, asked: true },
      ...candidates(world, catalogue).filter((each) => each.scenario !== scenario),
    ])
  })
}

function cachedRules(world: World, catalogue: CatalogueScenarios): CachedRules {
  const { scenarios: state } = world
  const cached = cache.of(world)
  const known = cached.rules
  const { active } = state
  const defined = definedIn(world)
  if (known?.activeList === active && known.defined === defined && known.catalogue === catalogue && world.clock.now() < known.ends)
    return known
  endExpired(world)
  const made: CachedRules = {
    activeList: state.active,
    defined,
    catalogue,
    ends: Math.min(...state.active.map(({ until = Number.POSITIVE_INFINITY }) => until)),
    active: createRuleset(candidates(world, catalogue)),
    named: new Map(),
  }
  cached.rules = made
  return made
}

/** The active scenarios, most recently activated first. */
const candidates = (world: World, catalogue: CatalogueScenarios): Candidate[] =>
  world.scenarios.active.toReversed().flatMap(({ name, since }) => {
    const scenario = findScenario(world, catalogue, name)
    return scenario ? [{ scenario, since }] : []
  })

/** Switches off scenarios that have ended. */
export function endExpired(world: World): void {
  const { scenarios, clock } = world
  const now = clock.now()
  const isOver = ({ until }: Active) => until !== undefined && until <= now
  const expired = scenarios.active.filter(isOver)
  if (expired.length === 0) return
  scenarios.active = scenarios.active.filter((each) => !isOver(each))
  for (const { name } of expired) release(world, name)
}

/** A scenario defined in the world replaces the catalogue's scenario with the same name. */
export const findScenario = (world: World, catalogue: CatalogueScenarios, name: string): Scenario | undefined =>
  definedIn(world).get(name) ?? catalogue.get(name)

export function unknownScenario(name: string, world: World, catalogue: CatalogueScenarios): Misuse {
  const names = [...new Set([...catalogue.keys(), ...definedIn(world).keys()])].sort()
  return unknownName(`There is no scenario ${JSON.stringify(name.slice(0, 100))}.`, name, names)
}

export interface Ruleset {
  of(target: EffectTarget): TargetRules
}

/** Creates a ruleset, with the rules in order of precedence. */
export function createRuleset(candidates: readonly Candidate[]): Ruleset {
  const all = candidates.flatMap((candidate) => candidate.scenario.rules.map((rule, at) => prepareRule(candidate, rule, at)))
  const known = new Map<string, TargetRules>()
  return { of: (target) => known.get(target.id) ?? getOrCreate(known, target.id, () => rulesFor(all, target)) }
}
