/** The checks of the architecture test. Each check returns violations as sentences. */
import { isBuiltin } from 'node:module'
import type { Node } from 'oxc-parser'
import { ambientNames, codeLines, importsOf, type Source, walk } from './source.ts'

export interface Arrows {
  /** The rooms that a room may import, including their own imports. */
  leftOf: Record<string, string[]>
  /** Additional imports, which other rooms do not inherit. A path is a single file in a room. */
  beside: Record<string, string[]>
  /** Rooms (top-level folders of a tier) that may import only types, except from these files. */
  typesOnly: Record<string, string[]>
  /** Imports that currently violate the order, written as `file > file`, relative to `src/service/`. */
  debts: readonly string[]
}

/**
 * Returns the room that a path belongs to: `world` for src/service/world/records/table.ts, `apps/cli` for src/apps/cli/main.ts, `vitest`
 * for src/vitest.ts.
 */
export function roomOf(path: string): string {
  const [top = '', second = '', third = '', ...rest] = path.replace(/\.[jt]sx?$/, '').split('/')
  if (top === 'src' && second === 'service') return rest.length > 0 ? third : second
  if (top === 'src') return second === 'apps' && rest.length > 0 ? `apps/${third}` : second
  return top === 'mocks' ? `mocks/${second}` : top
}

/** Formats an import like an entry in the list of debts. */
export const debtOf = (path: string, imported: string) => `${path.replace('src/service/', '')} > ${imported.replace('src/service/', '')}`

export function arrows({ leftOf, beside, typesOnly, debts }: Arrows, source: Source): string[] {
  const room = roomOf(source.path)
  if (!(room in leftOf) && !(room in beside)) return [`there is no room ${room}`]
  const allowed = new Set([room, ...everythingLeftOf(room, leftOf), ...(beside[room] ?? [])])
  return importsOf(source).flatMap(({ path, package: name, typeOnly }) => {
    if (path === undefined) return name === undefined ? ['imports a computed name'] : []
    if (!allowed.has(roomOf(path)) && !allowed.has(path))
      return debts.includes(debtOf(source.path, path)) ? [] : [`${room} may not import ${path}`]
    const whole = typesOnly[room]
    return whole && roomOf(path) !== room && !typeOnly && !whole.includes(path) ? [`${room} may import only types of ${path}`] : []
  })
}

/** Finds imports between areas that are not allowed. `others`: the areas that each area may import, keyed by area. */
export function areaArrows(others: Record<string, string[]>, debts: readonly string[], source: Source): string[] {
  const own = areaOf(source.path)
  if (own === undefined) return []
  return importsOf(source).flatMap(({ path = '' }) => {
    const area = areaOf(path)
    const isAllowed = area === undefined || area === own || others[own]?.includes(area) || debts.includes(debtOf(source.path, path))
    return isAllowed ? [] : [`${own} may not import ${path}`]
  })
}

const areaOf = (path: string) => /^src\/service\/areas\/([\w-]+)\//.exec(path)?.[1]

/** Finds forbidden imports in knobs: a knob's statically loaded files may import only types from the knob's rows and schemas. */
export function rowsAtOnce(source: Source): string[] {
  const isLate = (path: string) => /^src\/control\/(?:index\.ts$|rows\/(?!page\.ts)|[\w-]+\/(?:rows|[\w-]+-rows)\.ts$)/.test(path)
  return importsOf(source).flatMap(({ path = '', typeOnly, lazy }) =>
    isLate(path) && !typeOnly && !lazy ? [`loads ${path} at once: import its types, or use import()`] : [],
  )
}

/** Returns the files that other rooms import. `inner`: those that are not at the root of their room. An area's face is its root. */
export function faces(sources: readonly Source[]): { readonly all: string[]; readonly inner: string[] } {
  const all = new Set<string>()
  for (const source of sources)
    for (const { path } of importsOf(source)) if (path?.startsWith('src/') && houseOf(path) !== houseOf(source.path)) all.add(path)
  const inner = [...all].filter((path) => path.slice(houseOf(path).length + 1).includes('/'))
  return { all: [...all].sort(), inner: inner.sort() }
}

