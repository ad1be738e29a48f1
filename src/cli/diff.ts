/** `standin diff`: compares another OpenAPI document with Standin's own. */
import type { BreakingChange } from './breaking-changes.ts'
import { defineCommand } from './command.ts'
import { ownDocument } from './openapi.ts'
import { bare, option, someText, word } from './option.ts'
import { connectionOptions } from './remote.ts'
import { startOptions } from './start-options.ts'

export const diff = defineCommand({
  name: 'diff',
  needsPackage: true,
  summary: 'Name what breaks for a client of Standin at the service of another OpenAPI document',
  options: {
    document: { ...option('A file or an address, OpenAPI 3 as JSON or YAML', someText, ''), word: 'required' },
    dialect: startOptions.dialect,
    older: bare('The other document is the older one: name what breaks for its clients at Standin'),
    format: option('How to print it: text, json', word({ text: '', json: '' }), 'text'),
  },
  examples: [
    ['standin diff openapi.json', 'Exit code 1 where a request or a reply changes so that clients break'],
    ['standin diff --older before.json --format json', 'What this version of Standin breaks for clients of an earlier one'],
  ],
  async run({ values, io }) {
    const { document: other, dialect, older, format } = values
    const { breakingChanges } = await import('./breaking-changes.ts')
    const own = await ownDocument({ dialect, base: connectionOptions.url.fallback, serviceOnly: true })
    const breaking = await breakingChanges({ own, other, older, folder: io.folder })
    const ours = `Standin (dialect ${dialect})`
    const [from, to] = older ? [other, ours] : [ours, other]
    const found = { from, to, breaking, total: breaking.length }
    io.stdout.say(format === 'json' ? JSON.stringify(found) : inWords(found))
    return breaking.length > 0 ? 1 : 0
  },
})

interface Changes {
  /** What clients know. */
  readonly from: string
  /** What they meet. */
  readonly to: string
  readonly breaking: readonly BreakingChange[]
  readonly total: number
}

function inWords({ from, to, breaking, total }: Changes): string[] {
  if (total === 0) return [`Nothing breaks for clients from ${from} to ${to}.`]
  const calls = new Map<string, string[]>()
  for (const { call, operation, place, message } of breaking) {
    const title = call === null ? 'The whole document' : operation === null ? call : `${call}  ${operation}`
    calls.set(title, [...(calls.get(title) ?? []), `  ${place && `${place}: `}${message}`])
  }
  const parts = [...calls].flatMap(([title, lines]) => [title, ...lines, ''])
  return [...parts, `${total} breaking ${total === 1 ? 'change' : 'changes'} from ${from} to ${to}.`]
}
