/** Finds the positions and paths of values in JSON text. */

import { excerpt, utf8 } from '../text.ts'
import { type Path, type Step, scan } from './scan.ts'

interface Located {
  /** The path, with names spelt as in the text. */
  readonly path: Path
  /** The offset after the value or, for an object or array, after its opening bracket. */
  readonly end: number
  readonly close: number
}

/** Converts an offset to a line and column, both counted from 0. Columns count UTF-8 bytes. */
export function positionAt(text: string, offset: number): { readonly line: number; readonly byte: number } {
  let line = 0
  let start = 0
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', start)) {
    line += 1
    start = at + 1
  }
  return { line, byte: byteLength(text.slice(start, offset)) }
}

interface Node {
  readonly children: Map<Step, Node>
  /** Number of values at this path. A second value, under a duplicate name, invalidates what was found inside the first. */
  visits: number
  parentVisits: number
  located: Located | undefined
}

const createNode = (): Node => ({ children: new Map(), visits: 0, parentVisits: 0, located: undefined })
const folded = (step: Step): Step => (typeof step === 'string' ? step.toLowerCase() : step)

/** Finds the values at the given paths in a single pass. Names are matched case-insensitively, and the last duplicate wins. */
export function locateAll(text: string, paths: readonly Path[]): (Located | undefined)[] {
  const root = createNode()
  for (const path of paths) addPath(root, path)
  scan(text, (path, end, close) => {
    const nodes = nodesOf(root, path)
    const node = nodes?.at(-1)
    if (!node) return
    if (close === undefined) {
      node.visits += 1
      node.parentVisits = nodes?.at(-2)?.visits ?? 0
      node.located = { path: [...path], end, close: end }
    } else if (node.located) node.located = { ...node.located, close }
  })
  return paths.map((path) => locatedAt(root, path))
}

function addPath(root: Node, path: Path): void {
  let node = root
  for (const step of path) {
    const child = node.children.get(folded(step)) ?? createNode()
    node.children.set(folded(step), child)
    node = child
  }
}

/** Returns the nodes from the root to a path. Undefined if the tree does not contain the path. */
function nodesOf(root: Node, path: Path): Node[] | undefined {
  const nodes = [root]
  for (const step of path) {
    const child = nodes.at(-1)?.children.get(folded(step))
    if (!child) return undefined
    nodes.push(child)
  }
  return nodes
}

function locatedAt(root: Node, path: Path): Located | undefined {
  const nodes = nodesOf(root, path) ?? []
  const current = nodes.every((node, at) => at === 0 || node.parentVisits === nodes[at - 1]?.visits)
  return current ? nodes.at(-1)?.located : undefined
}

/**
 * Returns a case-insensitive lookup by path in a parsed JSON document. Indexes each object's names only once, because a hostile body can
 * cause as many lookups as the object has names.
 */
export function createLookup(): (value: unknown, path: Path) => unknown {
  const indexes = new Map<object, ReadonlyMap<Step, string>>()
  const indexOf = (value: object) => {
    const index = indexes.get(value) ?? new Map(Object.keys(value).map((name) => [folded(name), name]))
    indexes.set(value, index)
    return index
  }
  return (value, path) =>
    path.reduce<unknown>((within, step) => {
      if (Array.isArray(within)) return within[Number(step)]
      if (typeof within !== 'object' || within === null) return undefined
      const name = indexOf(within).get(folded(step))
      return name === undefined ? undefined : (within as Record<string, unknown>)[name]
    }, value)
}

const special = /[.\s'/"[\]()\\\p{Cc}]/u

/** Formats a path as the services do: `$.reminders[0].delayDays`. Names with special characters are written as `['a b']`. */
export const printPath = (path: Path): string =>
  path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`
    const name = excerpt(step)
    return special.test(name) ? `${text}['${name}']` : `${text}.${name}`
  }, '$')

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/**
 * An invalid UTF-8 byte (0x80 or above) is decoded to the lone surrogate at this offset plus the byte. Valid text contains no lone
 * surrogates.
 */
const firstStray = 0xdc80 - 0x80
const strays = /(?<![\uD800-\uDBFF])[\uDC80-\uDCFF]/g

/** Decodes bytes as UTF-8. The result is not well-formed if the bytes are not valid UTF-8. */
export function decodeStray(bytes: Uint8Array): string {
  const parts: string[] = []
  for (let at = 0; at < bytes.length; ) {
    const width = readable(bytes, at)
    parts.push(width === 0 ? String.fromCharCode(firstStray + (bytes[at] ?? 0)) : decoder.decode(bytes.subarray(at, at + width)))
    at += width || 1
  }
  return parts.join('')
}

/** Returns the number of valid bytes at an offset: a run of ASCII characters or a single non-ASCII character. 0 if the byte is invalid. */
function readable(bytes: Uint8Array, start: number): number {
  let end = start
  while (end < bytes.length && (bytes[end] ?? 0) < 0x80) end += 1
  if (end > start) return end - start
  const first = bytes[start] ?? 0
  const width = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2
  try {
    decoder.decode(bytes.subarray(start, start + width))
    return width
  } catch {
    return 0
  }
}

/** Returns the number of bytes that a string was decoded from. */
export const byteLength = (text: string): number => utf8(text).length - 2 * (text.match(strays)?.length ?? 0)

/** Formats a character for messages: the character if it is printable, otherwise its first byte. */
export function shownByte(text: string, offset: number): string {
  const code = text.codePointAt(offset) ?? 0
  const byte = code >= 0xdc80 && code <= 0xdcff ? code - firstStray : (utf8(String.fromCodePoint(code))[0] ?? 0)
  return byte >= 0x20 && byte < 0x7f ? `'${String.fromCharCode(byte)}'` : `'0x${byte.toString(16).toUpperCase().padStart(2, '0')}'`
}