/** Returns the folder whose root is a file's face. */
const houseOf = (path: string): string =>
  /^src\/(?:service\/areas\/[\w-]+(?=\/)|(?:service|apps)\/[\w-]+(?=\/)|[\w-]+(?=\/)|)/.exec(path)?.[0].replace(/\/$/, '') ??
  path.split('/')[0] ??
  ''

/** Finds packages that a file must not import. `homes`: the only files or folders that may import a package, keyed by package. */
export function packages(homes: Record<string, string[]>, source: Source): string[] {
  return importsOf(source).flatMap(({ package: name }) => {
    const owner = Object.keys(homes).find((home) => name === home || name?.startsWith(`${home}/`))
    return owner && !liesIn(homes[owner], source.path) ? [`may not import ${name}`] : []
  })
}

/**
 * Finds imports that do not work in a browser. `onNode`: the files and folders that need Node.js. Other files may import neither Node.js
 * nor these files.
 */
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

export const writesToTerminal = (source: Source): string[] =>
  ambientNames(source)
    .filter((name) => /^(console|process\.(stdout|stderr))(\.|$)/.test(name))
    .map((name) => `uses ${name}`)

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
    if (!parents.includes(parent)) found.push(`class ${node.id?.name ?? ''} has another parent`)
  })
  return found
}

/**
 * Finds weak maps and sets whose keys have slots for such state. `owners`: the types of objects with slots, whose values have the same
 * lifetime as the object.
 */
export function hiddenState(owners: string[], { program }: Source): string[] {
  const found: string[] = []
  walk(program, (node) => {
    if (node.type !== 'NewExpression' && node.type !== 'TSTypeReference') return
    const kind = node.type === 'NewExpression' ? node.callee : node.typeName
    if (kind.type !== 'Identifier' || !/^Weak(Map|Set)$/.test(kind.name)) return
    const [key] = node.typeArguments?.params ?? []
    const owner = key?.type === 'TSTypeReference' && key.typeName.type === 'Identifier' ? key.typeName.name : ''
    if (owners.includes(owner)) found.push(`keeps a ${kind.name} of ${owner}: use a liveSlot`)
  })
  return found
}

