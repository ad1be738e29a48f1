/** Standin inside a Node process: MSW answers its `fetch` and `http` calls without a port. */
import { type SetupServer, setupServer } from 'msw/node'
import { createSimulator, type SimulatorOptions } from '../src/index.ts'
import type { Simulator } from '../src/simulator.ts'
import { createHandlers, type HandlerOptions } from './handlers.ts'

export interface NodeStandin {
  readonly simulator: Simulator
  /** The server of MSW: `listen()` before your tests, `close()` after them. */
  readonly server: SetupServer
}

/** Call `simulator.reset()` between tests to give each a fresh world. */
export function setupStandin({ origin, ...options }: Partial<SimulatorOptions> & HandlerOptions = {}): NodeStandin {
  const simulator = createSimulator(options)
  return { simulator, server: setupServer(...createHandlers(simulator, { origin })) }
}
