/** CloudEvent attributes, and the service library's error messages for invalid values. Source: events §6.1. */
import { isReadableUri, isRelativeUri } from '../../../wire/uri.ts'
import { normalTime } from './event-time.ts'

type AttributeType = 'String' | 'URI-Reference' | 'URI' | 'Timestamp'

interface Attribute {
  readonly type: AttributeType
  readonly fault?: (value: string) => string | undefined
}

const nonEmpty = (value: string) => (value === '' ? 'Value must be non-empty' : undefined)

export const knownAttributes: Readonly<Record<string, Attribute>> = {
  id: { type: 'String', fault: nonEmpty },
  source: { type: 'URI-Reference', fault: (value) => (value === '' ? 'URI reference must be non-empty' : undefined) },
  type: { type: 'String', fault: nonEmpty },
  datacontenttype: { type: 'String', fault: contentTypeFault },
  dataschema: { type: 'URI' },
  subject: { type: 'String', fault: nonEmpty },
  time: { type: 'Timestamp' },
}
export const requiredAttributes = ['id', 'source', 'type'] as const

/** Returns an error message if an attribute's name or value is invalid. Unknown attributes are extensions. */
export function attributeFault(name: string, text: string): string | undefined {
  const known = Object.hasOwn(knownAttributes, name) ? knownAttributes[name] : undefined
  const misnamed = known ? undefined : nameFault(name)
  if (misnamed !== undefined) return `${misnamed} (Parameter 'name')`
  const unread = textFault(known?.type ?? 'String', text)
  if (unread !== undefined) return `Text for attribute '${name}' is invalid: ${unread} (Parameter 'text')`
  const invalid = (known === undefined || known.type === 'String' ? characterFault(text) : undefined) ?? known?.fault?.(text)
  return invalid === undefined ? undefined : `Value for attribute '${name}' is invalid: ${invalid} (Parameter 'value')`
}

function nameFault(name: string): string | undefined {
  if (name === '') return 'Attribute names must be non-empty'
  const odd = /[^a-z0-9]/.exec(name)?.[0]
  return odd === undefined ? undefined : `Invalid character '${odd}' in attribute name '${name}'`
}

function textFault(type: AttributeType, text: string): string | undefined {
  if (type === 'Timestamp') return timeFault(text)
  if (type === 'String') return undefined
  if (type === 'URI' && text === '') return 'Invalid URI: The URI is empty.'
  if (!isReadableUri(text))
    return /^[a-z][a-z0-9+.-]*:[\\/]{2}[^\\/?#]*:\d+(?:[\\/?#]|$)/i.test(text)
      ? 'Invalid URI: Invalid port specified.'
      : 'Invalid URI: The hostname could not be parsed.'
  if (type === 'URI' && text.startsWith('/')) return 'Invalid URI: expected an absolute URI'
  return type === 'URI' && isRelativeUri(text) ? 'Invalid URI: The format of the URI could not be determined.' : undefined
}

function timeFault(text: string): string | undefined {
  const time = normalTime(text)
  if (time === undefined) return 'Invalid timestamp'
  if (time !== null) return undefined
  return "The UTC time represented when the offset is applied must be between year 0 and 10,000. (Parameter 'offset')"
}

/** Returns an error message if the text contains control characters or Unicode noncharacters. */
function characterFault(text: string): string | undefined {
  for (const sign of text) {
    const code = sign.codePointAt(0) ?? 0
    const isControl = code <= 0x1f || (code >= 0x7f && code <= 0x9f)
    const isNone = (code & 0xfffe) === 0xfffe || (code >= 0xfdd0 && code <= 0xfdef)
    if (!isControl && !isNone) continue
    return `${isControl ? 'Control character' : 'Noncharacter'} U+${code.toString(16).padStart(4, '0')} is not permitted in string attributes`
  }
  return undefined
}

const token = '[^\\x00-\\x20\\x7f-\\uffff()<>@,;:\\\\"/[\\]?=]+'
const contentType = new RegExp(`^\\s*${token}/${token}\\s*(?:;\\s*${token}\\s*=\\s*(?:${token}|"(?:[^"\\\\]|\\\\.)*")\\s*)*;?\\s*$`)

function contentTypeFault(value: string): string | undefined {
  return contentType.test(value)
    ? undefined
    : "The 'datacontenttype' attribute value must be a content-type expression compliant with RFC2046"
}
