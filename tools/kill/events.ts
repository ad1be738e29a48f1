/** The events in a kill test, which disturb servers and their database. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Dice } from '../fuzz/dice.ts'
import { type Fleet, type Server, setAway } from './fleet.ts'
import type { Probes } from './probes.ts'

export interface Database {
  /** Shuts the database down properly, and starts it again. */
  restart(): Promise<void>
  /** Kills the database, like a crash. */
  crash(): Promise<void>
  /** Kills the PostgreSQL process that serves a server. */
  killBackend(dice: Dice): Promise<void>
  /** Ends one of a server's sessions. */
  endSession(dice: Dice): Promise<void>
}

export interface Scene {
  readonly fleet: Fleet
  readonly probes: Probes
  readonly dice: Dice
  /** Number of servers between events. */
  readonly size: number
  readonly database: Database | undefined
  /** The server that can be cut off from the database. */
  readonly cut: { readonly name: string; cut(): void; heal(): void } | undefined
}

export interface KillEvent {
  /** Maximum time that a world may be unavailable, in milliseconds. If undefined, the time is only reported. */
  readonly limit: number | undefined
  /** Time after the event, in milliseconds, within which a receiver's replies might not be stored. */
  readonly echo: number
  /** Resolves to a description of the event, once everything works again. */
  act(scene: Scene): Promise<string>
}

/** Milliseconds: how long an owner is suspended or cut off, and the time within which each world must be available again. */
const [stopped, patience] = [10_000, 60_000]

const victims = ({ fleet, dice }: Scene, count: number): Server[] => {
  const left = [...fleet.servers]
  return Array.from({ length: count }, () => left.splice(dice.below(left.length), 1)[0]).filter((server) => server !== undefined)
}

async function killed(scene: Scene, count: number): Promise<string> {
  const { fleet, probes } = scene
  const gone = victims(scene, count)
  await Promise.all(gone.map(fleet.kill))
  // If there is no other server, the worlds become available only when this server has restarted.
  if (fleet.servers.length > 0) await probes.allAnswer(patience)
  await Promise.all(gone.map(({ name }) => fleet.start(name)))
  return `kill ${gone.map(({ name }) => name).join(' and ')}`
}

async function whileAway(scene: Scene, server: Server, begin: () => void, end: () => void): Promise<void> {
  setAway(server, true)
  begin()
  await pause(stopped)
  end()
  // The resumed server's first reply must not be stale.
  setAway(server, false)
  await scene.probes.allAnswer(patience)
}

const databaseEvent = (name: string, act: (database: Database, dice: Dice) => Promise<void>): KillEvent => ({
  limit: undefined,
  echo: 12_000,
  async act({ database, dice, probes }) {
    if (database) await act(database, dice)
    await probes.allAnswer(patience)
    return name
  },
})

/** Milliseconds: the largest change to the clock, and how long the server runs afterwards. */
const [furthest, settling] = [20 * 60_000, 1_500]

/** Changes a server's clock. All worlds stay available. */
const clockEvent = (name: string, choose: (scene: Scene) => readonly Server[], aheadOf: (dice: Dice) => number): KillEvent => ({
  limit: 3_000,
  echo: 2_000,
  async act(scene) {
    const { fleet, probes, dice } = scene
    const [server] = choose(scene)
    if (!server) return 'nothing'
    const ahead = aheadOf(dice)
    fleet.setClock(server, ahead)
    await pause(settling)
    await probes.allAnswer(patience)
    return `${name} of ${server.name}: ${Math.round(ahead / 1000)} s ahead from now on`
  },
})

export const events = {
  kill: { limit: 3_000, echo: 2_000, act: (scene) => killed(scene, 1) },
  killTwo: { limit: 3_000, echo: 2_000, act: (scene) => killed(scene, 2) },
  stop: {
    limit: 8_000,
    echo: 2_000,
    async act(scene) {
      const [server] = victims(scene, 1)
      if (!server) return 'nothing'
      await whileAway(
        scene,
        server,
        () => server.child.kill('SIGSTOP'),
        () => server.child.kill('SIGCONT'),
      )
      return `suspend ${server.name} for ${stopped / 1000} s`
    },
  },
  cut: {
    limit: 8_000,
    echo: 8_000,
    async act(scene) {
      const { cut, fleet } = scene
      const server = fleet.servers.find(({ name }) => name === cut?.name)
      if (!server || !cut) return 'nothing'
      await whileAway(scene, server, cut.cut, cut.heal)
      return `cut ${server.name} off from the database for ${stopped / 1000} s`
    },
  },
  restartDatabase: databaseEvent('restart PostgreSQL', (database) => database.restart()),
  crashDatabase: databaseEvent('crash PostgreSQL', (database) => database.crash()),
  killBackend: databaseEvent('kill -9 for a PostgreSQL process', (database, dice) => database.killBackend(dice)),
  endSession: { ...databaseEvent('end a session', (database, dice) => database.endSession(dice)), limit: 3_000 },
  clockBack: clockEvent(
    'set back the clock',
    (scene) => victims(scene, 1),
    (dice) => -1000 - dice.below(furthest),
  ),
  clockForth: clockEvent(
    'correct the clock',
    ({ fleet }) => fleet.servers.filter((server) => fleet.clockOf(server) !== 0),
    () => 0,
  ),
  join: {
    limit: 3_000,
    echo: 2_000,
    async act({ fleet, probes, size, dice }) {
      await fleet.start('fourth')
      await probes.allAnswer(patience)
      await pause(1_000)
      const leaving = dice.one(fleet.servers)
      await fleet.end(leaving)
      await probes.allAnswer(patience)
      if (leaving.name !== 'fourth') await fleet.start(leaving.name)
      const fourth = fleet.servers.find(({ name }) => name === 'fourth')
      if (fourth && fleet.servers.length > size) await fleet.end(fourth)
      await probes.allAnswer(patience)
      return `a fourth server joins, and ${leaving.name} exits`
    },
  },
  roll: {
    limit: 3_000,
    echo: 2_000,
    async act({ fleet, probes }) {
      for (const server of fleet.servers) {
        await fleet.end(server)
        await fleet.start(server.name)
        await probes.allAnswer(patience)
      }
      return 'restart all, one after the other'
    },
  },
} as const satisfies Record<string, KillEvent>
export type EventName = keyof typeof events
