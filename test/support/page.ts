/** Parses the fenced blocks of a page, with their commands and expected results. */

export interface Block {
  readonly language: string
  /** The name after the language: the block is a file of this name. */
  readonly file: string | undefined
  readonly text: string
  /** The line of the page where its text begins. */
  readonly line: number
  /** The needs of the block, from `<!-- needs java, network -->`: programs, `network` or `root`. */
  readonly needs: readonly string[]
  /** The block runs until Ctrl+C, in a terminal of its own: `<!-- terminal -->`, or `<!-- terminal ../standin -->` with the folder. */
  readonly terminal: string | undefined
  /** `<!-- slow -->`: its commands take minutes. */
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
  /** Text that the output must contain. */
  readonly claims: readonly string[]
}

/** A command ends with its line, unless a quote, a backslash, a function or a here-document continues it. */
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

/** A comment after a command follows two spaces. */
const commentOf = (line: string) => / {2,}# (.*)$/.exec(line)?.[1]?.trim() ?? ''
const withoutComment = (text: string) => text.replaceAll(/(?:^| {2,})# .*$/gm, '')

/** A comment claims a result when it is one word or JSON; in a sentence, a status claims. */
export function claimsOf(comment: string): string[] {
  if (/^(?:[[{].*|[^\s.]+)$/.test(comment)) return [comment]
  return comment.match(/\b[2-5]\d\d\b|\b(?:Order|Email|SMS|NOT|BRO)[_-]\w+/g) ?? []
}

const forms: readonly [RegExp, string][] = [
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '<guid>'],
  [/\b00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}\b/g, '<trace>'],
  [/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|\+00:00)/g, '<time>'],
]

/** Normalizes values that differ from run to run: ids, times and the line ends of headers. */
const alike = (text: string) => forms.reduce((masked, [form, name]) => masked.replaceAll(form, name), text).replaceAll('\r', '')

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** `…` stands for any text, and `"…"` for any value. */
export const contains = (output: string, claim: string): boolean =>
  new RegExp(escaped(alike(claim)).replaceAll('…', '.*')).test(alike(output))

export const isSame = (one: string, other: string): boolean =>
  new RegExp(`^${escaped(alike(one)).replaceAll(/"…"|…/g, '.*')}$`, 's').test(alike(other))

/** JSON may be written over several lines on the page. */
export const inOneForm = (json: string): string => JSON.stringify(JSON.parse(json), null, 2)
