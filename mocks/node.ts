/** Standin in a Node process, where MSW answers `fetch` and `http` calls without a port. */
import { type SetupServer, setupServer } from 'msw/node'
import type { Simulator, SimulatorOptions } from '../src/control/create-simulator.ts'
import { createSimulator } from '../src/hosts/on-node.ts'
import { createHandlers, type HandlerOptions } from './handlers.ts'

export type { Changes, Gate, Simulator, SnapshotDocument, SnapshotOptions, WorldKnobs } from '../src/control/create-simulator.ts'
export { type AnyDocument, type AnyName, anyDocument, anyName, Misuse } from '../src/service/wire/misuse.ts'

/** A simulator, and the MSW server that passes calls to it. */
export interface NodeStandin {
  readonly simulator: Simulator
  /** MSW's server: call `listen()` before your tests, and `close()` after them. `close()` also ends held and delayed calls. */
  readonly server: SetupServer
}

/** Options for a simulator and its handlers. */
export interface NodeStandinOptions extends Partial<SimulatorOptions>, HandlerOptions {
  /** Your own handlers, which take precedence over Standin's. `server.resetHandlers()` does not remove them. */
  readonly handlers?: Parameters<typeof setupServer> | undefined
}

/** Sets up a simulator and its server. Call `simulator.reset()` between tests, so that each test has a fresh world. */
export function setupStandin({ origin, world, environment, handlers = [], ...options }: NodeStandinOptions = {}): NodeStandin {
  const simulator = createSimulator(options)
  const server = setupServer(...handlers, ...createHandlers(simulator, { origin, world, environment }))
  const { close } = server
  return {
    simulator,
    server: Object.assign(server, {
      close() {
        close.call(server)
        simulator.endStreams()
      },
    }),
  }
}
