/** Finds each export's definition and doc comment, for an entry point. */
import { posix } from 'node:path'
import type { Node } from 'oxc-parser'
import type { Source } from './source.ts'

interface Export {
  readonly name: string
  /** The definition, in the file that contains it. */
  readonly definition: Node | undefined
  readonly source: Source
}

/** Returns a file's exports, traced to their definitions. */
export function exportsOf(sources: ReadonlyMap<string, Source>, path: string): Export[] {
  const source = sources.get(path)
  if (!source) throw new Error(`There is no ${path}.`)
  return source.program.body.flatMap((node): Export[] => {
    if (node.type !== 'ExportNamedDeclaration') return []
    const { declaration, specifiers } = node
    if (declaration) return namesOf(declaration).map((name) => ({ name, definition: node, source }))
    const from = node.source ? posix.join(posix.dirname(path), node.source.value) : path
    return specifiers.map(({ exported, local }) => ({ ...definitionOf(sources, from, textOf(local)), name: textOf(exported) }))
  })
}

/** Returns the exports whose definition has no doc comment. */
export const undocumented = (sources: ReadonlyMap<string, Source>, path: string): string[] =>
  exportsOf(sources, path).flatMap(({ definition, name, source }) =>
    definition && isDocumented(definition, source) ? [] : [`${path}: ${name} of ${source.path} has no doc comment`],
  )

const textOf = (name: Node) => ('name' in name ? (name.name as string) : 'value' in name ? (name.value as string) : '')

function namesOf(declaration: Node): string[] {
  if (declaration.type === 'VariableDeclaration') return declaration.declarations.map(({ id }) => textOf(id))
  return 'id' in declaration && declaration.id ? [textOf(declaration.id as Node)] : []
}

function definitionOf(sources: ReadonlyMap<string, Source>, path: string, name: string): Omit<Export, 'name'> {
  const source = sources.get(path)
  if (!source) throw new Error(`There is no ${path}.`)
  const found = exportsOf(sources, path).find((each) => each.name === name)
  return found ?? { definition: undefined, source }
}

const isDocumented = ({ start }: Node, { comments, text }: Source) =>
  comments.some(({ end, type, value }) => type === 'Block' && value.startsWith('*') && /^\n[ \t]*$/.test(text.slice(end, start)))
