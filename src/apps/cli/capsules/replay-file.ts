/** Replays a capsule file, and can serve its worlds as they were when a given call arrived. */
import { frontDoor } from '../../../control/front-door.ts'
import { ownSimulatorParts, serveSimulator } from '../../../hosts/on-node.ts'
import { Misuse } from '../../../service/wire/misuse.ts'
import { once } from '../../../service/wire/when-needed.ts'
import { type CallNumber, readCapsuleFile, storedWith } from '../../capsules/files.ts'
import { type OpenOptions, type Replayed, replayCapsule } from '../../capsules/replay.ts'
import { Failure } from '../frame/command.ts'
import type { Io } from '../frame/io.ts'
import { counted } from '../frame/print.ts'
import { stopSignal } from '../frame/stop-signal.ts'

/** Returns what a replay on this machine depends on. */
export function partsFor(file: string): OpenOptions {
  const { scenarios, ...parts } = ownSimulatorParts()
  return { ...parts, scenarios: once(scenarios), frontDoor, ...storedWith(file) }
}

export async function replayFile(file: string, most: number, until?: CallNumber): Promise<Replayed & { readonly torn: boolean }> {
  const capsule = await readCapsuleFile(file, most)
  return { ...(await replayCapsule(capsule, { ...partsFor(file), until })), torn: capsule.torn }
}

export interface Until {
  readonly file: string
  readonly until: CallNumber
  readonly port: number
  readonly most: number
  readonly json: boolean
}

/** Replays a capsule up to a call, and serves the simulator in that state. Resolves once the server has stopped. */
export async function serveUntil({ file, until, port, json, most }: Until, io: Io): Promise<number> {
  const { simulator, stopped, difference, same, live } = await replayFile(file, most, until)
  const name = `${until.number} in world ${until.world}`
  if (!stopped) {
    simulator.close()
    if (difference) throw new Failure(`The replay differs before call ${name}: ${difference.call}, ${difference.where}.`)
    throw new Misuse(`The capsule does not contain call ${name}.`)
  }
  live()
  const signal = stopSignal()
  const server = await serveSimulator(simulator, port)
  io.stdout.say(
    json
      ? JSON.stringify({ url: server.url, same, until })
      : [
          `${counted(same, 'call')} got the same reply. ${server.url} serves the worlds as they were before call ${name}, with frozen clocks.`,
          `Dashboard: ${server.url}/_standin/`,
        ],
  )
  await signal.first
  await server.close()
  simulator.close()
  signal.leaveSoon()
  return 0
}
