/** Parses source files for the architecture test. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { type Comment, type Node, type Program, parseSync, visitorKeys } from 'oxc-parser'

export interface Source {
  /** Path from the repository root, with forward slashes. */
  path: string
  text: string
  program: Program
  comments: Comment[]
}

export interface Import {
  /** A path from the repository root, or a package as written. Both are absent if the name is computed. */
  path?: string
  package?: string
  typeOnly: boolean
  /** Loaded with `import()` at run time. */
  lazy: boolean
}

export function parse(path: string, text: string): Source {
  const { program, comments, errors } = parseSync(path, text)
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`)
  return { path, text, program, comments }
}

/** Reads all source files in these folders. Missing folders are ignored. */
export function readFolders(...folders: string[]): Source[] {
  return folders
    .filter((folder) => existsSync(folder))
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => posix.join(folder, name.replaceAll('\\', '/'))),
    )
    .filter((path) => /\.[cm]?[jt]sx?$/.test(path))
    .sort()
    .map((path) => parse(path, readFileSync(path, 'utf8')))
}

/** Returns the files that are loaded when a file is imported, including the file itself, each with the packages that it imports. */
export function reachable(sources: readonly Source[], start: string): { path: string; packages: string[] }[] {
  const byPath = new Map(sources.map((source) => [source.path, source]))
  const found = new Map<string, string[]>()
  function visit(path: string): void {
    const source = byPath.get(path)
    if (!source || found.has(path)) return
    const imports = importsOf(source).filter(({ typeOnly, lazy }) => !typeOnly && !lazy)
    found.set(
      path,
      imports.flatMap((each) => each.package ?? []),
    )
    for (const each of imports) if (each.path !== undefined) visit(each.path)
  }
  visit(start)
  return [...found].map(([path, packages]) => ({ path, packages }))
}

export function walk(node: Node, visit: (node: Node, parent?: Node) => void, parent?: Node): void {
  visit(node, parent)
  for (const key of visitorKeys[node.type] ?? []) {
    for (const child of [node[key as keyof Node] as unknown].flat()) {
      if (child !== null && typeof child === 'object') walk(child as Node, visit, node)
    }
  }
}

/** Returns the text of a template that has no expressions. */
const wholeText = (node: Node): string | undefined =>
  node.type === 'TemplateLiteral' && node.expressions.length === 0 ? (node.quasis[0]?.value.cooked ?? undefined) : undefined

export function importsOf({ path, program }: Source): Import[] {
  const found: Import[] = []
  const add = (source: Node, typeOnly: boolean, lazy = false) => {
    const name = source.type === 'Literal' ? String(source.value) : wholeText(source)
    if (name === undefined) found.push({ typeOnly, lazy })
    else found.push({ ...(name.startsWith('.') ? { path: posix.join(posix.dirname(path), name) } : { package: name }), typeOnly, lazy })
  }
  walk(program, (node) => {
    if (node.type === 'ImportDeclaration') add(node.source, node.importKind === 'type')
    if (node.type === 'ExportAllDeclaration') add(node.source, node.exportKind === 'type')
    if (node.type === 'ExportNamedDeclaration' && node.source) add(node.source, node.exportKind === 'type')
    if (node.type === 'ImportExpression') add(node.source, false, true)
    if (node.type === 'TSImportType') add(node.source, true)
    if (node.type === 'TSExternalModuleReference') add(node.expression, false)
  })
  return found
}

/** Returns the globals that a file uses, with dots: `Date.now`, `setTimeout`, `new Date()`. */
export function ambientNames({ program }: Source): string[] {
  const names: string[] = []
  walk(program, (node, parent) => {
    if (node.type === 'NewExpression' && node.arguments.length === 0) names.push(`new ${dotted(node.callee)}()`)
    if (node.type === 'CallExpression') names.push(`${dotted(node.callee)}()`)
    if (node.type === 'MemberExpression') names.push(dotted(node))
    if (node.type === 'Identifier' && !isPropertyName(node, parent)) names.push(node.name)
  })
  return names
}

/** Returns the number of lines that contain code. */
export function codeLines({ text, comments }: Source): number {
  const blank = (all: string, { start, end }: Comment) =>
    all.slice(0, start) + all.slice(start, end).replace(/[^\n]/g, ' ') + all.slice(end)
  return comments
    .reduce(blank, text)
    .split('\n')
    .filter((line) => line.trim() !== '').length
}

function dotted(node: Node): string {
  if (node.type === 'Identifier') return node.name
  if (node.type === 'ParenthesizedExpression') return dotted(node.expression)
  if (node.type !== 'MemberExpression') return '?'
  const property = node.computed ? literal(node.property) : dotted(node.property)
  return `${dotted(node.object)}.${property}`.replace(/^(globalThis|window|self)\./, '')
}

function literal(node: Node): string {
  return node.type === 'Literal' ? String(node.value) : '?'
}

function isPropertyName(node: Node, parent: Node | undefined): boolean {
  if (!parent || ('computed' in parent && parent.computed)) return false
  return (parent.type === 'MemberExpression' && parent.property === node) || ('key' in parent && parent.key === node)
}
