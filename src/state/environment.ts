/** One environment of a world: its own records, resources and limits. */
import type { EnvironmentName } from './agenda.ts'
import { createRecords, newRecords, type RecordFollower, type Records, type RecordsData } from './records/records.ts'

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
