/** Builds the fields of a form from the names of its parts. Source: file-transfer §3.2. */
import { readFlag } from '../values/query-value.ts'

export type FieldPart = readonly [name: string, value: string]

const prefix = 'metadata.'
const plainNames = ['fileName', 'resourceId', 'sendersFileTransferReference', 'sender', 'checksum', 'disableVirusScan']
const byLowerCase = new Map(plainNames.map((name) => [prefix + name.toLowerCase(), name]))

/** Whether the value of such a part matters. */
export const isField = (name: string): boolean => name.slice(0, prefix.length).toLowerCase() === prefix

/** What no part names is not there. Of a field that comes twice the first counts. */
export function fieldsOf(parts: readonly FieldPart[]): Record<string, unknown> {
  const metadata: Record<string, unknown> = Object.fromEntries(firsts(parts, (name) => byLowerCase.get(name.toLowerCase())))
  const { disableVirusScan: flag } = metadata
  // A text that is neither stays, for the schema to name it.
  if (typeof flag === 'string') metadata.disableVirusScan = flag.trim() === '' ? undefined : (readFlag(flag) ?? flag)
  const recipients = recipientsOf(parts)
  const properties = propertiesOf(parts)
  if (recipients.length > 0) metadata.recipients = recipients
  if (properties.length > 0) metadata.propertyList = Object.fromEntries(properties)
  return Object.keys(metadata).length > 0 ? { metadata } : {}
}

/** Repeated ones win over numbered ones, as they do live. */
function recipientsOf(parts: readonly FieldPart[]): string[] {
  const repeated = parts.filter(([name]) => /^metadata\.recipients(?:\[\])?$/i.test(name)).map(([, value]) => value)
  const numbered = firsts(parts, (name) => /^metadata\.recipients\[(\d{1,9})\]$/i.exec(name)?.[1])
  return repeated.length > 0 ? repeated : consecutive(numbered).map((at) => numbered.get(at) ?? '')
}

/** Numbered pairs win over named properties, as they do live. A pair without a value has null. */
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

/** The first value of each name, under the key made of it; a name without a key is passed over. */
function firsts(parts: readonly FieldPart[], keyOf: (name: string) => string | undefined): Map<string, string> {
  const found = new Map<string, string>()
  for (const [name, value] of parts) {
    const key = keyOf(name)
    if (key !== undefined && !found.has(key)) found.set(key, value)
  }
  return found
}

/** The numbers from 0 up to the first gap. */
function consecutive(byNumber: ReadonlyMap<string, string>): string[] {
  const numbers: string[] = []
  while (byNumber.has(String(numbers.length))) numbers.push(String(numbers.length))
  return numbers
}
