/** The methods of the clients for other languages, each derived from a control row, and the records that the methods return. */
import type { z } from 'zod'
import { accountReply } from '../../src/control/clock/rows.ts'
import type { ControlId } from '../../src/control/facts.ts'
import { transferReply } from '../../src/control/file-transfers/rows.ts'
import { gateReply } from '../../src/control/gates/rows.ts'
import { controls } from '../../src/control/index.ts'
import { lineReply } from '../../src/control/journal/rows.ts'
import { sentMessage } from '../../src/control/outbox/rows.ts'
import { recordSchemas } from '../../src/control/records/rows.ts'
import { resourceReply } from '../../src/control/resources/rows.ts'
import { scenarioStatusReply } from '../../src/control/scenarios/rows.ts'
import { verdictsReply } from '../../src/control/verdicts/rows.ts'
import { contactSchema } from '../../src/service/world/contact.ts'
import { type Member, type NestedNames, parametersOf, recordsOf } from './model.ts'

const nested: NestedNames = {
  'Account.happened': ['Happening', 'The result of a job.'],
  'Account.booked': ['Booked', 'Booked jobs of the same kind.'],
  'JournalLine.caller': ['Caller', 'The caller.'],
  'JournalLine.comparison': ['Comparison', 'The result of a comparison with the real service.'],
  'Comparison.differences': ['Difference', 'A difference between two replies.'],
  'Message.reports': ['Report', 'A delivery report from a tester.'],
  'Shipment.recipients': ['Recipient', 'A recipient of a shipment.'],
  'Contact.users': ['ContactUser', 'A person who registered addresses for an organization.'],
  'GateState.calls': ['StandingCall', 'A call waiting at a gate.'],
  'Judgement.verdicts': ['Verdict', "A rule for clients, with each caller's result."],
  'Verdict.callers': ['CallerVerdict', 'The verdict on one caller.'],
  'Judgement.callers': ['JudgedCaller', 'A judged caller.'],
  'Judgement.ours': ['WrongReply', 'A Standin reply that violates its own OpenAPI document.'],
  'Judgement.repeated': ['RepeatedCalls', 'Calls that an HTTP library retried automatically.'],
}

const paging = ['limit', 'after', 'first', 'skip']

export const records = [
  ...recordsOf(['ScenarioStatus', 'A scenario and its state.'], scenarioStatusReply, nested),
  ...recordsOf(['Account', 'The result of advancing the clock.'], accountReply, nested),
  ...recordsOf(['JournalLine', "A call, or one of the service's jobs."], lineReply, nested),
  ...recordsOf(['Message', 'An email or SMS that was sent.'], sentMessage, nested),
  ...recordsOf(['Shipment', 'A notification or a reminder.'], recordSchemas.shipments, nested),
  ...recordsOf(['FileTransfer', 'A file transfer.'], recordSchemas.fileTransfers, nested),
  ...recordsOf(['TransferStatus', 'A file transfer and its status.'], transferReply, nested),
  ...recordsOf(
    ['Contact', 'A person, an organization or an external identity. A member that its kind lacks is null.'],
    contactSchema,
    nested,
  ),
  ...recordsOf(['Resource', 'A resource for file transfers.'], resourceReply, nested),
  ...recordsOf(['GateState', 'A gate and its waiting calls.'], gateReply, nested),
  ...recordsOf(['Judgement', 'The verdicts on the callers.'], verdictsReply, nested, ['total', 'next']),
]

interface Written {
  readonly row: ControlId
  /** Fixed values for path parameters. */
  readonly fixed?: Readonly<Record<string, string>>
  /** Required parameters, in order. Path parameters come first. */
  readonly required?: readonly string[]
  /** An optional parameter that can be passed by position. */
  readonly position?: string
  /** True if a call without any of its optional parameters makes no sense. */
  readonly needsOne?: true
  /** Replaces the row's summary. */
  readonly doc?: string
  /** The optional parameters to include. Default: all. */
  readonly only?: readonly string[]
  /** The row to use if the only path parameter is omitted. */
  readonly orElse?: ControlId
  /** The return value; absent if there is none. `list`, `member`: its location in the reply. */
  readonly returns?: { readonly record?: string; readonly list?: string; readonly member?: string }
  /** The body's schema, if it differs from the row's. */
  readonly body?: z.ZodType
}

