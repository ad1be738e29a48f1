/** THE TABLE of the control interface: every control row, in the order of the documentation. */

import { createAttendant } from '../serving/attend.ts'
import { assistantRows } from './assistant.ts'
import { callersRows } from './callers.ts'
import { capsuleRows } from './capsule.ts'
import { clientsRows } from './clients.ts'
import { clockRows } from './clock.ts'
import { conditionsRows } from './conditions.ts'
import { contactsRows } from './contacts.ts'
import { deliveriesRows } from './deliveries.ts'
import { dialectRows } from './dialect.ts'
import { eventsRows } from './events.ts'
import { explorationRows } from './exploration.ts'
import type { ControlId } from './facts.ts'
import { fileTransfersRows } from './file-transfers.ts'
import { gatesRows } from './gates.ts'
import { givensRows } from './givens.ts'
import { healthRows } from './health.ts'
import { hooksRows } from './hooks.ts'
import { journalRows } from './journal.ts'
import { journalStreamRows } from './journal-stream.ts'
import { keysRows } from './keys.ts'
import { limitsRows } from './limits.ts'
import { metricsRows } from './metrics.ts'
import { openapiRows } from './openapi.ts'
import { outboxRows } from './outbox.ts'
import { recipesRows } from './recipes.ts'
import { recipientsRows } from './recipients.ts'
import { recordsRows } from './records.ts'
import { reportsRows } from './reports.ts'
import { resourcesRows } from './resources.ts'
import type { ControlRow } from './row.ts'
import { scenarioProofsRows } from './scenario-proofs.ts'
import { scenariosRows } from './scenarios.ts'
import { snapshotRows } from './snapshot.ts'
import { stateRows } from './state.ts'
import { storyRows } from './story.ts'
import { subscriptionsRows } from './subscriptions.ts'
import { tokenRows } from './token.ts'
import { verdictsRows } from './verdicts.ts'
import { versionRows } from './version.ts'
import { worldsRows } from './worlds.ts'

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
] as const

/** The row of an id, with the types of its request and replies. */
export type Control<Id extends ControlId> = Extract<(typeof table)[number], { readonly id: Id }>

/** Each row knows its own types. Code that handles every row does not. */
export const controls = table as unknown as readonly ControlRow[]

/** Answers the calls of all rows. */
export const attend = createAttendant(controls)
