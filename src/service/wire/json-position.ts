/** Finds the values of a JSON text: their positions in the text, and the names that lead to them. */

import { type Path, type Step, scan } from './json-scan.ts'
import { excerpt, utf8 } from './text.ts'

interface Located {
  /** The path with the names as the text spells them. */
  readonly path: Path
  /** The offset after the value; for an object or array, after its opening bracket. */
  readonly end: number
  /** The offset after the whole value. */
  readonly close: number
}

/** Line and column of an offset, both counted from 0. The column counts UTF-8 bytes. */
export function positionAt(text: string, offset: number): { readonly line: number; readonly byte: number } {
  let line = 0
  let start = 0
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', start)) {
    line += 1
    start = at + 1
  }
  return { line, byte: byteLength(text.slice(start, offset)) }
}

/** A node of the tree of the paths to find. */
interface Node {
  readonly children: Map<Step, Node>
  /** Counts the values at this path. A second one, under a duplicate name, invalidates what was found within the first. */
  visits: number
  parentVisits: number
  located: Located | undefined
}

const createNode = (): Node => ({ children: new Map(), visits: 0, parentVisits: 0, located: undefined })
const folded = (step: Step): Step => (typeof step === 'string' ? step.toLowerCase() : step)

/** Finds the values at all paths in one pass. Names match in any case; of duplicates, the last one counts. */
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

/** The nodes from the root to a path; undefined when the tree does not contain it. */
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
 * Creates a lookup of values in a parsed JSON document by paths in any case. It indexes the names of an object once,
 * because a hostile body can lead to as many lookups as the object has names.
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

/** A path as the services print it: `$.reminders[0].delayDays`. A name with special characters is written `['a b']`. */
export const printPath = (path: Path): string =>
  path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`
    const name = excerpt(step)
    return special.test(name) ? `${text}['${name}']` : `${text}.${name}`
  }, '$')

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

// In a text, a byte that is not UTF-8 becomes half a character, which no readable text holds.
/** Half characters from here on stand for bytes from 0x80 on. */
const firstStray = 0xdc80 - 0x80
const strays = /(?<![\uD800-\uDBFF])[\uDC80-\uDCFF]/g

/** The text of bytes. It is not well-formed where they are not UTF-8. */
export function decodeStray(bytes: Uint8Array): string {
  const parts: string[] = []
  for (let at = 0; at < bytes.length; ) {
    const width = readable(bytes, at)
    parts.push(width === 0 ? String.fromCharCode(firstStray + (bytes[at] ?? 0)) : decoder.decode(bytes.subarray(at, at + width)))
    at += width || 1
  }
  return parts.join('')
}

/** The length of the characters at a place: all ASCII up to the next other byte, or one character. 0 for what is none. */
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

/** The number of bytes that a text came from. */
export const byteLength = (text: string): number => utf8(text).length - 2 * (text.match(strays)?.length ?? 0)

/** A character as the messages show it: the byte that it begins with, unless that is printable. */
export function shownByte(text: string, offset: number): string {
  const code = text.codePointAt(offset) ?? 0
  const byte = code >= 0xdc80 && code <= 0xdcff ? code - firstStray : (utf8(String.fromCodePoint(code))[0] ?? 0)
  return byte >= 0x20 && byte < 0x7f ? `'${String.fromCharCode(byte)}'` : `'0x${byte.toString(16).toUpperCase().padStart(2, '0')}'`
}