const table: Readonly<Record<string, Written>> = {
  use: { row: 'control.activateScenario', position: 'ttl', returns: { record: 'ScenarioStatus' } },
  off: {
    row: 'control.deactivateScenario',
    orElse: 'control.deactivateScenarios',
    position: 'name',
    doc: 'Switch a scenario off, or all of them',
  },
  token: { row: 'control.makeToken', returns: { member: 'token' } },
  advance: { row: 'control.advanceClock', needsOne: true, position: 'by', returns: { record: 'Account' } },
  journal: {
    row: 'control.listJournal',
    doc: "The calls, or the service's jobs, newest last",
    returns: { record: 'JournalLine', list: 'journal' },
  },
  outbox: { row: 'control.listOutbox', returns: { record: 'Message', list: 'messages' } },
  orders: {
    row: 'control.findRecords',
    doc: 'The orders in both environments: each notification and each reminder',
    fixed: { collection: 'shipments' },
    only: ['id', 'environment', 'order', 'type', 'status', 'creator', 'sendersReference', 'recipient'],
    returns: { record: 'Shipment', list: 'records' },
  },
  files: {
    row: 'control.findRecords',
    doc: 'The file transfers in both environments',
    fixed: { collection: 'fileTransfers' },
    only: ['id', 'environment', 'status', 'resource', 'fileName', 'reference', 'sender', 'recipient'],
    returns: { record: 'FileTransfer', list: 'records' },
  },
  publishFile: { row: 'control.publishFileTransfer', required: ['size'], returns: { member: 'fileTransferId' } },
  scanFile: { row: 'control.scanFileTransfer', position: 'result', returns: { record: 'TransferStatus' } },
  expireFile: { row: 'control.expireFileTransfer', returns: { record: 'TransferStatus' } },
  contacts: { row: 'control.listContacts', returns: { record: 'Contact', list: 'contacts' } },
  putContact: { row: 'control.putContact', body: contactSchema, returns: { record: 'Contact' } },
  removeContact: { row: 'control.removeContact' },
  resources: { row: 'control.listResources', returns: { record: 'Resource', list: 'resources' } },
  putResource: { row: 'control.putResource', returns: { record: 'Resource' } },
  removeResource: { row: 'control.removeResource' },
  gates: { row: 'control.listGates', returns: { record: 'GateState', list: 'gates' } },
  putGate: { row: 'control.putGate', returns: { record: 'GateState' } },
  waitAtGate: { row: 'control.showGate', doc: 'Wait until this many calls are held at a gate', returns: { record: 'GateState' } },
  releaseGate: { row: 'control.releaseGate', returns: { record: 'GateState' } },
  removeGate: { row: 'control.removeGate' },
  verdicts: { row: 'control.listVerdicts', position: 'caller', returns: { record: 'Judgement' } },
  reset: { row: 'control.reset', only: ['keep'] },
}

export interface Call extends Omit<Written, 'row' | 'orElse' | 'required' | 'only' | 'body' | 'fixed' | 'doc'> {
  readonly name: string
  readonly doc: string
  readonly method: string
  /** The path below `/_standin`, with fixed values filled in: `/scenarios/{name}/active`. */
  readonly path: string
  /** The path if the parameter is omitted. */
  readonly pathWithout?: string
  readonly inPath: readonly string[]
  readonly required: readonly Member[]
  readonly optional: readonly Member[]
  /** Location of the parameters that are not in the path. */
  readonly sentIn: 'query' | 'body'
}

function callOf(name: string, { row: id, fixed = {}, required = [], only, orElse, body, ...rest }: Written): Call {
  const row = rowOf(id)
  const { params, query, body: asked } = row.request
  const ofPath = params ? parametersOf(params).filter((each) => !(each.name in fixed)) : []
  const schema = body ?? (asked?.kind === 'json' ? asked.schema : undefined) ?? query
  const others = (schema ? parametersOf(schema) : []).filter(
    (each) => !paging.includes(each.name) && !ofPath.some((other) => other.name === each.name) && (!only || only.includes(each.name)),
  )
  const known = others.map((each) => each.name)
  for (const each of [...required, ...(only ?? []), ...(rest.position && !orElse ? [rest.position] : [])])
    if (!known.includes(each)) throw new Error(`tools/clients/calls.ts: ${id} has no parameter "${each}" for ${name}.`)
  demandInReply(name, row, rest.returns)
  const fill = (path: string) => path.replace('/_standin', '').replace(/\{(\w+)\}/g, (all, each) => fixed[each] ?? all)
  return {
    ...rest,
    name,
    doc: rest.doc ?? row.summary,
    method: row.method,
    path: fill(row.path),
    ...(orElse && { pathWithout: fill(rowOf(orElse).path) }),
    inPath: ofPath.map((each) => each.name),
    required: [...(orElse ? [] : ofPath), ...others.filter((each) => required.includes(each.name))],
    optional: [...(orElse ? ofPath : []), ...others.filter((each) => !required.includes(each.name))].map((each) => ({
      ...each,
      isOptional: true,
    })),
    sentIn: asked ? 'body' : 'query',
  }
}

export function rowOf(id: ControlId) {
  const row = controls.find((each) => each.id === id)
  if (!row) throw new Error(`Unknown control row: ${id}.`)
  return row
}

function demandInReply(name: string, { replies, id }: ReturnType<typeof rowOf>, returns: Written['returns']): void {
  const member = returns?.list ?? returns?.member
  const [good] = Object.values(replies)
  if (member === undefined || good?.kind !== 'json') return
  const members = parametersOf(good.schema, 'output').map((each) => each.name)
  if (!members.includes(member)) throw new Error(`tools/clients/calls.ts: the reply from ${id} has no "${member}" for ${name}.`)
}

export const calls: readonly Call[] = Object.entries(table).map(([name, written]) => callOf(name, written))
