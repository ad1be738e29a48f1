/** The public surface for Vitest: a fixture that gives each test its own world, in this process. */

import { setupServer } from 'msw/node'
import { test as base, type TestAPI, type TestContext } from 'vitest'
import type { Simulator, SimulatorOptions, WorldKnobs } from './control/create-simulator.ts'
import { frontDoor } from './control/front-door.ts'
import { type Demanded, demandGood, journalText, shownLines, worldName } from './control/test-world.ts'
import { createHandler } from './hosts/msw.ts'
import { createSimulator } from './hosts/on-node.ts'
import { Misuse } from './service/wire/misuse.ts'
import { shownLine } from './service/wire/text.ts'

export type { Changes, Gate, Simulator, SnapshotDocument, SnapshotOptions, WorldKnobs } from './control/create-simulator.ts'
export { type AnyDocument, type AnyName, anyDocument, anyName, Misuse } from './service/wire/misuse.ts'

/** The world for one test, with all its knobs: `standin.token(…)`, `standin.scenarios.use(…)`, `standin.advance(…)`. */
export interface StandinWorld extends WorldKnobs {
  /**
   * The world's URL, such as `http://localhost/worlds/an-order-is-sent`. While no other test is running in this process, calls to the
   * live services' URLs and to `localhost` without a world go to this world too.
   */
  readonly url: string
  /** This process's simulator. Its other worlds belong to other tests. */
  readonly simulator: Simulator
}

/** Options for a simulator, and the calls that it answers. */
export interface StandinFixtureOptions extends Partial<SimulatorOptions> {
  /** Origins to answer, as in `createHandlers`. The worlds' URLs start with the first origin. */
  readonly origin?: string | readonly string[] | undefined
  /** The environment for calls whose URL does not specify one. Default: `test`. */
  readonly environment?: 'test' | 'production' | undefined
  /**
   * Fails a test if a verdict on its client is `bad` (with `'advice'`, also if it is `advice`), or if the test activates a scenario that
   * affects no calls. Calls from `standin.client()` are not judged. Default: nothing is judged.
   */
  readonly failOn?: Demanded | undefined
  /** Your own MSW handlers, which take precedence over Standin's. */
  readonly handlers?: Parameters<typeof setupServer> | undefined
}

type StandinFixture = (context: TestContext, use: (standin: StandinWorld) => Promise<void>) => Promise<void>

/**
 * Creates a fixture with your own options: `test.extend({ standin: standinFixture({ dialect: 'live' }) })`. One simulator serves all tests
 * in a worker. Its clock is frozen by default. If a test fails, the journal of the test's world is printed.
 */
export function standinFixture({ failOn, ...options }: StandinFixtureOptions = {}): StandinFixture {
  let worlds: TestWorlds | undefined
  return async ({ task, onTestFailed }, use) => {
    worlds ??= testWorlds({ ...options, ...(failOn && { verdicts: true }) })
    const { standin, end } = worlds.begin(task.name)
    let journal = ''
    onTestFailed(() => {
      if (journal) console.error(`The journal for the world of "${shownLine(task.name)}"\n${journal}`)
    })
    try {
      await use(standin)
      // A failed test already reports its reason.
      if (failOn && task.result?.state !== 'fail') demandGood(await standin.verdicts(), failOn)
    } finally {
      journal = journalOf(standin)
      end()
    }
  }
}

/** Vitest's `test`, with the `standin` fixture. */
export const test: TestAPI<{ standin: StandinWorld }> = base.extend<{ standin: StandinWorld }>({ standin: standinFixture() })

interface TestWorlds {
  begin(title: string): { readonly standin: StandinWorld; end(): void }
}

function testWorlds({ origin, environment, handlers = [], ...options }: Omit<StandinFixtureOptions, 'failOn'>): TestWorlds {
  const simulator = createSimulator({ clock: 'frozen', ...options })
  const running = new Set<string>()
  const worldPlace = {
    environment,
    get world() {
      const [only] = running
      if (running.size === 1) return only
      throw new Misuse(
        `${running.size} tests are running in this process, and the call's URL contains no world. Call standin.url, or send X-Standin-World.`,
      )
    },
  }
  const carry = frontDoor(simulator)
  const server = setupServer(...handlers, createHandler({ carrier: (call) => carry({ ...call, place: worldPlace }), origin }))
  const base = baseOf(origin)

  return {
    begin(title) {
      const name = worldName(title, running)
      if (running.size === 0) server.listen()
      running.add(name)
      const knobs = madeWorld(simulator, name)
      const standin: StandinWorld = {
        ...knobs,
        get world() {
          return knobs.world
        },
        client: (given = {}) => knobs.client({ base, ...given }),
        simulator,
        url: `${base}/worlds/${name}`,
      }
      const end = () => {
        // Vitest retains every test's fixtures until the file ends. Detaching the world lets it be garbage collected.
        for (const member of Object.keys(standin)) Reflect.deleteProperty(standin, member)
        simulator.drop(name)
        running.delete(name)
        if (running.size === 0) server.close()
      }
      return { standin, end }
    },
  }
}

/** Creates the world before getting its knobs, because the knobs of a missing world are not cached. */
function madeWorld(simulator: Simulator, name: string): WorldKnobs {
  void simulator.knobs(name).world
  return simulator.knobs(name)
}

/** Prefers the page's own origin, because a page's call to another origin would need CORS. */
function baseOf(origin: StandinFixtureOptions['origin']): string {
  const [named = '*'] = [origin ?? '*'].flat()
  if (named !== '*') return named
  const page = globalThis.location?.origin
  return page?.startsWith('http') ? page : 'http://localhost'
}

function journalOf({ journal }: StandinWorld): string {
  const newest = (jobs: boolean) => journal.list({ jobs, limit: shownLines }).journal
  return journalText(newest(false), newest(true))
}
