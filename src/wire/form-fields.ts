/** Builds the fields of a form from the names of its parts. Source: file-transfer §3.2. */

export interface FormFieldsBuilder {
  /** Whether a part of this name is one of the fields. */
  knows(name: string): boolean
  add(name: string, value: string): void
  /** As the form's schema wants them; nothing of what no part names. */
  build(): Record<string, unknown>
}

const plainNames = ['fileName', 'resourceId', 'sendersFileTransferReference', 'sender', 'checksum', 'disableVirusScan']
const byLowerCase = new Map(plainNames.map((name) => [name.toLowerCase(), name]))

const prefix = 'metadata.'
const recipient = /^recipients(?:\[(\d{0,9})\])?$/i
const numbered = /^propertylist\[(\d{1,9})\]\.(key|value)$/i
const keyed = /^propertylist(?:\.(.+)|\[([^\]]*)\])$/is

/** Of a field that comes twice the first counts. */
export function formFieldsBuilder(): FormFieldsBuilder {
  const plain = new Map<string, string>()
  const repeated: string[] = []
  const indexed = new Map<string, string>()
  const pairs = new Map<string, { key?: string; value?: string }>()
  const properties = new Map<string, string>()

  const addPair = (at: string, half: 'key' | 'value', value: string) => {
    const pair = pairs.get(at) ?? {}
    pair[half] ??= value
    pairs.set(at, pair)
  }
  const knows = (name: string) => name.slice(0, prefix.length).toLowerCase() === prefix
  const add = (name: string, value: string) => {
    if (!knows(name)) return
    const own = name.slice(prefix.length)
    const plainName = byLowerCase.get(own.toLowerCase())
    const [, index] = recipient.exec(own) ?? []
    const [, at, half = ''] = numbered.exec(own) ?? []
    const [, dotted, bracketed] = keyed.exec(own) ?? []
    if (plainName !== undefined) setOnce(plain, plainName, value)
    else if (index) setOnce(indexed, index, value)
    else if (recipient.test(own)) repeated.push(value)
    else if (at !== undefined) addPair(at, half.toLowerCase() as 'key' | 'value', value)
    else if (keyed.test(own)) setOnce(properties, dotted ?? bracketed ?? '', value)
  }
  const build = () => {
    const metadata: Record<string, unknown> = Object.fromEntries(plain)
    const flag = metadata['disableVirusScan']
    if (typeof flag === 'string') Object.assign(metadata, { disableVirusScan: readFlag(flag) ?? flag })
    const recipients = repeated.length > 0 ? repeated : consecutive(indexed)
    const counted = consecutive(pairs)
    if (recipients.length > 0) metadata['recipients'] = recipients
    if (counted.length > 0) metadata['propertyList'] = Object.fromEntries(counted.map(({ key, value }) => [key ?? '', value ?? null]))
    else if (properties.size > 0) metadata['propertyList'] = Object.fromEntries(properties)
    return Object.keys(metadata).length > 0 ? { metadata } : {}
  }
  return { knows, add, build }
}

function setOnce(map: Map<string, string>, key: string, value: string): void {
  if (!map.has(key)) map.set(key, value)
}

/** From 0 up to the first gap. */
function consecutive<T>(byIndex: ReadonlyMap<string, T>): T[] {
  const found: T[] = []
  for (let value = byIndex.get('0'); value !== undefined; value = byIndex.get(String(found.length))) found.push(value)
  return found
}

/** Text that is neither stays, for the schema to name it. */
function readFlag(text: string): boolean | undefined {
  const wanted = text.trim().toLowerCase()
  return wanted === 'true' ? true : wanted === 'false' ? false : undefined
}
