/** Standin inside a browser: MSW's service worker answers the page's calls. */
import { type SetupWorker, setupWorker } from 'msw/browser'
import { browserPlatform } from '../src/platform/browser.ts'
import { createSimulator, type Simulator, type SimulatorOptions } from '../src/simulator.ts'
import { fixtures, scenarios } from './data.ts'
import { createHandlers, type HandlerOptions } from './handlers.ts'

export interface BrowserStandin {
  readonly simulator: Simulator
  /** MSW's own worker: `await worker.start()`. */
  readonly worker: SetupWorker
}

export function setupStandin({ origin, ...options }: Partial<SimulatorOptions> & HandlerOptions = {}): BrowserStandin {
  const simulator = createSimulator({ platform: browserPlatform(), fixtures, scenarios: () => scenarios, ...options })
  return { simulator, worker: setupWorker(...createHandlers(simulator, { origin })) }
}
