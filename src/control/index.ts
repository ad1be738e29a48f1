/** THE TABLE of the control interface: every control row, in the order of the documentation. */
import { activateScenario } from './activate-scenario.ts'
import { advanceClock } from './advance-clock.ts'
import { answerCondition } from './answer-condition.ts'
import { answerHook } from './answer-hook.ts'
import { answerMessage } from './answer-message.ts'
import { arrangeProviderState } from './arrange-provider-state.ts'
import { breakOffDelivery } from './break-off-delivery.ts'
import { checkScenario } from './check-scenario.ts'
import { clearHook } from './clear-hook.ts'
import { clearJournal } from './clear-journal.ts'
import { clearOutbox } from './clear-outbox.ts'
import { closeWorld } from './close-world.ts'
import { deactivateScenario } from './deactivate-scenario.ts'
import { deactivateScenarios } from './deactivate-scenarios.ts'
import { defineScenario } from './define-scenario.ts'
import { dropWorld } from './drop-world.ts'
import { endVerdicts } from './end-verdicts.ts'
import { expireFileTransfer } from './expire-file-transfer.ts'
import { findRecords } from './find-records.ts'
import { forkWorld } from './fork-world.ts'
import { freezeClock } from './freeze-clock.ts'
import { health } from './health.ts'
import { listCallers } from './list-callers.ts'
import { listClients } from './list-clients.ts'
import { listContacts } from './list-contacts.ts'
import { listDeliveries } from './list-deliveries.ts'
import { listErrors } from './list-errors.ts'
import { listEvents } from './list-events.ts'
import { listGates } from './list-gates.ts'
import { listHooks } from './list-hooks.ts'
import { listJournal } from './list-journal.ts'
import { listLimits } from './list-limits.ts'
import { listOutbox } from './list-outbox.ts'
import { listProviderStates } from './list-provider-states.ts'
import { listRecipients } from './list-recipients.ts'
import { listRecordCollections } from './list-record-collections.ts'
import { listResources } from './list-resources.ts'
import { listScenarios } from './list-scenarios.ts'
import { listSubscriptions } from './list-subscriptions.ts'
import { listVerdicts } from './list-verdicts.ts'
import { listWorlds } from './list-worlds.ts'
import { makeToken } from './make-token.ts'
import { makeWorld } from './make-world.ts'
import { openWorld } from './open-world.ts'
import type { ControlId } from './paths.ts'
import { proveScenario } from './prove-scenario.ts'
import { publishFileTransfer } from './publish-file-transfer.ts'
import { putCaller } from './put-caller.ts'
import { putClient } from './put-client.ts'
import { putContact } from './put-contact.ts'
import { putGate } from './put-gate.ts'
import { putResource } from './put-resource.ts'
import { putSnapshotContent } from './put-snapshot-content.ts'
import { readCapsule } from './read-capsule.ts'
import { readSnapshotContent } from './read-snapshot-content.ts'
import { ready } from './ready.ts'
import { receiveHook } from './receive-hook.ts'
import { recordCapsule } from './record-capsule.ts'
import { refillLimits } from './refill-limits.ts'
import { releaseGate } from './release-gate.ts'
import { removeCaller } from './remove-caller.ts'
import { removeClient } from './remove-client.ts'
import { removeContact } from './remove-contact.ts'
import { removeGate } from './remove-gate.ts'
import { removeResource } from './remove-resource.ts'
import { removeScenario } from './remove-scenario.ts'
import { removeSubscription } from './remove-subscription.ts'
import { reportDelivery } from './report-delivery.ts'
import { reportExploration } from './report-exploration.ts'
import { resendDelivery } from './resend-delivery.ts'
import { reset } from './reset.ts'
import { restoreSnapshot } from './restore-snapshot.ts'
import { resumeClock } from './resume-clock.ts'
import { rotateKeys } from './rotate-keys.ts'
import type { ControlRow } from './row.ts'
import { scanFileTransfer } from './scan-file-transfer.ts'
import { serveAssistant } from './serve-assistant.ts'
import { setLimit } from './set-limit.ts'
import { showCapsule } from './show-capsule.ts'
import { showClient } from './show-client.ts'
import { showClock } from './show-clock.ts'
import { showContact } from './show-contact.ts'
import { showDialect } from './show-dialect.ts'
import { showExploration } from './show-exploration.ts'
import { showFileTransfer } from './show-file-transfer.ts'
import { showGate } from './show-gate.ts'
import { showHook } from './show-hook.ts'
import { showJournalLine } from './show-journal-line.ts'
import { showMetrics } from './show-metrics.ts'
import { showOpenapi } from './show-openapi.ts'
import { showResource } from './show-resource.ts'
import { showScenario } from './show-scenario.ts'
import { showState } from './show-state.ts'
import { showStory } from './show-story.ts'
import { showTimeline } from './show-timeline.ts'
import { startVerdicts } from './start-verdicts.ts'
import { streamJournal } from './stream-journal.ts'
import { takeSnapshot } from './take-snapshot.ts'
import { useDialect } from './use-dialect.ts'
import { validateSubscription } from './validate-subscription.ts'
import { verifyJournal } from './verify-journal.ts'
import { version } from './version.ts'

const table = [
  health,
  ready,
  version,
  listWorlds,
  makeWorld,
  dropWorld,
  closeWorld,
  openWorld,
  forkWorld,
  reset,
  takeSnapshot,
  restoreSnapshot,
  readSnapshotContent,
  putSnapshotContent,
  recordCapsule,
  readCapsule,
  showCapsule,
  showExploration,
  reportExploration,
  showDialect,
  useDialect,
  showState,
  listRecordCollections,
  findRecords,
  listJournal,
  listErrors,
  showJournalLine,
  clearJournal,
  verifyJournal,
  streamJournal,
  showStory,
  listVerdicts,
  startVerdicts,
  endVerdicts,
  showClock,
  freezeClock,
  resumeClock,
  advanceClock,
  showTimeline,
  listScenarios,
  showScenario,
  activateScenario,
  deactivateScenario,
  deactivateScenarios,
  defineScenario,
  checkScenario,
  proveScenario,
  removeScenario,
  listGates,
  showGate,
  putGate,
  releaseGate,
  removeGate,
  listLimits,
  setLimit,
  refillLimits,
  listCallers,
  putCaller,
  removeCaller,
  listResources,
  showResource,
  putResource,
  removeResource,
  listOutbox,
  clearOutbox,
  reportDelivery,
  listEvents,
  listSubscriptions,
  validateSubscription,
  removeSubscription,
  listDeliveries,
  resendDelivery,
  breakOffDelivery,
  listHooks,
  showHook,
  receiveHook,
  answerHook,
  clearHook,
  listContacts,
  showContact,
  putContact,
  removeContact,
  listClients,
  showClient,
  putClient,
  removeClient,
  listRecipients,
  answerCondition,
  publishFileTransfer,
  showFileTransfer,
  scanFileTransfer,
  expireFileTransfer,
  makeToken,
  rotateKeys,
  listProviderStates,
  arrangeProviderState,
  answerMessage,
  serveAssistant,
  showMetrics,
  showOpenapi,
] as const

/** The row of an id, with the types of its request and replies. */
export type Control<Id extends ControlId> = Extract<(typeof table)[number], { readonly id: Id }>

/** Each row knows its own types. Code that handles every row does not. */
export const controls = table as unknown as readonly ControlRow[]
