/** Standin inside a Node process: MSW answers its `fetch` and `http` calls, no port is opened. */
import { type SetupServer, setupServer } from 'msw/node'
import { createSimulator, type SimulatorOptions } from '../src/index.ts'
import type { Simulator } from '../src/simulator.ts'
import { createHandlers, type HandlerOptions } from './handlers.ts'

export interface NodeStandin {
  readonly simulator: Simulator
  /** MSW's own server: `listen()` before your tests, `close()` after them. */
  readonly server: SetupServer
}

/** `simulator.reset()` between tests gives each a world of its own. */
export function setupStandin({ origin, ...options }: Partial<SimulatorOptions> & HandlerOptions = {}): NodeStandin {
  const simulator = createSimulator(options)
  return { simulator, server: setupServer(...createHandlers(simulator, { origin })) }
}