export function names(never: RegExp, { path }: Source): string[] {
  const words = path
    .replace(/(\.test|\.bench|\.d)?\.[cm]?[jt]sx?$/, '')
    .replace(/^(src|test)\/service\//, '$1/')
    .split('/')
  const crooked = words.filter((word) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(word)).map((word) => `"${word}" is not kebab-case`)
  return [...crooked, ...words.filter((word) => never.test(word)).map((word) => `"${word}" is a name the house does not use`)]
}

export function size(most: number, source: Source): string[] {
  const lines = codeLines(source)
  return lines > most ? [`${lines} lines of code; at most ${most}`] : []
}

/** Checks that a file starts with one sentence, optionally followed by the sentence's source: `Source: spec §8.` */
export function firstLine({ text }: Source): string[] {
  const line = text.replace(/^#!.*\n/, '').split('\n', 1)[0] ?? ''
  const sentence = /^\/\*\* (\S.*[.!?]) \*\/$/.exec(line)?.[1]
  if (sentence === undefined) return ['does not begin with one `/** sentence. */`']
  return /[.!?] (?!Source: )[A-Z]/.test(sentence) ? ['begins with more than one sentence'] : []
}

/** Names that could mean anything. */
const vague = ['asked', 'found', 'held', 'inside', 'kept', 'noted', 'place']

/** Finds constants, variables and parameters with vague names. */
export function vagueNames({ program }: Source): string[] {
  const named: string[] = []
  walk(program, (node) => {
    const parts = node.type === 'VariableDeclarator' ? [node.id] : 'params' in node && Array.isArray(node.params) ? node.params : []
    for (const part of parts) if (part.type === 'Identifier' && vague.includes(part.name)) named.push(`a value is called ${part.name}`)
  })
  return named
}

/** Finds small files that only one file imports and that should be merged into it. Tables may have one file per entry. */
export function splinters(sources: readonly Source[], lines: number): string[] {
  const users = new Map<string, Set<string>>()
  const lazy = new Set<string>()
  for (const source of sources)
    for (const { path, lazy: isLazy } of importsOf(source)) {
      if (path === undefined) continue
      users.set(path, (users.get(path) ?? new Set()).add(source.path))
      if (isLazy) lazy.add(path)
    }
  return sources
    .filter(({ path, text }) => users.get(path)?.size === 1 && !lazy.has(path) && text.split('\n').length <= lines)
    .map(({ path }) => path)
    .filter((path) => !/\/(?:knob|[\w-]*rows)\.ts$/.test(path))
    .filter(
      (path) =>
        ![...(users.get(path) ?? [])].some((user) =>
          /\/(?:index|jobs|kinds|commands|effects|givens|verdicts|world-knobs)\.tsx?$/.test(user),
        ),
    )
}

/** Finds folders with more than `most` files. */
export function crowded(most: number, paths: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const path of paths) {
    const folder = path.slice(0, path.lastIndexOf('/'))
    counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  return [...counts].filter(([, count]) => count > most).map(([folder, count]) => `${folder} contains ${count} files; at most ${most}`)
}

/** Finds import cycles among these files. Type imports count, except between files in `src/control/`. */
export function circles(sources: readonly Source[]): string[] {
  const isInside = (path: string) => path.startsWith('src/control/')
  const counted = ({ path: own }: Source, { path, typeOnly }: { path?: string | undefined; typeOnly?: boolean }) =>
    path === undefined || (typeOnly && isInside(own) && isInside(path)) ? [] : path
  const imports = new Map(sources.map((source) => [source.path, importsOf(source).flatMap((each) => counted(source, each))]))
  const finished = new Set<string>()
  const way: string[] = []
  const found: string[] = []
  function visit(path: string): void {
    if (finished.has(path) || !imports.has(path)) return
    const at = way.indexOf(path)
    if (at >= 0) {
      found.push([...way.slice(at), path].join(' imports '))
      return
    }
    way.push(path)
    for (const next of imports.get(path) ?? []) visit(next)
    way.pop()
    finished.add(path)
  }
  for (const path of imports.keys()) visit(path)
  return found
}

/** Checks that a row's id, path, export and test path have the same name. Files without a row are not checked. */
export function rowNames(paths: ReadonlySet<string>, source: Source): string[] {
  const [, area = '', file = ''] = /^src\/service\/areas\/([\w-]+)\/(?:jobs\/)?([\w-]+)\.ts$/.exec(source.path) ?? []
  if (file === '') return []
  const name = camelCase(file)
  const id = `${camelCase(area)}.${name}`
  const test = source.path.replace(/^src/, 'test').replace(/\.ts$/, '.test.ts')
  const rows = rowsOf(source)
  return [
    ...rows.filter((row) => row.name !== name).map((row) => `exports the row ${row.name}, its path says ${name}`),
    ...rows.filter((row) => row.id !== id).map((row) => `its id is '${row.id}', its path says '${id}'`),
    ...(rows.length === 0 || paths.has(test) ? [] : [`${test} is missing`]),
  ]
}

/** Returns the rows that a file exports: constants with an id in the format `area.name`. */
function rowsOf({ program }: Source): { name: string; id: string }[] {
  return program.body.flatMap((statement) => {
    if (statement.type !== 'ExportNamedDeclaration' || statement.declaration?.type !== 'VariableDeclaration') return []
    return statement.declaration.declarations.flatMap(({ id, init }) => {
      const found = init ? idOfRow(init) : undefined
      return id.type === 'Identifier' && found !== undefined && /^\w+\.\w+$/.test(found) ? [{ name: id.name, id: found }] : []
    })
  })
}

/** Returns the id in a row's outermost object: `defineOperation({ id: … })`. */
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
