/** Parses untrusted YAML, and refuses invalid or oversized files, reporting the position of each mistake. */
import { type Document, isAlias, isCollection, isMap, isNode, isScalar, Lexer, LineCounter, parseDocument, visit } from 'yaml'
import { Misuse, misuseOfAll, rememberPlaces } from '../../service/wire/misuse.ts'

const mostAliases = 100
/** Maximum number of YAML tokens (words, symbols and whitespace) in a file: 30 times as many as in Standin's longest scenario. */
const mostTokens = 20_000

/** Throws {@link Misuse} with file, line and column. */
export function parseYaml(file: string, bytes: Uint8Array): unknown {
  const lines = new LineCounter()
  const placeAt = (offset: number) => {
    const { line, col } = lines.linePos(offset)
    return `${file}:${Math.max(1, line)}:${Math.max(1, col)}`
  }
  try {
    const text = textOf(file, bytes)
    refuseTooManyTokens(file, text)
    // Without `uniqueKeys: false`, the parser would compare each key with every other key.
    const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: false })
    const mistakes = [...syntaxMistakes(document), ...duplicateKeys(document), ...aliasMistakes(document)]
    if (mistakes.length > 0) {
      const inOrder = mistakes.sort((one, other) => one.at - other.at)
      throw misuseOfAll(inOrder.map(({ at, message }) => new Misuse(`${placeAt(at)}: ${message}.`)))
    }
    const value: unknown = document.toJS({ maxAliasCount: mostAliases })
    rememberPlaces(value, (path) => placeAt(offsetOf(document, path)))
    return value
  } catch (thrown) {
    if (thrown instanceof Misuse) throw thrown
    throw new Misuse(`${placeAt(0)}: ${thrown instanceof RangeError ? 'the content is nested too deeply' : reasonOf(thrown)}.`)
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

/** Counts tokens before parsing, because the parser can spend a disproportionate amount of time on a single mistake. */
function refuseTooManyTokens(file: string, text: string): void {
  let tokens = 0
  for (const _ of new Lexer().lex(text)) {
    if (++tokens > mostTokens)
      throw new Misuse(`${file}:1:1: the file has more than ${mostTokens} YAML tokens. Split it into several files.`)
  }
}

/** `at`: an offset in the text. */
interface Mistake {
  readonly at: number
  readonly message: string
}

const syntaxMistakes = ({ errors, warnings }: Document): Mistake[] =>
  [...errors, ...warnings].map(({ pos, message }) => ({ at: pos[0], message }))

function duplicateKeys(document: Document): Mistake[] {
  const mistakes: Mistake[] = []
  visit(document, {
    Map(_, { items }) {
      const seen = new Set<unknown>()
      for (const { key } of items) {
        if (!isScalar(key)) continue
        if (seen.has(key.value)) mistakes.push({ at: key.range?.[0] ?? 0, message: 'Map keys must be unique' })
        seen.add(key.value)
      }
    },
  })
  return mistakes
}

/** Throws {@link Misuse} if aliases are nested or too many, because another parser would expand each of them. */
export function demandFewAliases(file: string, text: string): void {
  if (!/(?:^|[\s[{,:])\*[^\s*]/.test(text)) return
  const [mistake] = aliasMistakes(parseDocument(text, { prettyErrors: false, uniqueKeys: false }))
  if (mistake) throw new Misuse(`${file}: ${mistake.message}.`)
}

/** Refuses nested aliases, because their expansion grows exponentially. */
function aliasMistakes(document: Document): Mistake[] {
  const mistakes: Mistake[] = []
  let aliases = 0
  visit(document, {
    Alias(_, alias) {
      const refuse = (message: string) => void mistakes.push({ at: alias.range?.[0] ?? 0, message })
      if (++aliases > mostAliases) {
        refuse(`the file has more than ${mostAliases} aliases`)
        return visit.BREAK
      }
      const source = alias.resolve(document)
      if (!source) refuse(`anchor ${alias.source} is not defined before this alias`)
      else if (isCollection(source) && holdsAlias(source)) refuse(`the target of *${alias.source} contains another alias. Write it out`)
      return undefined
    },
  })
  return mistakes
}

function holdsAlias(node: object): boolean {
  let hasAlias = false
  visit(node as Parameters<typeof visit>[0], {
    Alias() {
      hasAlias = true
      return visit.BREAK
    },
  })
  return hasAlias
}

/** Returns the offset of a value's key, or of the value itself in a list. For a missing value, returns the parent's offset. */
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
