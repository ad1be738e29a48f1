/** Finds the rule that Standin followed, and determines who is likely wrong. */

import { jsonOrText } from '../../../control/compare.ts'
import { areaName, refusals } from '../../../service/areas/areas.ts'
import { dialects } from '../../../service/areas/dialect.ts'
import { lifecycles } from '../../../service/areas/index.ts'
import { isObject } from '../../../service/wire/json.ts'
import { textIn } from '../comparing/contents.ts'
import { isStatusMember } from '../comparing/statuses.ts'
import type { Difference, Outcome } from '../exchange.ts'

/** The codes of all refusals. */
export const knownCodes: readonly string[] = [
  ...new Set(Object.values(refusals).flatMap((form) => ('code' in form && form.code !== undefined ? [form.code] : []))),
].toSorted()

/** The statuses of all records. */
export const knownStatuses: readonly string[] = [
  ...new Set(Object.values(lifecycles).flatMap(({ moves }) => Object.keys(moves))),
].toSorted()

/** Area → the sections of the reference about refusals and statuses. */
const sections = {
  notifications: { refusals: 'notifications §7', validation: 'notifications §4', statuses: 'notifications §11' },
  fileTransfer: { refusals: 'file-transfer §7.2', validation: 'file-transfer §7.3', statuses: 'file-transfer §5.1' },
  resources: { refusals: 'file-transfer §7.2', validation: 'file-transfer §7.3', statuses: undefined },
  events: { refusals: 'events §4.2', validation: 'events §4.2', statuses: undefined },
  resumableUpload: { refusals: 'file-transfer §8', validation: 'file-transfer §8', statuses: undefined },
  authentication: { refusals: 'authentication §1.4', validation: 'authentication §1.4', statuses: undefined },
  nowhere: undefined,
} as const

/** Operation → its section in the reference. */
const sources: Readonly<Record<string, string>> = {
  'notifications.createOrder': 'notifications §3.2',
  'notifications.getShipment': 'notifications §8.1',
  'notifications.createInstantOrder': 'notifications §3.4',
  'notifications.createInstantSms': 'notifications §3.3',
  'notifications.createInstantEmail': 'notifications §3.5',
  'notifications.readFeed': 'notifications §9.2',
  'notifications.createComposedEmail': 'notifications §14.7',
  'notifications.createChannelOrder': 'notifications §14.2',
  'notifications.createEmailOrder': 'notifications §14.2',
  'notifications.createSmsOrder': 'notifications §14.2',
  'notifications.getOrder': 'notifications §14.6',
  'notifications.findOrders': 'notifications §14.6',
  'notifications.getOrderStatus': 'notifications §14.6',
  'notifications.listOrderEmails': 'notifications §14.6',
  'notifications.listOrderSms': 'notifications §14.6',
  'notifications.searchByPerson': 'notifications §14.8',
  'notifications.searchByOrganization': 'notifications §14.8',
  'fileTransfer.initialize': 'file-transfer §2',
  'fileTransfer.upload': 'file-transfer §3.1',
  'fileTransfer.initializeAndUpload': 'file-transfer §3.2',
  'fileTransfer.overview': 'file-transfer §4.1',
  'fileTransfer.details': 'file-transfer §4.2',
  'fileTransfer.search': 'file-transfer §4.3',
  'fileTransfer.download': 'file-transfer §6.1',
  'fileTransfer.confirmDownload': 'file-transfer §6.2',
  'events.readEvents': 'events §6',
  'events.publishEvent': 'events §6.1',
  'authentication.requestToken': 'authentication §1',
  'authentication.exchangeToken': 'authentication §2',
  'authentication.refreshToken': 'authentication §2.2',
}
const ofArea: Readonly<Record<string, string>> = {
  resources: 'file-transfer §9',
  events: 'events §4',
  resumableUpload: 'file-transfer §8',
  authentication: 'authentication §4',
}

/** Returns the dialect difference that affects this member of Standin's reply. A difference in the operation itself comes first. */
function dialectOf(operation: string, where: string, status: number): (typeof dialects)[number] | undefined {
  const name = where.replace(/^headers\./, '')
  const about = dialects.filter(({ proof: { spec, live } }) => {
    const isOfStatus = name === 'status' ? live.status === status : Number(live.status ?? 200) < 400 === status < 400
    return isOfStatus && name !== 'body' && Object.hasOwn(live, name) && JSON.stringify(live[name]) !== JSON.stringify(spec[name])
  })
  const under = (target: string) => about.find(({ on }) => [on].flat().some((each) => each === target))
  return under(operation) ?? under(areaName(operation)) ?? under('*')
}

/** Returns the rule with its source, or null if the path belongs to no operation. */
export function ruleOf({ operation, ours, exchange }: Outcome, { where, there, here }: Difference): string | null {
  const area = areaName(operation)
  const known = sections[area]
  const own = sources[operation] ?? ofArea[area]
  const status = where === 'status' ? Number(here) : (exchange.reply?.status ?? 0)
  const row = dialectOf(operation, where, status)
  const code = codeIn(ours?.body) ?? (where === 'code' ? String(here) : undefined)
  const refusal =
    known && status >= 400
      ? code !== undefined
        ? `refusal ${code}: ${known.refusals}`
        : status === 401 || status === 403
          ? 'authentication §7'
          : known.validation
      : undefined
  const isOfStatus = isStatusMember(where) && where !== 'status' && typeof (here ?? there) === 'string'
  const rule = refusal ?? (isOfStatus ? known?.statuses : undefined) ?? own
  const topic = row && `Dialects: ${row.topic} (${row.source})`
  return rule === undefined && !topic ? null : [rule, topic].filter(Boolean).join('; ')
}

function codeIn(body: Uint8Array | undefined): string | undefined {
  const value = jsonOrText(textIn(body) ?? '')
  return isObject(value) && typeof value.code === 'string' ? value.code : undefined
}

const isNew = (value: unknown, known: readonly string[]) => typeof value === 'string' && !known.some((each) => each.endsWith(value))

export function likelyOf({ kind, where, there, here }: Difference): 'standin' | 'newer' | 'environment' | 'unknown' {
  if (kind === 'extra') return 'newer'
  if (kind === 'not-json' || kind === 'connection' || kind === 'never-reached') return 'environment'
  if (kind === 'status') {
    if (Number(there) >= 500) return 'environment'
    // A caller's rights depend on the environment.
    return [401, 403].includes(Number(there)) || [401, 403].includes(Number(here)) ? 'unknown' : 'standin'
  }
  if (kind === 'header') return there === undefined ? 'unknown' : 'standin'
  if (kind === 'code') return isNew(there, knownCodes) ? 'newer' : 'standin'
  // The outcome of a message depends on the environment's network and mailboxes.
  if ([there, here].every((each) => /^(?:(?:SMS|Email)_)?(?:Delivered|Failed)/.test(String(each)))) return 'environment'
  return kind === 'value' && isStatusMember(where) && isNew(there, knownStatuses) ? 'newer' : 'standin'
}
