/** The one way tests talk to a simulator: in process, with no port, on a clock that stands. */
import { onTestFinished } from 'vitest'
import { createClient } from '../../src/client.ts'
import { frontDoor } from '../../src/control/front-door.ts'
import { createFetchHandler } from '../../src/hosts/fetch.ts'
import { nodePlatform } from '../../src/platform/node.ts'
import { readFixtures, readScenarioFiles } from '../../src/platform/node-files.ts'
import { createSimulator, type SimulatorOptions } from '../../src/simulator.ts'

export const start = '2026-06-01T10:00:00Z'
export const base = 'http://standin.test'

export const fixtures = readFixtures()

/** A simulator of its own for one test, closed with it. */
export function standin(options: Partial<SimulatorOptions> = {}) {
  const defects: unknown[] = []
  const platform = { ...nodePlatform(), alarm: (defect: unknown) => void defects.push(defect) }
  const simulator = createSimulator({
    platform,
    fixtures,
    scenarios: readScenarioFiles,
    checked: true,
    clock: 'frozen',
    now: Date.parse(start),
    ...options,
  })
  const answer = createFetchHandler(frontDoor(simulator))
  onTestFinished(() => {
    simulator.close()
    if (defects.length > 0) throw defects[0]
  })

  async function send(request: Request): Promise<Response> {
    const response = await answer(request)
    // As fetch does it.
    if (response.type === 'error') throw new TypeError('fetch failed')
    return response
  }

  /** A client of this world, or of another: `/production`, `/worlds/other`. */
  function clientOf(prefix = '') {
    const world = /^\/worlds\/([^/]+)/.exec(prefix)?.[1] ?? 'default'
    const tokens = new Map<string, Promise<string>>()
    return createClient({
      base: base + prefix,
      send,
      token(as) {
        const key = JSON.stringify(as)
        const made =
          tokens.get(key) ??
          simulator
            .knobs(world)
            .token({ ...as, ttl: 365 * 86_400 })
            .then(({ token }) => token)
        tokens.set(key, made)
        return made
      },
      moment: async () => void (await simulator.knobs(world).advance({ by: 1000 })),
    })
  }

  return { simulator, send, client: clientOf(), clientOf, defects }
}
