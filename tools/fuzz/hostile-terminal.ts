/**
 * Checks that commands print no control characters, one line per record, and valid documents, even if all of a client's strings are
 * hostile.
 */
import { shownOn } from '../../src/apps/cli/frame/io.ts'
import { completionFlag } from '../../src/apps/cli/frame/parser.ts'
import type { RunHere } from './hostile-files.ts'

/** Control characters and invisible characters, except line feeds. */
const controls = /(?!\n)[\p{Cc}\p{Cs}\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/u

const demand = (good: boolean, message: string) => {
  if (!good) throw new Error(message)
}
const brief = (text: string) => JSON.stringify(text.slice(-1_500))

/** True if a command prints a document, which is stored or passed on instead of being shown on a terminal. */
const isDocument = (args: readonly string[]) => args.includes('export') || args.includes('--format')

export function demandShown(args: readonly string[], { out, err }: { readonly out: string; readonly err: string }): void {
  const raw = controls.exec(isDocument(args) ? err : out + err)
  demand(raw === null, `"${args.join(' ')}" prints U+${raw?.[0].charCodeAt(0).toString(16)}.`)
}

/** Returns streams for a command in this folder, and a check that the command printed no control characters. */
export function said(folder: string) {
  const texts = { out: '', err: '' }
  const into = (name: 'out' | 'err') => ({
    write(part: string | Uint8Array) {
      texts[name] += Buffer.from(part as string).toString()
    },
  })
  const streams = { stdout: into('out'), stderr: into('err'), env: {}, folder }
  return { texts, streams, io: shownOn(streams), demand: (args: readonly string[]) => demandShown(args, texts) }
}

/** Commands that list records, the member that contains the records, and the number of additional lines. */
const lists: readonly (readonly [args: readonly string[], member: string, more: number])[] = [
  [['files', 'list'], 'records', 1],
  [['orders'], 'records', 1],
  [['outbox'], 'messages', 1],
  [['events'], 'events', 1],
  [['deliveries'], 'deliveries', 1],
  [['subscriptions'], 'subscriptions', 1],
  [['scenario', 'list'], 'scenarios', 1],
  [['contacts', 'list'], 'contacts', 1],
  [['limits'], 'limits', 1],
  [['callers'], 'callers', 1],
  [['resources'], 'resources', 1],
  [['journal', 'list'], 'journal', 0],
  [['journal', 'list', '--jobs'], 'journal', 0],
]

/** Checks that a list has a line for each record, and is valid JSON with --json. */
export async function demandLists(url: string, run: RunHere): Promise<void> {
  for (const [args, member, more] of lists) {
    const { code, out, err } = await run(...args, '--json', '--url', url)
    demand(code === 0 && out.trimEnd().split('\n').length === 1, `"${args.join(' ')} --json" exited with code ${code}: ${brief(err)}`)
    const records: unknown[] = JSON.parse(out)[member]
    const shown = (await run(...args, '--url', url)).out
    const lines = shown.split('\n').length - 1
    demand(lines === records.length + more, `"${args.join(' ')}" has ${lines} lines for ${records.length} records: ${brief(shown)}`)
  }
}

/** All tags that reports can contain. */
const tag =
  /<(?!\/?(?:testsuites?|testcase|failure|skipped|system-out|html|head|meta|title|style|body|h1|h2|table|thead|tbody|tr|th|td|br|small|ul|li|p)[\s>]|!doctype|\?xml)/

export async function demandReports(url: string, run: RunHere): Promise<void> {
  for (const format of ['junit', 'html']) {
    const { code, out, err } = await run('verdict', '--format', format, '--url', url)
    demand(code === 0 || code === 1, `"verdict --format ${format}" exited with code ${code}: ${brief(err)}`)
    demandNoTags(`verdict --format ${format}`, out)
  }
  const { out } = await run('verdict', '--format', 'sarif', '--url', url)
  JSON.parse(out)
}

export function demandNoTags(name: string, text: string): void {
  demand(!tag.test(text), `"${name}" contains a tag from a string: ${brief(text.slice(text.search(tag)).slice(0, 200))}`)
}

/** Checks that each name that shell completion offers is a single line without shell code. */
export async function demandCompletions(url: string, run: RunHere): Promise<void> {
  for (const words of [
    ['contacts', 'show', ''],
    ['scenario', 'show', ''],
    ['callers', 'remove', ''],
    ['files', 'show', ''],
  ]) {
    const { code, out } = await run(completionFlag, ...words.slice(0, -1), '--url', url, '')
    demand(code === 0, `Completing "${words.join(' ')}" exited with code ${code}.`)
    for (const line of out.split('\n'))
      demand(/^[\w@.:,=/+-]*(?:\t.*)?$/.test(line), `Completing "${words.join(' ')}" printed ${brief(line)}.`)
  }
}

/** Checks that an export contains all calls, and that every line is complete. */
export async function demandExports(url: string, run: RunHere): Promise<void> {
  const har = await run('journal', 'export', '--url', url)
  const jsonl = await run('journal', 'export', '--format', 'jsonl', '--url', url)
  const calls = jsonl.out.split('\n').slice(0, -1)
  for (const line of calls) JSON.parse(line)
  demand(JSON.parse(har.out).log.entries.length === calls.length, `The HTTP Archive's calls differ from the ${calls.length} lines.`)
}
