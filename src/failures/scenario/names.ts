/** The names that users write: of scenarios, operations, jobs and areas. */
import type { JobId, OperationId } from '../../areas/index.ts'
import type { AnyName } from '../../wire/any-name.ts'
import type { AreaName } from '../../wire/areas.ts'
import type { BuiltInScenario } from './built-in-names.ts'

/** A built-in scenario, or one from outside: see `anyName`. */
export type ScenarioName = BuiltInScenario | AnyName

/** An operation, or a name from outside. */
export type OperationName = OperationId | AnyName

/** An operation, a job, or an area with all that is in it. */
export type JournalName = OperationName | JobId | AreaName
