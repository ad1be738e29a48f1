/** Standin in a browser, where MSW's service worker answers the page's calls. */
import { type SetupWorker, setupWorker } from 'msw/browser'
import { createSimulator, type Simulator, type SimulatorOptions } from '../src/control/create-simulator.ts'
import { frontDoor } from '../src/control/front-door.ts'
import { createHandler } from '../src/hosts/msw.ts'
import { browserPlatform } from '../src/platform/browser.ts'
import { asChecked } from '../src/service/failures/catalogue.ts'
import { Misuse } from '../src/service/wire/misuse.ts'
import { fixtures } from './fixtures.ts'
import type { HandlerOptions } from './handlers.ts'

export type { Changes, Gate, Simulator, SnapshotDocument, SnapshotOptions, WorldKnobs } from '../src/control/create-simulator.ts'
export { type AnyDocument, type AnyName, anyDocument, anyName, Misuse } from '../src/service/wire/misuse.ts'

/** A simulator, and the MSW worker that passes calls to it. */
export interface BrowserStandin {
  readonly simulator: Simulator
  /** MSW's worker: call `await worker.start()`. */
  readonly worker: SetupWorker
}

/** Options for a simulator and its handlers. */
export interface BrowserStandinOptions extends Partial<SimulatorOptions>, HandlerOptions {
  /** Your own handlers, which take precedence over Standin's. `worker.resetHandlers()` does not remove them. */
  readonly handlers?: Parameters<typeof setupWorker> | undefined
  /**
   * The interceptor: MSW's service worker (`worker`, default), which also sees calls from frames and other workers, or the page itself
   * (`page`), which sees only its own `fetch` and `XMLHttpRequest` calls, detects aborted calls (499), and fires no `worker.events`.
   */
  readonly intercept?: 'worker' | 'page' | undefined
  /**
   * Stores the worlds under this name in IndexedDB, so that they survive a page reload. One of the origin's tabs owns the worlds, and
   * answers the other tabs' calls. When that tab closes, another tab takes over. In the other tabs, `simulator` is empty, so use control
   * endpoints there.
   */
  readonly persist?: string | undefined
}

/** Sets up a simulator and its worker. Call `simulator.reset()` for a fresh world. */
export function setupStandin({
  origin,
  world,
  environment,
  handlers = [],
  intercept = 'worker',
  persist: kept,
  ...options
}: BrowserStandinOptions = {}): BrowserStandin {
  const scenarios = async () => asChecked((await import('./scenarios.ts')).scenarios)
  const simulator = createSimulator({ platform: browserPlatform(), fixtures, scenarios, ...options })
  const local = frontDoor(simulator)
  let carrier = local
  let release: (() => Promise<void>) | undefined
  const own = createHandler({ carrier: (call) => carrier(call), origin, world, environment })
  const worker = setupWorker(...handlers, own)
  const { start, stop } = intercept === 'page' ? inPage(worker) : worker
  return {
    simulator,
    worker: Object.assign(worker, {
      async start(this: void, ...given: Parameters<SetupWorker['start']>) {
        if (kept !== undefined) {
          const { persist } = await import('./persist.ts')
          const persisted = await persist(simulator, local, kept)
          carrier = persisted.carry
          release = persisted.end
        }
        const registration = await start.apply(worker, given)
        // Loading earlier would delay the worker. The first call waits for the loading, and reports any failure.
        void (async () => simulator.ready())().catch(() => {})
        return registration
      },
      async stop(this: void) {
        const stopped = stop.call(worker)
        // MSW's worker waits for its calls in flight, so held calls must end.
        simulator.endStreams()
        await stopped
        carrier = local
        await release?.()
        release = undefined
      },
    }),
  }
}

/** Returns replacements for the worker's `start` and `stop` that intercept calls in the page itself. */
function inPage(worker: SetupWorker): Pick<SetupWorker, 'start' | 'stop'> {
  let end: (() => void) | undefined
  return {
    async start({ onUnhandledFrame = 'warn' } = {}) {
      const { interceptPage } = await import('./page.ts')
      if (typeof onUnhandledFrame !== 'string')
        throw new Misuse('onUnhandledFrame: a page that intercepts its own calls does not accept a function.', ['bypass', 'warn', 'error'])
      end ??= interceptPage(() => worker.listHandlers(), onUnhandledFrame)
      return undefined
    },
    async stop() {
      end?.()
      end = undefined
    },
  }
}
