/** Reads and writes GUIDs, organization numbers and the ids of resources, in the forms that clients and services use. */

import { trimBlanks } from './text.ts'

const hyphenated = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const anyNotation = /^(?:[0-9a-f]{32}|[{(]?[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}[)}]?)$/i

/** The GUID in lower case with hyphens, without blanks around it; undefined for any other text. Source: notifications §1.3, file-transfer §0. */
export function readGuid(written: string): string | undefined {
  if (hyphenated.test(written)) return written
  const text = trimBlanks(written)
  if (/^\{\s*0x/i.test(text)) return readHexadecimal(text.replace(/\s/g, ''))
  if (!anyNotation.test(text)) return undefined
  const first = text[0] ?? ''
  const last = text.at(-1) ?? ''
  if ((first === '{') !== (last === '}') || (first === '(') !== (last === ')')) return undefined
  const digits = text.replace(/[^0-9a-f]/gi, '').toLowerCase()
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-${digits.slice(12, 16)}-${digits.slice(16, 20)}-${digits.slice(20)}`
}

const hexadecimal = /^\{0x([\da-f]{1,8}),0x([\da-f]{1,4}),0x([\da-f]{1,4}),\{(0x[\da-f]{1,2}(?:,0x[\da-f]{1,2}){7})\}\}$/i

/** `{0xa1c7b9a0,0x6a0e,0x4d0a,{0x9a,…}}`. */
function readHexadecimal(text: string): string | undefined {
  const [, first, second = '', third = '', bytes = ''] = hexadecimal.exec(text) ?? []
  if (first === undefined) return undefined
  const rest = bytes.split(',').map((byte) => byte.slice(2).padStart(2, '0'))
  const parts = [first.padStart(8, '0'), second.padStart(4, '0'), third.padStart(4, '0'), rest.slice(0, 2).join(''), rest.slice(2).join('')]
  return parts.join('-').toLowerCase()
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
