/** Reads YAML that anybody may have written: what cannot be, or would not end, is refused with its place. */
import { type Document, isAlias, isCollection, isMap, isNode, isScalar, Lexer, LineCounter, parseDocument, visit } from 'yaml'
import { Misuse } from '../misuse.ts'
import { locate } from '../wire/located.ts'

/** How often a file may refer back to what it has said. */
const mostAliases = 100
/** Words, signs and blanks of a file: thirty times as many as our longest scenario has. */
const mostTokens = 20_000

/** Throws {@link Misuse} that names file, line and column. */
export function parseYaml(file: string, bytes: Uint8Array): unknown {
  const lines = new LineCounter()
  const placeAt = (offset: number) => {
    const { line, col } = lines.linePos(offset)
    return `${file}:${Math.max(1, line)}:${Math.max(1, col)}`
  }
  try {
    const text = textOf(file, bytes)
    demandShort(file, text)
    // The parser would compare each key with each other one.
    const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: false })
    const [mistake] = [...document.errors, ...document.warnings]
    if (mistake) throw new Misuse(`${placeAt(mistake.pos[0])}: ${mistake.message}.`)
    demandUniqueKeys(document, placeAt)
    demandFew(document, placeAt)
    const value: unknown = document.toJS({ maxAliasCount: mostAliases })
    locate(value, (path) => placeAt(offsetOf(document, path)))
    return value
  } catch (thrown) {
    if (thrown instanceof Misuse) throw thrown
    throw new Misuse(`${placeAt(0)}: ${thrown instanceof RangeError ? 'this is nested too deeply' : reasonOf(thrown)}.`)
  }
}

const reasonOf = (thrown: unknown) => (thrown instanceof Error ? thrown.message : String(thrown)).replace(/\.$/, '')

function textOf(file: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new Misuse(`${file}:1:1: the file is not valid UTF-8.`)
  }
}

/** Counted before anything is built of them: a mistake costs the parser far more than its bytes. */
function demandShort(file: string, text: string): void {
  let tokens = 0
  for (const _ of new Lexer().lex(text)) {
    if (++tokens > mostTokens) throw new Misuse(`${file}:1:1: the file holds more than ${mostTokens} YAML tokens; split it into several.`)
  }
}

function demandUniqueKeys(document: Document, placeAt: (offset: number) => string): void {
  visit(document, {
    Map(_, { items }) {
      const seen = new Set<unknown>()
      for (const { key } of items) {
        if (!isScalar(key)) continue
        if (seen.has(key.value)) throw new Misuse(`${placeAt(key.range?.[0] ?? 0)}: Map keys must be unique.`)
        seen.add(key.value)
      }
    },
  })
}

/** An alias within what another refers to would multiply. */
function demandFew(document: Document, placeAt: (offset: number) => string): void {
  let aliases = 0
  visit(document, {
    Alias(_, alias) {
      const place = () => placeAt(alias.range?.[0] ?? 0)
      if (++aliases > mostAliases) throw new Misuse(`${place()}: more than ${mostAliases} aliases stand here.`)
      const source = alias.resolve(document)
      if (!source) throw new Misuse(`${place()}: there is no anchor ${alias.source} before this.`)
      if (isCollection(source) && holdsAlias(source))
        throw new Misuse(`${place()}: *${alias.source} refers to something that itself refers to something; write it out.`)
    },
  })
}

function holdsAlias(node: object): boolean {
  let found = false
  visit(node as Parameters<typeof visit>[0], {
    Alias() {
      found = true
      return visit.BREAK
    },
  })
  return found
}

/** Of the part itself, where it is a member of its name; of what is missing, that of what it is missing in. */
function offsetOf(document: Document, path: readonly PropertyKey[]): number {
  let node: unknown = document.contents
  let offset = isNode(node) ? (node.range?.[0] ?? 0) : 0
  for (const part of path) {
    if (isAlias(node)) node = node.resolve(document)
    if (!isCollection(node)) return offset
    const pair = isMap(node) ? node.items.find(({ key }) => String(isNode(key) ? key.toJSON() : key) === String(part)) : undefined
    const next: unknown = pair ? (pair.key ?? pair.value) : node.get(part, true)
    if (!isNode(next)) return offset
    offset = next.range?.[0] ?? offset
    node = pair ? pair.value : next
  }
  return offset
}
