/** Builds an upload form's fields from the names and values of its parts. Source: file-transfer §3.2. */
import { readFlag, trimBlanks } from '../text.ts'

export type FieldPart = readonly [name: string, value: string]

const prefix = 'metadata.'
const plainNames = ['fileName', 'resourceId', 'sendersFileTransferReference', 'sender', 'checksum', 'disableVirusScan']
const byLowerCase = new Map(plainNames.map((name) => [prefix + name.toLowerCase(), name]))

/** True if the service treats a part with this name as a field. */
export const isField = (name: string): boolean => name.slice(0, prefix.length).toLowerCase() === prefix

/** Fields without a part are omitted. If several parts have the same name, the first one wins. */
export function fieldsOf(parts: readonly FieldPart[]): Record<string, unknown> {
  const metadata: Record<string, unknown> = Object.fromEntries(firsts(parts, (name) => byLowerCase.get(name.toLowerCase())))
  const { disableVirusScan: flag } = metadata
  // A string that is neither true nor false is left unchanged, so the schema reports it.
  if (typeof flag === 'string') metadata.disableVirusScan = trimBlanks(flag) === '' ? undefined : (readFlag(flag) ?? flag)
  const recipients = recipientsOf(parts)
  const properties = propertiesOf(parts)
  if (recipients.length > 0) metadata.recipients = recipients
  if (properties.length > 0) metadata.propertyList = Object.fromEntries(properties)
  return Object.keys(metadata).length > 0 ? { metadata } : {}
}

/** Returns the form's recipients. Repeated parts take precedence over numbered parts, as in the live service. */
function recipientsOf(parts: readonly FieldPart[]): string[] {
  const repeated = parts.filter(([name]) => /^metadata\.recipients(?:\[\])?$/i.test(name)).map(([, value]) => value)
  const numbered = firsts(parts, (name) => /^metadata\.recipients\[(\d{1,9})\]$/i.exec(name)?.[1])
  return repeated.length > 0 ? repeated : consecutive(numbered).map((at) => numbered.get(at) ?? '')
}

/**
 * Returns the form's properties. Numbered pairs take precedence over named properties, as in the live service. A pair without a value gets
 * the value null.
 */
function propertiesOf(parts: readonly FieldPart[]): [key: string, value: string | null][] {
  const keys = firsts(parts, (name) => /^metadata\.propertylist\[(\d{1,9})\]\.key$/i.exec(name)?.[1])
  const values = firsts(parts, (name) => /^metadata\.propertylist\[(\d{1,9})\]\.value$/i.exec(name)?.[1])
  const pairs = consecutive(new Map([...keys, ...values])).map((at): [string, string | null] => [
    keys.get(at) ?? '',
    values.get(at) ?? null,
  ])
  if (pairs.length > 0) return pairs
  const named = /^metadata\.propertylist(?:\.(.+)|\[(.*)\])$/is
  return [
    ...firsts(parts, (name) => {
      const [, dotted, bracketed] = named.exec(name) ?? []
      return dotted ?? bracketed
    }),
  ]
}

/** Returns the first value for each key. Skips a part if `keyOf` returns undefined for its name. */
function firsts(parts: readonly FieldPart[], keyOf: (name: string) => string | undefined): Map<string, string> {
  const values = new Map<string, string>()
  for (const [name, value] of parts) {
    const key = keyOf(name)
    if (key !== undefined && !values.has(key)) values.set(key, value)
  }
  return values
}

/** Returns the numbers from 0 up to the first gap. */
function consecutive(byNumber: ReadonlyMap<string, string>): string[] {
  const numbers: string[] = []
  while (byNumber.has(String(numbers.length))) numbers.push(String(numbers.length))
  return numbers
}
