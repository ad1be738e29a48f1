/** The checks behind the rules of the house: each takes one source file to the sentences that say what is wrong in it. */
import { isBuiltin } from 'node:module'
import type { Node } from 'oxc-parser'
import { ambientNames, codeLines, importsOf, type Source, walk } from './source.ts'

export interface Arrows {
  /** A room may import these rooms, and whatever they may import. */
  leftOf: Record<string, string[]>
  /** These too, but nobody inherits them. A path names one file of a room. */
  beside: Record<string, string[]>
  /** Importable by every room. */
  anyone: string[]
  /** May import types only. */
  typesOnly: string[]
}

/** The room that a path lies in: `state` for src/state/table.ts, `client` for src/client.ts, `mocks/node` for mocks/node.ts. */
export function roomOf(path: string): string {
  const [top = '', second = ''] = path.replace(/\.[jt]sx?$/, '').split('/')
  if (top === 'src') return second
  return top === 'mocks' ? `mocks/${second}` : top
}

export function arrows({ leftOf, beside, anyone, typesOnly }: Arrows, source: Source): string[] {
  const room = roomOf(source.path)
  const known = [...Object.keys(leftOf), ...Object.keys(beside), ...anyone]
  if (!known.includes(room)) return [`there is no room ${room}`]
  const allowed = new Set([room, ...anyone, ...everythingLeftOf(room, leftOf), ...(beside[room] ?? [])])
  return importsOf(source).flatMap(({ path, package: name, typeOnly }) => {
    if (path === undefined) return name === undefined ? ['imports a name that nobody can read'] : []
    if (!allowed.has(roomOf(path)) && !allowed.has(path)) return [`${room} may not import ${path}`]
    return typesOnly.includes(room) && roomOf(path) !== room && !typeOnly ? [`${room} may import only types of ${path}`] : []
  })
}

/** `homes`: package → the only files or folders that may import it. */
export function packages(homes: Record<string, string[]>, source: Source): string[] {
  return importsOf(source).flatMap(({ package: name }) => {
    const owner = Object.keys(homes).find((home) => name === home || name?.startsWith(`${home}/`))
    return owner && !liesIn(homes[owner], source.path) ? [`may not import ${name}`] : []
  })
}

/** `onNode`: the files and folders that need Node; everybody else keeps away from Node, and from them. */
export function browserSafe(onNode: string[], source: Source): string[] {
  if (liesIn(onNode, source.path)) return []
  const imported = importsOf(source).flatMap(({ path, package: name }) => {
    if (path !== undefined) return liesIn(onNode, path) ? [path] : []
    return name !== undefined && isBuiltin(name) ? [name] : []
  })
  const used = ambientNames(source).filter((name) => /^(process|Buffer)\.[^.()]+$/.test(name))
  return [...imported.map((name) => `imports ${name}`), ...used.map((name) => `uses ${name}`)]
}

export function ambient(forbidden: string[], source: Source): string[] {
  return ambientNames(source)
    .filter((name) => forbidden.includes(name))
    .map((name) => `uses ${name}`)
}

export function defaultExports({ program }: Source): string[] {
  const found: string[] = []
  walk(program, (node) => {
    const renamed = node.type === 'ExportSpecifier' && node.exported.type === 'Identifier' && node.exported.name === 'default'
    if (renamed || node.type === 'ExportDefaultDeclaration') found.push('has a default export')
  })
  return found
}

export function classes(parents: string[], { program }: Source): string[] {
  const found: string[] = []
  walk(program, (node) => {
    if (node.type !== 'ClassDeclaration' && node.type !== 'ClassExpression') return
    const parent = node.superClass?.type === 'Identifier' ? node.superClass.name : ''
    if (!parents.includes(parent)) found.push(`class ${node.id?.name ?? ''} is no error`)
  })
  return found
}

export function names(never: RegExp, { path }: Source): string[] {
  const words = path.replace(/(\.test|\.bench|\.d)?\.[cm]?[jt]sx?$/, '').split('/')
  const crooked = words.filter((word) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(word)).map((word) => `"${word}" is not kebab-case`)
  return [...crooked, ...words.filter((word) => never.test(word)).map((word) => `"${word}" is a name the house does not use`)]
}

export function size(most: number, source: Source): string[] {
  const lines = codeLines(source)
  return lines > most ? [`${lines} lines of code; at most ${most}`] : []
}

/** One sentence; after it may stand where it comes from: `Source: spec §8.` */
export function firstLine({ text }: Source): string[] {
  const line = text.replace(/^#!.*\n/, '').split('\n', 1)[0] ?? ''
  const sentence = /^\/\*\* (\S.*[.!?]) \*\/$/.exec(line)?.[1]
  if (sentence === undefined) return ['does not begin with one `/** sentence. */`']
  return /[.!?] (?!Source: )[A-Z]/.test(sentence) ? ['begins with more than one sentence'] : []
}

/** One name binds four things: id, path, export, and the path of the test. */
export function rowNames(rooms: string[], paths: ReadonlySet<string>, source: Source): string[] {
  const [top, room = '', area = '', file = '', ...deeper] = source.path.split('/')
  if (top !== 'src' || !rooms.includes(room) || file === '' || deeper.length > 0) return []
  const name = camelCase(file.replace(/\.ts$/, ''))
  const id = `${camelCase(area)}.${name}`
  const test = source.path.replace(/^src/, 'test').replace(/\.ts$/, '.test.ts')
  const declared = idOfExport(name, source)
  return [
    ...(declared === undefined ? [`does not export const ${name} with an id`] : []),
    ...(declared !== undefined && declared !== id ? [`its id is '${declared}', its path says '${id}'`] : []),
    ...(paths.has(test) ? [] : [`${test} is missing`]),
  ]
}

function idOfExport(name: string, { program }: Source): string | undefined {
  for (const statement of program.body) {
    if (statement.type !== 'ExportNamedDeclaration' || statement.declaration?.type !== 'VariableDeclaration') continue
    const found = statement.declaration.declarations.find(({ id }) => id.type === 'Identifier' && id.name === name)
    if (found?.init) return idOfRow(found.init)
  }
  return undefined
}

/** The id in the outermost object of a row: `defineOperation({ id: … })`. */
function idOfRow(init: Node): string | undefined {
  const objects: Node[] = []
  walk(init, (node) => void (node.type === 'ObjectExpression' && objects.push(node)))
  const [row] = objects
  if (row?.type !== 'ObjectExpression') return undefined
  const id = row.properties.find((each) => each.type === 'Property' && each.key.type === 'Identifier' && each.key.name === 'id')
  return id?.type === 'Property' && id.value.type === 'Literal' ? String(id.value.value) : undefined
}

function everythingLeftOf(room: string, leftOf: Arrows['leftOf']): string[] {
  return (leftOf[room] ?? []).flatMap((left) => [left, ...everythingLeftOf(left, leftOf)])
}

function liesIn(places: string[] = [], path: string): boolean {
  return places.some((place) => path === place || (place.endsWith('/') && path.startsWith(place)))
}

function camelCase(name: string): string {
  return name.replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
}
