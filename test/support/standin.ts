/** Connects tests to a simulator in this process, without a port and with a frozen clock. */
import { onTestFinished } from 'vitest'
import { createSimulator } from '../../src/control/create-simulator.ts'
import { frontDoor } from '../../src/control/front-door.ts'
import { readOnlyCollection } from '../../src/control/read-only-collection.ts'
import { nodePlatform, requireCollections } from '../../src/platform/node.ts'
import { readFixtures, readOwnScenarios } from '../../src/platform/node-files.ts'
import { handling } from '../../src/service/engine/handle-call.ts'
import { createFetchHandler } from '../../src/service/wire/fetch.ts'
import { holdToDocument } from './document.ts'

export const start = '2026-06-01T10:00:00Z'
export const base = 'http://standin.test'

export const fixtures = readFixtures()

/** Standin's own scenarios, read once on first use. The files do not change while tests are running. */
let documents: ReturnType<typeof readOwnScenarios> | undefined
function scenarios() {
  documents ??= readOwnScenarios()
  return documents
}

/** Creates a simulator for a test. It is closed when the test ends. */
export function standin(options: Partial<Parameters<typeof createSimulator>[0]> = {}) {
  const defects: unknown[] = []
  const platform = { ...nodePlatform(), alarm: (defect: unknown) => void defects.push(defect) }
  const simulator = createSimulator({
    platform,
    fixtures,
    scenarios,
    checked: true,
    checkAnswer: holdToDocument,
    handling,
    openRecords: () => ({ library: requireCollections(), collection: readOnlyCollection }),
    clock: 'frozen',
    now: Date.parse(start),
    ...options,
  })
  onTestFinished(() => {
    simulator.close()
    if (defects.length > 0) throw defects[0]
  })

  /** Creates a client for the default world or, with a prefix, for another world or environment: `/production`, `/worlds/other`. */
  function clientOf(prefix = '') {
    const found = /^(?:\/worlds\/([^/]+))?(\/production)?$/.exec(prefix)
    if (!found) throw new Error(`There is no world at ${prefix}.`)
    const [, world = 'default', production] = found
    return simulator.knobs(world).client({ base, environment: production ? 'production' : 'test' })
  }

  const answer = createFetchHandler(frontDoor(simulator))

  /** Sends calls to the service and the control rows. */
  async function send(request: Request): Promise<Response> {
    const response = await answer(request)
    // `fetch` would throw this error.
    if (response.type === 'error') throw new TypeError('fetch failed')
    return response
  }

  return { simulator, send, client: clientOf(), clientOf, defects }
}

export type Standin = ReturnType<typeof standin>
