/** Reads GUIDs in every notation that the live services accept. */

const hyphenated = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const anyNotation = /^(?:[0-9a-f]{32}|[{(]?[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}[)}]?)$/i

/** The GUID in lower case with hyphens; undefined for any other text. Source: notifications §1.3, file-transfer §0. */
export function readGuid(text: string): string | undefined {
  if (hyphenated.test(text)) return text
  if (!anyNotation.test(text)) return undefined
  const first = text[0] ?? ''
  const last = text.at(-1) ?? ''
  if ((first === '{') !== (last === '}') || (first === '(') !== (last === ')')) return undefined
  const digits = text.replace(/[^0-9a-f]/gi, '').toLowerCase()
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-${digits.slice(12, 16)}-${digits.slice(16, 20)}-${digits.slice(20)}`
}
