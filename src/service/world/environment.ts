/** The data of a world, and its environments: each has its own records, resources and limits. */

import type { DialectName } from '../wire/vocabulary.ts'
import type { EnvironmentName } from './agenda.ts'
import { type ClockData, newClock } from './clock.ts'
import { type JournalData, newJournal } from './journal.ts'
import { newOutbox, type OutboxData } from './outbox.ts'
import { createRecords, newRecords, type RecordFollower, type Records, type RecordsData } from './records.ts'
import { createScenarioState, type ScenarioState } from './scenario-state.ts'
import type { Settings } from './settings.ts'

export interface Environment extends Records {
  readonly name: EnvironmentName
}

/** The data of the environments that were used. */
export type UsedEnvironments = Partial<Record<EnvironmentName, RecordsData>>
export type Environments = Readonly<Record<EnvironmentName, Environment>>

/** Loads an environment when it is first read. Most worlds use one only, and a world that refuses every caller uses none. */
export function loadEnvironments(data: UsedEnvironments, follower?: RecordFollower): Environments {
  const loaded: Partial<Record<EnvironmentName, Environment>> = {}
  function load(name: EnvironmentName): Environment {
    data[name] ??= newRecords()
    loaded[name] ??= { name, ...createRecords(data[name], follower, name) }
    return loaded[name]
  }
  return {
    get test() {
      return load('test')
    },
    get production() {
      return load('production')
    },
  }
}

/** Everything that can change in a world, except the bytes of files. Plain data: what `structuredClone` copies. */
export interface WorldData {
  readonly name: string
  /** The seed of all that is drawn in this world. */
  readonly seed: number
  /** World milliseconds since 1970. */
  readonly created: number
  dialect: DialectName
  readonly clock: ClockData
  readonly scenarios: ScenarioState
  /** The records that belong to no environment. */
  readonly records: RecordsData
  readonly outbox: OutboxData
  readonly journal: JournalData
  readonly environments: UsedEnvironments
  /** How many calls have arrived. */
  calls: number
  /** How many tokens were made. */
  tokens: number
  /** How often a tester made a file transfer do something. */
  interventions: number
}

export function newWorldData(name: string, { dialect, clock, seed }: Pick<Settings, 'dialect' | 'clock' | 'seed'>, now: number): WorldData {
  return {
    name,
    seed,
    created: now,
    dialect,
    clock: newClock(clock, now),
    scenarios: createScenarioState(),
    records: newRecords(),
    outbox: newOutbox(),
    journal: newJournal(),
    environments: {},
    calls: 0,
    tokens: 0,
    interventions: 0,
  }
}
