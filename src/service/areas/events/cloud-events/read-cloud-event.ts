/** Parses a publisher's CloudEvent the way the service's library does. Source: events §6.1. */

import { sizeError } from '../../../wire/json.ts'
import { documentFault } from '../../../wire/json-errors.ts'
import { hasHalves, type JsonNode, readTree, writeNode, writeText } from './dotnet-json.ts'
import { attributeFault, knownAttributes, requiredAttributes } from './event-attributes.ts'
import { eventTime, normalTime } from './event-time.ts'

export interface GivenEvent {
  /** In document order. All values are strings. */
  readonly attributes: ReadonlyMap<string, string>
  /** The `data` member as the service writes it. Undefined if absent. Null if it cannot be written; publishing then fails. */
  readonly data: string | null | undefined
}

const mostLevels = 64

/** Aborts parsing with an error message. */
class Fault extends Error {}

export function readCloudEvent(text: string): GivenEvent | string {
  const fault = sizeError(text, mostLevels)?.tooDeep === false ? 'The event holds too many values.' : documentFault(text, mostLevels)
  if (fault !== undefined) return fault
  try {
    return readEvent(readTree(text))
  } catch (thrown) {
    if (thrown instanceof Fault) return thrown.message
    throw thrown
  }
}

function readEvent(node: JsonNode): GivenEvent {
  if (node.kind !== 'Object') throw new Fault(`Cannot decode JSON element of kind '${node.kind}' as CloudEvent`)
  const last = (name: string) => node.members.findLast(([each]) => each === name)?.[1]
  const version = last('specversion')
  if (version?.kind !== 'String') throw new Fault('Structured mode content does not represent a CloudEvent')
  if (textOf(version) !== '1.0') throw new Fault(`Unsupported CloudEvents spec version '${version.value}'`)
  const attributes = new Map<string, string>()
  for (const [name, value] of node.members) {
    if (!/^(?:specversion|data|data_base64)$/.test(name)) setAttribute(attributes, name, value)
  }
  const data = readData(attributes, last('data'), last('data_base64'))
  const missing = requiredAttributes.filter((name) => !attributes.has(name))
  if (missing.length > 0) throw new Fault(`CloudEvent is missing required attributes: ${missing.join(', ')} (Parameter 'data')`)
  return { attributes, data }
}

function setAttribute(attributes: Map<string, string>, name: string, value: JsonNode): void {
  textOf({ kind: 'String', value: name, isEscaped: true })
  const known = Object.hasOwn(knownAttributes, name) ? knownAttributes[name] : undefined
  if (value.kind === 'Null') return
  if (known && value.kind !== 'String')
    throw new Fault(`Invalid token type '${value.kind}' for CloudEvent attribute '${name}' with type '${known.type}'`)
  const text = attributeText(value)
  const fault = attributeFault(name, text)
  if (fault !== undefined) throw new Fault(fault)
  attributes.set(name, known?.type === 'Timestamp' ? String(normalTime(text)) : text)
}

const notInFormat = 'One of the identified items was in an invalid format.'

function attributeText(value: JsonNode): string {
  switch (value.kind) {
    case 'String':
      return textOf(value)
    case 'Number':
      return String(integer(value.text))
    case 'True':
    case 'False':
      return value.kind.toLowerCase()
    default:
      throw new Fault(`Invalid token type '${value.kind}' for CloudEvent attribute`)
  }
}

function integer(text: string): number {
  const number = Number(text)
  if (!/^-?\d+$/.test(text) || number < -(2 ** 31) || number >= 2 ** 31) throw new Fault(notInFormat)
  return number + 0
}

/** Returns a value's text. Throws if it contains a lone surrogate, which can also come from bytes that are not valid UTF-8. */
function textOf({ value, isEscaped }: JsonNode & { kind: 'String' }): string {
  const half = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/.exec(value)
  if (!half) return value
  if (!isEscaped) throw new Fault('Cannot transcode invalid UTF-8 JSON text to UTF-16 string.')
  const code = half[0].charCodeAt(0)
  if (code >= 0xdc00)
    throw new Fault(`Cannot read invalid UTF-16 JSON text as string. Invalid surrogate value: '0x${code.toString(16).toUpperCase()}'.`)
  throw new Fault('Cannot read incomplete UTF-16 JSON text as string with missing low surrogate.')
}

function readData(attributes: Map<string, string>, data: JsonNode | undefined, base64: JsonNode | undefined): GivenEvent['data'] {
  const [hasData, hasBytes] = [data, base64].map((node) => node !== undefined && node.kind !== 'Null')
  if (hasData && hasBytes) throw new Fault("Structured mode content cannot contain both 'data' and 'data_base64' properties.")
  if (hasBytes) {
    if (base64?.kind !== 'String') throw new Fault("Structured mode property 'data_base64' must be a string, when present.")
    if (!/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(base64.value)) throw new Fault(notInFormat)
    return null
  }
  if (!data || !hasData) return undefined
  const type = attributes.get('datacontenttype') ?? 'application/json'
  attributes.set('datacontenttype', type)
  const mediaType = type.split(';', 1)[0]?.trim() ?? ''
  if (/[/+]json$/.test(mediaType)) return hasHalves(data) ? null : writeNode(data)
  if (data.kind !== 'String') throw new Fault('CloudEvents with a non-JSON datacontenttype can only have string data values.')
  const text = textOf(data)
  return mediaType.startsWith('text/') ? writeText(text) : null
}

/** Returns the event as delivered: attributes in the publisher's order, with a time added if there is none. Source: events §3.1. */
export function writeEvent({ attributes, data }: GivenEvent, at: number): string {
  const all = new Map([['specversion', '1.0'], ...attributes])
  if (!all.has('time')) all.set('time', eventTime(at))
  const members = [...all].map(([name, value]) => `${writeText(name)}:${writeText(value)}`)
  return `{${[...members, ...(typeof data === 'string' ? [`"data":${data}`] : [])].join(',')}}`
}
