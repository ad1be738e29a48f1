/** A world's rules: those in its active scenarios, and those in a scenario that a call requests in a header. */
import { type Misuse, unknownName } from '../wire/misuse.ts'
import { getOrCreate, liveSlot } from '../wire/when-needed.ts'
import type { Active, Scenario, ScenarioState } from '../world/scenario.ts'
import type { World } from '../world/world.ts'
import { type CatalogueScenarios, definedIn } from './catalogue.ts'
import { release } from './interventions.ts'
import type { EffectTarget } from './scenario/effect.ts'
import { type Candidate, prepareRule, rulesFor, type TargetRules } from './scenario/prepared-rules.ts'

interface CachedRules {
  readonly activeList: ScenarioState['active']
  readonly defined: ReturnType<typeof definedIn>
  readonly catalogue: CatalogueScenarios
  /** When the first active scenario ends, in milliseconds of world time. */
  readonly ends: number
  readonly active: Ruleset
  /** Keyed by the scenario in the header, whose rules come before the active rules. */
  readonly named: Map<string, Ruleset>
}

const cache = liveSlot((): { rules?: CachedRules } => ({}))

/** Returns the rules for a call or job. Throws {@link Misuse} if the scenario is unknown. */
export function rulesetOf(world: World, catalogue: CatalogueScenarios, named?: string): Ruleset {
  const cached = cachedRules(world, catalogue)
  if (named === undefined) return cached.active
  return getOrCreate(cached.named, named, () => {
    const scenario = findScenario(world, catalogue, named)
    if (!scenario) throw unknownScenario(named, world, catalogue)
    // Leaves out the requested scenario if it is also active, so that a call counts only once.
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

/** Returns the active scenarios, most recently activated first. */
const candidates = (world: World, catalogue: CatalogueScenarios): Candidate[] =>
  world.scenarios.active.toReversed().flatMap(({ name, since }) => {
    const scenario = findScenario(world, catalogue, name)
    return scenario ? [{ scenario, since }] : []
  })

export function endExpired(world: World): void {
  const { scenarios, clock } = world
  const now = clock.now()
  const isOver = ({ until }: Active) => until !== undefined && until <= now
  const expired = scenarios.active.filter(isOver)
  if (expired.length === 0) return
  scenarios.active = scenarios.active.filter((each) => !isOver(each))
  for (const { name } of expired) release(world, name)
}

/** Finds a scenario by name. A scenario defined in the world takes precedence over a scenario with the same name in the catalogue. */
export const findScenario = (world: World, catalogue: CatalogueScenarios, name: string): Scenario | undefined =>
  definedIn(world).get(name) ?? catalogue.get(name)

export function unknownScenario(name: string, world: World, catalogue: CatalogueScenarios): Misuse {
  const names = [...new Set([...catalogue.keys(), ...definedIn(world).keys()])].sort()
  return unknownName(`Unknown scenario: ${JSON.stringify(name.slice(0, 100))}.`, name, names)
}

export interface Ruleset {
  of(target: EffectTarget): TargetRules
}

export function createRuleset(candidates: readonly Candidate[]): Ruleset {
  const all = candidates.flatMap((candidate) => candidate.scenario.rules.map((rule, at) => prepareRule(candidate, rule, at)))
  const known = new Map<string, TargetRules>()
  return { of: (target) => known.get(target.id) ?? getOrCreate(known, target.id, () => rulesFor(all, target)) }
}
