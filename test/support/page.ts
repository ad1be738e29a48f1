/** Parses a document's fenced code blocks, with their commands and claims. */

export interface Block {
  readonly language: string
  /** The file name after the language, if the block is a file. */
  readonly file: string | undefined
  readonly text: string
  /** Line number of the text's first line. */
  readonly line: number
  /** Requirements from `<!-- needs java, network -->` above the block: programs, `network` or `root`. */
  readonly needs: readonly string[]
  /** The folder, for a block that runs until Ctrl+C in its own terminal: `<!-- terminal -->` or `<!-- terminal ../standin -->`. */
  readonly terminal: string | undefined
  /** True if the block has the mark `<!-- slow -->`, because its commands take minutes. */
  readonly slow: boolean
}

export function blocksOf(page: string): Block[] {
  const blocks = page.matchAll(/((?:^<!-- [^\n]* -->\n)*)^```(\w*)(?: (\S+))?\n(.*?)^```$/gms)
  return [...blocks].map(({ 0: whole, 1: marks = '', 2: language = '', 3: file, 4: text = '', index }) => ({
    language,
    file,
    text,
    line: page.slice(0, index + whole.indexOf('```')).split('\n').length + 1,
    needs: /<!-- needs (.*) -->/.exec(marks)?.[1]?.split(', ') ?? [],
    terminal: /<!-- terminal ?(.*) -->/.exec(marks)?.[1],
    slow: marks.includes('<!-- slow -->'),
  }))
}

export interface ShellCommand {
  readonly text: string
  readonly line: number
  /** Strings that the output must contain. */
  readonly claims: readonly string[]
}

/**
 * Splits a block into commands. A command ends at the end of its line, unless a quote, a backslash, a function or a here-document continues
 * it.
 */
export function commandsOf({ text, line }: Block): ShellCommand[] {
  const commands: ShellCommand[] = []
  let open: string[] = []
  for (const [index, one] of text.split('\n').entries()) {
    open.push(one)
    const whole = open.join('\n')
    if (continues(whole)) continue
    const comment = commentOf(open.at(-1) ?? '')
    if (withoutComment(whole).trim() !== '') commands.push({ text: whole, line: line + index + 1 - open.length, claims: claimsOf(comment) })
    open = []
  }
  if (open.length > 0) throw new Error(`The block at line ${line} ends within a command.`)
  return commands
}

function continues(text: string): boolean {
  const end = /<<'?(\w+)'?/.exec(text)?.[1]
  if (end !== undefined) return !text.split('\n').includes(end)
  if (/^\w+\(\) \{[^}]*$/m.test(withoutComment(text)) && !/^\}/m.test(text)) return true
  return text.endsWith('\\') || (withoutComment(text).match(/'/g) ?? []).length % 2 === 1
}

/** Returns the comment after a command. At least two spaces must separate the comment from the command. */
const commentOf = (line: string) => / {2,}# (.*)$/.exec(line)?.[1]?.trim() ?? ''
const withoutComment = (text: string) => text.replaceAll(/(?:^| {2,})# .*$/gm, '')

/** Returns a comment's claims: the whole comment if it is a single word or JSON, or else the statuses in the comment. */
export function claimsOf(comment: string): string[] {
  if (/^(?:[[{].*|[^\s.]+)$/.test(comment)) return [comment]
  return comment.match(/\b[2-5]\d\d\b|\b(?:Order|Email|SMS|NOT|BRO)[_-]\w+/g) ?? []
}

const forms: readonly [RegExp, string][] = [
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '<guid>'],
  [/\b00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}\b/g, '<trace>'],
  [/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|\+00:00)/g, '<time>'],
]

/** Masks values that differ in each run: ids, times, and line endings in headers. */
const alike = (text: string) => forms.reduce((masked, [form, name]) => masked.replaceAll(form, name), text).replaceAll('\r', '')

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** True if the output contains the claim, in which `…` stands for any text and `"…"` for any value. */
export const contains = (output: string, claim: string): boolean =>
  new RegExp(escaped(alike(claim)).replaceAll('…', '.*')).test(alike(output))

export const isSame = (one: string, other: string): boolean =>
  new RegExp(`^${escaped(alike(one)).replaceAll(/"…"|…/g, '.*')}$`, 's').test(alike(other))

/** Normalizes JSON, which a document can spread over several lines. */
export const inOneForm = (json: string): string => JSON.stringify(JSON.parse(json), null, 2)
