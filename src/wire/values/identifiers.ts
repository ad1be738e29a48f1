/** Reads and writes GUIDs, organization numbers and the ids of resources, in the forms that clients and services use. */

import { trimBlanks } from './text.ts'

const hyphenated = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const anyNotation = /^(?:[0-9a-f]{32}|[{(]?[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}[)}]?)$/i

/** The GUID in lower case with hyphens, without blanks around it; undefined for any other text. Source: notifications §1.3, file-transfer §0. */
export function readGuid(written: string): string | undefined {
  if (hyphenated.test(written)) return written
  const text = trimBlanks(written)
  if (!anyNotation.test(text)) return undefined
  const first = text[0] ?? ''
  const last = text.at(-1) ?? ''
  if ((first === '{') !== (last === '}') || (first === '(') !== (last === ')')) return undefined
  const digits = text.replace(/[^0-9a-f]/gi, '').toLowerCase()
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-${digits.slice(12, 16)}-${digits.slice(16, 20)}-${digits.slice(20)}`
}

/** What the framework says of a value that is not of the parameter's type: blanks alone are no value to it. Source: file-transfer §7.3. */
export const unreadableValue = (text: string): string => `The value '${text}' is ${trimBlanks(text) === '' ? 'invalid' : 'not valid'}.`

const organizationForm = /^(?:\d{4}:\d{9}|urn:altinn:organization:identifier-no:\d{9})$/

/** Whether a text is an organization number in one of the two forms that the file transfer area accepts. Source: file-transfer §0.3. */
export const isOrganizationForm = (text: string): boolean => organizationForm.test(text)

/** The nine digits: the part after the last colon. */
export const organizationNumber = (text: string): string => text.slice(text.lastIndexOf(':') + 1)

/** `0192:NNNNNNNNN`. */
export const iso6523 = (number: string): string => `0192:${number}`

export const resourcePrefix = 'urn:altinn:resource:'

/** The id of a resource, for a URN or an id. Source: file-transfer §0.4. */
export const bareResourceId = (text: string): string => (text.startsWith(resourcePrefix) ? text.slice(resourcePrefix.length) : text)

export const resourceUrn = (resourceId: string): string => `${resourcePrefix}${resourceId}`
