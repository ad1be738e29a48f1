/** Standin inside a browser: MSW's service worker answers the calls of the page. */
import { type SetupWorker, setupWorker } from 'msw/browser'
import { browserPlatform } from '../src/platform/browser.ts'
import { createSimulator, type Simulator, type SimulatorOptions } from '../src/simulator.ts'
import { fixtures, scenarios } from './data.ts'
import { createHandlers, type HandlerOptions } from './handlers.ts'

export interface BrowserStandin {
  readonly simulator: Simulator
  /** The worker of MSW: `await worker.start()`. */
  readonly worker: SetupWorker
}

export function setupStandin({ origin, ...options }: Partial<SimulatorOptions> & HandlerOptions = {}): BrowserStandin {
  const simulator = createSimulator({ platform: browserPlatform(), fixtures, scenarios: () => scenarios, ...options })
  return { simulator, worker: setupWorker(...createHandlers(simulator, { origin })) }
}
