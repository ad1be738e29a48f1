/** The table of all control rows, in documentation order. */

import { callersRows } from './callers/rows.ts'
import { capsuleRows } from './capsule/rows.ts'
import { clientsRows } from './clients/rows.ts'
import { clockRows } from './clock/rows.ts'
import { comparisonRows } from './comparison/rows.ts'
import { conditionsRows } from './conditions/rows.ts'
import { contactsRows } from './contacts/rows.ts'
import { deliveriesRows } from './deliveries/rows.ts'
import { dialectRows } from './dialect/rows.ts'
import { eventsRows } from './events/rows.ts'
import { explorationRows } from './exploration/rows.ts'
import type { ControlId } from './facts.ts'
import { fileTransfersRows } from './file-transfers/rows.ts'
import { gatesRows } from './gates/rows.ts'
import { givensRows } from './givens/rows.ts'
import { healthRows } from './health/rows.ts'
import { hooksRows } from './hooks/rows.ts'
import { journalRows } from './journal/rows.ts'
import { journalStreamRows } from './journal/stream-rows.ts'
import { keysRows } from './keys/rows.ts'
import { languagesRows } from './languages/rows.ts'
import { limitsRows } from './limits/rows.ts'
import { mailRows } from './mail/rows.ts'
import { assistantRows } from './mcp/rows.ts'
import { metricsRows } from './metrics/rows.ts'
import { openapiRows } from './openapi/rows.ts'
import { outboxRows } from './outbox/rows.ts'
import { scenarioProofsRows } from './proving/rows.ts'
import { recipesRows } from './recipes/rows.ts'
import { recipientsRows } from './recipients/rows.ts'
import { recordsRows } from './records/rows.ts'
import { reportsRows } from './reports/rows.ts'
import { resourcesRows } from './resources/rows.ts'
import type { ControlRow } from './rows/row.ts'
import { scenariosRows } from './scenarios/rows.ts'
import { createAttendant } from './serving/attend.ts'
import { snapshotRows } from './snapshot/rows.ts'
import { stateRows } from './state/rows.ts'
import { storyRows } from './story/rows.ts'
import { subscriptionsRows } from './subscriptions/rows.ts'
import { tokenRows } from './token/rows.ts'
import { verdictsRows } from './verdicts/rows.ts'
import { versionRows } from './version/rows.ts'
import { worldsRows } from './worlds/rows.ts'

const table = [
  ...healthRows,
  ...versionRows,
  ...worldsRows,
  ...snapshotRows,
  ...capsuleRows,
  ...explorationRows,
  ...dialectRows,
  ...stateRows,
  ...recordsRows,
  ...journalRows,
  ...journalStreamRows,
  ...storyRows,
  ...verdictsRows,
  ...clockRows,
  ...scenariosRows,
  ...scenarioProofsRows,
  ...recipesRows,
  ...gatesRows,
  ...limitsRows,
  ...callersRows,
  ...resourcesRows,
  ...outboxRows,
  ...mailRows,
  ...reportsRows,
  ...eventsRows,
  ...subscriptionsRows,
  ...deliveriesRows,
  ...hooksRows,
  ...contactsRows,
  ...clientsRows,
  ...recipientsRows,
  ...conditionsRows,
  ...fileTransfersRows,
  ...tokenRows,
  ...keysRows,
  ...givensRows,
  ...assistantRows,
  ...metricsRows,
  ...openapiRows,
  ...languagesRows,
  ...comparisonRows,
] as const

/** The row with a given id, including the types of its request and replies. */
export type Control<Id extends ControlId> = Extract<(typeof table)[number], { readonly id: Id }>

/** Erases the rows' types, for code that handles all rows. */
export const controls = table as unknown as readonly ControlRow[]

/** Answers calls to any row. */
export const attend = createAttendant(controls)
