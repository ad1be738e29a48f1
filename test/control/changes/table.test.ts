/** A world counts the changes that knobs make. */
import { controls } from '../../../src/control/index.ts'
import type { World } from '../../../src/service/world/world.ts'
import { expect, test } from '../../support/rule.ts'

/** The world's records, except for tables that were only opened. */
const recordsOf = ({ data }: World) =>
  JSON.stringify(
    [data.records, ...Object.values(data.environments)].map(({ tables }) =>
      Object.entries(tables).flatMap(([name, table]) => (table.size > 0 ? [[name, [...table]]] : [])),
    ),
  )

const changing = controls.filter(({ method, example }) => method !== 'GET' && example)

test.for(changing.map(({ id, example }) => [id, example] as const))(
  '%s counts as a change if it changes a record',
  async ([id, example], { ask, simulator }) => {
    const { world } = simulator
    const [records, count] = [recordsOf(world), simulator.changes.count]
    await ask(id, example)
    const isCounted = simulator.changes.count > count || recordsOf(world) === records

    expect(isCounted, 'Pass the knob and its methods that change the world to changing(…) in src/control/serving/world-knobs.ts.').toBe(
      true,
    )
  },
)
