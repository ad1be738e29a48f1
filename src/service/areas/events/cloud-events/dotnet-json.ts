/** Writes JSON the way .NET does, in the order that a PostgreSQL `jsonb` column returns it. Source: events §3.1, §6. */
import { type Step, scan } from '../../../wire/json.ts'
import { utf8 } from '../../../wire/text.ts'

export type JsonNode =
  | { readonly kind: 'Object'; readonly members: readonly (readonly [name: string, value: JsonNode])[] }
  | { readonly kind: 'Array'; readonly items: readonly JsonNode[] }
  /** `value` can contain lone surrogates. */
  | { readonly kind: 'String'; readonly value: string; readonly isEscaped: boolean }
  | { readonly kind: 'Number'; readonly text: string }
  | { readonly kind: 'True' | 'False' | 'Null' }

const literals = { true: { kind: 'True' }, false: { kind: 'False' }, null: { kind: 'Null' } } as const

export function readTree(text: string): JsonNode {
  let root: JsonNode = { kind: 'Null' }
  const open: ((node: JsonNode, name: Step | undefined) => void)[] = [
    (node) => {
      root = node
    },
  ]
  scan(
    text,
    (path, end, close, start) => {
      if (close !== undefined) return void open.pop()
      const add = open.at(-1)
      const name = path.at(-1)
      if (text[start] === '{') {
        const members: [string, JsonNode][] = []
        add?.({ kind: 'Object', members }, name)
        open.push((node, member) => members.push([String(member), node]))
      } else if (text[start] === '[') {
        const items: JsonNode[] = []
        add?.({ kind: 'Array', items }, name)
        open.push((node) => items.push(node))
      } else add?.(leaf(text.slice(start, end)), name)
    },
    undefined,
    Number.POSITIVE_INFINITY,
  )
  return root
}

function leaf(written: string): JsonNode {
  if (written.startsWith('"')) return { kind: 'String', value: String(JSON.parse(written)), isEscaped: written.includes('\\u') }
  return written in literals ? literals[written as keyof typeof literals] : { kind: 'Number', text: written }
}

const short: Readonly<Record<string, string>> = { '\b': '\\b', '\t': '\\t', '\n': '\\n', '\f': '\\f', '\r': '\\r', '\\': '\\\\' }

/** Escapes characters outside printable ASCII, and characters that are special in HTML. */
const escaped = (sign: string): string => short[sign] ?? `\\u${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`

export const writeText = (text: string): string =>
  `"${text.replace(/[^\x20\x21\x23-\x25\x28-\x2a\x2c-\x3b\x3d\x3f-\x5b\x5d-\x5f\x61-\x7e]/g, escaped)}"`

/** Writes numbers exactly as they were sent. */
export function writeNode(node: JsonNode): string {
  switch (node.kind) {
    case 'Object':
      return `{${node.members.map(([name, value]) => `${writeText(name)}:${writeNode(value)}`).join(',')}}`
    case 'Array':
      return `[${node.items.map(writeNode).join(',')}]`
    case 'String':
      return writeText(node.value)
    case 'Number':
      return node.text
    default:
      return node.kind.toLowerCase()
  }
}

/** True if any string or name contains a lone surrogate, which .NET cannot write. */
export function hasHalves(node: JsonNode): boolean {
  if (node.kind === 'String') return !node.value.isWellFormed()
  if (node.kind === 'Array') return node.items.some(hasHalves)
  return node.kind === 'Object' && node.members.some(([name, value]) => !name.isWellFormed() || hasHalves(value))
}

/** Compares names by length, then by bytes. */
export function byStoredName(one: string, other: string): number {
  const [bytes, others] = [utf8(one), utf8(other)]
  if (bytes.length !== others.length) return bytes.length - others.length
  for (const [at, byte] of bytes.entries()) if (byte !== others[at]) return byte - (others[at] ?? 0)
  return 0
}

/**
 * Returns the value as the database returns it: without duplicate members (the last wins), with sorted names, and with numbers written
 * without exponents.
 */
export function stored(node: JsonNode): JsonNode {
  if (node.kind === 'Array') return { kind: 'Array', items: node.items.map(stored) }
  if (node.kind === 'Number') return { kind: 'Number', text: plainNumber(node.text) }
  if (node.kind !== 'Object') return node
  const last = new Map(node.members)
  const members = [...last].sort(([one], [other]) => byStoredName(one, other)).map(([name, value]) => [name, stored(value)] as const)
  return { kind: 'Object', members }
}

/** A number with a larger exponent than this keeps its exponent. */
const mostDigits = 1_000

function plainNumber(text: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? []
  const shift = Number(exponent)
  if (Math.abs(shift) > mostDigits) return text
  const digits = whole + fraction
  const point = whole.length + shift
  const before = point > 0 ? digits.slice(0, point).padEnd(point, '0') : '0'
  const after = point > 0 ? digits.slice(point) : digits.padStart(digits.length - point, '0')
  const number = `${before.replace(/^0+(?=\d)/, '')}${after === '' ? '' : `.${after}`}`
  return /[1-9]/.test(number) ? sign + number : number
}
