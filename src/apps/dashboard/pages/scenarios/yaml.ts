/** Writes and parses scenario documents as YAML, including the positions of their parts. */
import { type Document, isNode, parseDocument, stringify } from 'yaml'

export const yamlOf = (document: unknown): string => stringify(document, { lineWidth: 120 })

export function readYaml(text: string) {
  const document = parseDocument(text, { prettyErrors: false })
  const errors = document.errors.map(({ pos: [from, to], message }) => ({
    from: Math.min(from, text.length),
    to: Math.min(Math.max(to, from), text.length),
    message,
  }))
  const value: unknown = errors.length > 0 ? undefined : document.toJS()
  return { document, value, errors }
}

/** An error's position in a document, as reported by the server. `unknown`: an unknown member there. */
export interface WrongPart {
  readonly path: readonly (string | number)[]
  readonly unknown?: string | undefined
}

export function rangeOf(document: Document, { path, unknown }: WrongPart, text: string): { readonly from: number; readonly to: number } {
  for (let length = path.length; length >= 0; length--) {
    const range = rangeAt(document, path.slice(0, length), length === path.length ? unknown : undefined)
    if (range) return { from: Math.min(range.from, text.length), to: Math.min(range.to, text.length) }
  }
  return { from: 0, to: Math.min(text.length, text.indexOf('\n') < 0 ? text.length : text.indexOf('\n')) }
}

/** `name`: an unknown member, whose name is highlighted. */
function rangeAt(document: Document, path: readonly (string | number)[], name: string | undefined) {
  if (name !== undefined) {
    const around: unknown = path.length === 0 ? document.contents : document.getIn(path, true)
    const pairs = (
      around as { readonly items?: readonly { readonly key?: { readonly value?: unknown; readonly range?: number[] } }[] } | null
    )?.items
    const key = pairs?.find((pair) => pair.key?.value === name)?.key
    if (key?.range) return { from: key.range[0] ?? 0, to: key.range[1] ?? 0 }
  }
  if (path.length === 0) return undefined
  const node: unknown = document.getIn(path, true)
  if (!isNode(node) || !node.range) return undefined
  const [from, to] = node.range
  return { from, to: Math.max(from, to) }
}
