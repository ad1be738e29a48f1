/** Validates a file's announcement. Source: file-transfer §0.3, §0.4, §2, §7.3. */
import type { Mistakes } from './order-mistakes.ts'
import { memberOf } from './wire.ts'

export interface Announcement {
  readonly fileName: string
  readonly resourceId: string
  readonly sendersFileTransferReference: string
  readonly sender: string
  readonly recipients: readonly string[]
  readonly propertyList: Readonly<Record<string, string>>
  readonly checksum: string | null
  readonly disableVirusScan: boolean
}

const party = /^(?:\d{4}:\d{9}|urn:altinn:organization:identifier-no:\d{9})$/
const form =
  'should be on the form countrycode:organizationnumber (e.g. 0192:910753614) or urn:altinn:organization:identifier-no:organizationnumber'

const lengths = (name: string, most: number) =>
  `The field ${name} must be a string with a minimum length of 1 and a maximum length of ${most}.`
const required = (name: string) => `The ${name} field is required.`

/** `prefix`: prefix of the mistakes' keys. */
export function readAnnouncement(given: unknown, prefix = ''): { announcement: Announcement; mistakes: Mistakes } {
  const member = (name: string) => memberOf(given, name)
  const text = (name: string) => (typeof member(name) === 'string' ? String(member(name)) : '')
  const recipients = member('recipients')
  const properties = member('propertyList') ?? {}
  const announcement: Announcement = {
    fileName: text('fileName'),
    resourceId: text('resourceId').replace(/^urn:altinn:resource:/, ''),
    sendersFileTransferReference: text('sendersFileTransferReference'),
    sender: text('sender'),
    recipients: Array.isArray(recipients) ? recipients.map(String) : [],
    propertyList: Object.fromEntries(Object.entries(Object(properties)).map(([key, value]) => [key, String(value)])),
    checksum: member('checksum') === null ? null : text('checksum'),
    disableVirusScan: member('disableVirusScan') === true,
  }
  const said: [string, string[]][] = [
    ['Checksum', checksumMistakes(announcement.checksum?.trim() ?? '')],
    ['FileName', textMistakes('FileName', announcement.fileName, 255)],
    ['PropertyList', propertyMistakes(announcement.propertyList)],
    ['Recipients', recipientMistakes(announcement.recipients)],
    ['ResourceId', resourceMistakes(announcement.resourceId)],
    ['Sender', senderMistakes(announcement.sender)],
    ['SendersFileTransferReference', referenceMistakes(announcement.sendersFileTransferReference)],
  ]
  const mistakes = said.filter(([, messages]) => messages.length > 0).map(([name, messages]) => [prefix + name, messages])
  return { announcement, mistakes: Object.fromEntries(mistakes) }
}

function textMistakes(name: string, value: string, most: number): string[] {
  if (value === '') return [required(name), lengths(name, most)]
  return value.length > most ? [lengths(name, most)] : []
}

const resourceMistakes = (value: string) =>
  value.includes(':') ? ['Invalid Resource identifier format'] : textMistakes('ResourceId', value, 255)

function senderMistakes(value: string): string[] {
  if (value === '') return [required('Sender')]
  return party.test(value) ? [] : [`Organization numbers ${form}`]
}

function recipientMistakes(all: readonly string[]): string[] {
  if (all.length === 0) return ['One or more recipients are required']
  return all.every((one) => party.test(one)) ? [] : [`Each recipient ${form}`]
}

/** Values longer than 500 characters do not fit in the database. Source: decisions §1 #11 */
function referenceMistakes(value: string): string[] {
  return value === '' || value.length > 500 ? [lengths('SendersFileTransferReference', 4096)] : []
}

function propertyMistakes(properties: Readonly<Record<string, string>>): string[] {
  const entries = Object.entries(properties)
  return [
    ...(entries.length > 10 ? ['PropertyList can contain at most 10 properties'] : []),
    ...entries.flatMap(([key, value]) => [
      ...(key.length > 50 ? [`PropertyList Key can not be longer than 50. Length:${key.length}, KeyValue:${key}`] : []),
      ...(value.length > 3000 ? [`PropertyList Value can not be longer than 3000. Length:${value.length}, Value:${value}`] : []),
    ]),
  ]
}

function checksumMistakes(value: string): string[] {
  if (value === '') return []
  return [
    ...(value.length === 32 ? [] : ['The checksum, if used, must be a MD5 hash with a length of 32 characters']),
    ...(value === value.toLowerCase() ? [] : ['The checksum, if used, must be a MD5 hash in lower case']),
  ]
}
