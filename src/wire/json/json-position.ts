/** Where in a JSON text a value lies. */
import { type Path, type Step, scan } from './json-scan.ts'

export interface Located {
  /** The path with the names as the text spells them. */
  readonly path: Path
  /** The offset after the value's token; for an object or array, after its opening bracket. */
  readonly end: number
  /** The offset after the whole value. */
  readonly close: number
}

/** Counted from 0; the column in UTF-8 bytes. */
export interface Position {
  readonly line: number
  readonly byte: number
}

/** The position after the token at a path, whose names match in any case; of duplicates the last. */
export function positionOf(text: string, path: Path): Position | undefined {
  const located = locateAll(text, [path])[0]
  return located && positionAt(text, located.end)
}

export function positionAt(text: string, offset: number): Position {
  let line = 0
  let start = 0
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', start)) {
    line += 1
    start = at + 1
  }
  return { line, byte: new TextEncoder().encode(text.slice(start, offset)).length }
}

/** A step on the way to something looked for. */
interface Mark {
  readonly children: Map<Step, Mark>
  /** How often a value at this path has begun: a duplicate makes what was found in the earlier one void. */
  visits: number
  parentVisits: number
  located: Located | undefined
}

const mark = (): Mark => ({ children: new Map(), visits: 0, parentVisits: 0, located: undefined })
const folded = (step: Step): Step => (typeof step === 'string' ? step.toLowerCase() : step)

/** Finds many values in one pass, however many are asked for. */
export function locateAll(text: string, paths: readonly Path[]): (Located | undefined)[] {
  const root = mark()
  for (const path of paths) plant(root, path)
  scan(text, (path, end, close) => {
    const trail = trailOf(root, path)
    const node = trail?.at(-1)
    if (!node) return
    if (close === undefined) {
      node.visits += 1
      node.parentVisits = trail?.at(-2)?.visits ?? 0
      node.located = { path: [...path], end, close: end }
    } else if (node.located) node.located = { ...node.located, close }
  })
  return paths.map((path) => found(root, path))
}

function plant(root: Mark, path: Path): void {
  let node = root
  for (const step of path) {
    const child = node.children.get(folded(step)) ?? mark()
    node.children.set(folded(step), child)
    node = child
  }
}

function trailOf(root: Mark, path: Path): Mark[] | undefined {
  const trail = [root]
  for (const step of path) {
    const child = trail.at(-1)?.children.get(folded(step))
    if (!child) return undefined
    trail.push(child)
  }
  return trail
}

function found(root: Mark, path: Path): Located | undefined {
  const trail = trailOf(root, path) ?? []
  const current = trail.every((node, at) => at === 0 || node.parentVisits === trail[at - 1]?.visits)
  return current ? trail.at(-1)?.located : undefined
}

/** Looks values up in what JSON.parse made of a text. Each object's names are gone through once, however often it is asked. */
export function anyCase(): (value: unknown, path: Path) => unknown {
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

/** `$.reminders[0].delayDays`; a name that would be ambiguous so is written `['a b']`. */
export const printPath = (path: Path): string =>
  path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`
    return special.test(step) || step === '' ? `${text}['${step}']` : `${text}.${step}`
  }, '$')
