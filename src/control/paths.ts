/** Method and path of each control row, as data: a client needs no more to call one. */
import { pathValue } from '../wire/values/path-value.ts'

/** In the order of the documentation. */
export const controlPaths = {
  'control.health': 'GET /_standin/health',
  'control.ready': 'GET /_standin/ready',
  'control.version': 'GET /_standin/version',
  'control.listWorlds': 'GET /_standin/worlds',
  'control.makeWorld': 'PUT /_standin/worlds/{name}',
  'control.dropWorld': 'DELETE /_standin/worlds/{name}',
  'control.closeWorld': 'PUT /_standin/worlds/{name}/closed',
  'control.openWorld': 'DELETE /_standin/worlds/{name}/closed',
  'control.forkWorld': 'POST /_standin/worlds/{name}/fork',
  'control.reset': 'POST /_standin/reset',
  'control.takeSnapshot': 'GET /_standin/snapshot',
  'control.restoreSnapshot': 'PUT /_standin/snapshot',
  'control.readSnapshotContent': 'GET /_standin/snapshot/contents/{sha256}',
  'control.putSnapshotContent': 'PUT /_standin/snapshot/contents/{sha256}',
  'control.recordCapsule': 'POST /_standin/capsule',
  'control.readCapsule': 'GET /_standin/capsule',
  'control.showCapsule': 'GET /_standin/capsule/recording',
  'control.showExploration': 'GET /_standin/exploration',
  'control.reportExploration': 'PUT /_standin/exploration',
  'control.showDialect': 'GET /_standin/dialect',
  'control.useDialect': 'PUT /_standin/dialect',
  'control.showState': 'GET /_standin/state',
  'control.listRecordCollections': 'GET /_standin/records',
  'control.findRecords': 'GET /_standin/records/{collection}',
  'control.listJournal': 'GET /_standin/journal',
  'control.listErrors': 'GET /_standin/journal/errors',
  'control.showJournalLine': 'GET /_standin/journal/{id}',
  'control.clearJournal': 'DELETE /_standin/journal',
  'control.verifyJournal': 'POST /_standin/journal/verify',
  'control.streamJournal': 'GET /_standin/journal/stream',
  'control.showStory': 'GET /_standin/story/{id}',
  'control.listVerdicts': 'GET /_standin/verdicts',
  'control.startVerdicts': 'PUT /_standin/verdicts',
  'control.endVerdicts': 'DELETE /_standin/verdicts',
  'control.showClock': 'GET /_standin/clock',
  'control.freezeClock': 'POST /_standin/clock/freeze',
  'control.resumeClock': 'POST /_standin/clock/resume',
  'control.advanceClock': 'POST /_standin/clock/advance',
  'control.showTimeline': 'GET /_standin/clock/timeline',
  'control.listScenarios': 'GET /_standin/scenarios',
  'control.showScenario': 'GET /_standin/scenarios/{name}',
  'control.activateScenario': 'PUT /_standin/scenarios/{name}/active',
  'control.deactivateScenario': 'DELETE /_standin/scenarios/{name}/active',
  'control.deactivateScenarios': 'DELETE /_standin/scenarios/active',
  'control.defineScenario': 'POST /_standin/scenarios',
  'control.checkScenario': 'POST /_standin/scenarios/check',
  'control.proveScenario': 'POST /_standin/scenarios/prove',
  'control.removeScenario': 'DELETE /_standin/scenarios/{name}',
  'control.listGates': 'GET /_standin/gates',
  'control.showGate': 'GET /_standin/gates/{operation}/{at}',
  'control.putGate': 'PUT /_standin/gates/{operation}/{at}',
  'control.releaseGate': 'POST /_standin/gates/{operation}/{at}/release',
  'control.removeGate': 'DELETE /_standin/gates/{operation}/{at}',
  'control.listLimits': 'GET /_standin/limits',
  'control.setLimit': 'PUT /_standin/limits/{caller}/{operation}',
  'control.refillLimits': 'DELETE /_standin/limits',
  'control.listCallers': 'GET /_standin/callers',
  'control.putCaller': 'PUT /_standin/callers/{caller}',
  'control.removeCaller': 'DELETE /_standin/callers/{caller}',
  'control.listResources': 'GET /_standin/resources',
  'control.showResource': 'GET /_standin/resources/{id}',
  'control.putResource': 'PUT /_standin/resources/{id}',
  'control.removeResource': 'DELETE /_standin/resources/{id}',
  'control.listOutbox': 'GET /_standin/outbox',
  'control.clearOutbox': 'DELETE /_standin/outbox',
  'control.reportDelivery': 'POST /_standin/shipments/{id}/recipients/{n}',
  'control.listEvents': 'GET /_standin/events',
  'control.listSubscriptions': 'GET /_standin/subscriptions',
  'control.validateSubscription': 'PUT /_standin/subscriptions/{id}/validated',
  'control.removeSubscription': 'DELETE /_standin/subscriptions/{id}',
  'control.listDeliveries': 'GET /_standin/deliveries',
  'control.resendDelivery': 'POST /_standin/deliveries/{id}/resend',
  'control.breakOffDelivery': 'POST /_standin/deliveries/{id}/break-off',
  'control.listHooks': 'GET /_standin/hooks',
  'control.showHook': 'GET /_standin/hooks/{name}',
  'control.receiveHook': 'POST /_standin/hooks/{name}',
  'control.answerHook': 'PUT /_standin/hooks/{name}',
  'control.clearHook': 'DELETE /_standin/hooks/{name}',
  'control.listContacts': 'GET /_standin/contacts',
  'control.showContact': 'GET /_standin/contacts/{number}',
  'control.putContact': 'PUT /_standin/contacts/{number}',
  'control.removeContact': 'DELETE /_standin/contacts/{number}',
  'control.listClients': 'GET /_standin/clients',
  'control.showClient': 'GET /_standin/clients/{id}',
  'control.putClient': 'PUT /_standin/clients/{id}',
  'control.removeClient': 'DELETE /_standin/clients/{id}',
  'control.listRecipients': 'GET /_standin/recipients',
  'control.answerCondition': 'GET /_standin/conditions/{answer}',
  'control.publishFileTransfer': 'POST /_standin/file-transfers',
  'control.showFileTransfer': 'GET /_standin/file-transfers/{id}',
  'control.scanFileTransfer': 'POST /_standin/file-transfers/{id}/scan',
  'control.expireFileTransfer': 'POST /_standin/file-transfers/{id}/expire',
  'control.makeToken': 'POST /_standin/tokens',
  'control.rotateKeys': 'POST /_standin/keys/rotate',
  'control.listProviderStates': 'GET /_standin/provider-states',
  'control.arrangeProviderState': 'POST /_standin/provider-states',
  'control.answerMessage': 'POST /_standin/messages',
  'control.serveAssistant': 'POST /_standin/mcp',
  'control.showMetrics': 'GET /_standin/metrics',
  'control.showOpenapi': 'GET /_standin/openapi.json',
} as const

export type ControlId = keyof typeof controlPaths

export const methodOf = (id: ControlId) => controlPaths[id].split(' ', 1)[0] ?? ''
export const pathOf = (id: ControlId) => controlPaths[id].slice(methodOf(id).length + 1)

export interface UrlParts {
  readonly params?: Readonly<Record<string, string | number>>
  readonly query?: Readonly<Record<string, string | number | undefined>>
}

/** At the end of a base. After `//` comes a host. */
const worldAndEnvironment = /(?<!\/)(?:\/worlds\/[^/]+)?(?:\/production)?$/

/** The address of a row. Throws a Misuse for a parameter that an address cannot hold. */
export function controlUrl(base: string, id: ControlId, { params = {}, query = {} }: UrlParts = {}): string {
  // A row that names its world has one address, whatever world the client speaks to: a proxy goes by it.
  const place = pathOf(id).startsWith('/_standin/worlds/{name}') ? base.replace(worldAndEnvironment, '') : base
  const path = pathOf(id).replace(/\{(\w+)\}/g, (_, name: string) => pathValue(name, params[name]))
  const given = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))
  const search = new URLSearchParams(given).toString()
  return `${place}${path}${search && `?${search}`}`
}
