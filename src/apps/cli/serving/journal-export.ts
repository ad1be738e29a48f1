/** `standin journal export`: writes complete calls to a HAR file, or as JSON lines. */

import type { ControlReply } from '../../../control/client.ts'
import { ownPackage } from '../../../platform/node-package.ts'
import { Misuse } from '../../../service/wire/misuse.ts'
import { defineCommand, withProgress } from '../frame/command.ts'
import { option, optional, someText, wholeNumber, word } from '../frame/option.ts'
import { baseOf, connectionOptions, type PageQuery, remote, wholeList } from '../frame/remote.ts'
import { storeOrPrint } from '../frame/whole-file.ts'
import { filterOptions } from './journal-list.ts'

type FullLine = ControlReply<'control.showJournalLine'>

const formats = { har: 'HTTP Archive 1.2, which browsers and proxies can read', jsonl: 'a line of JSON for each call' }

/** Number of lines read concurrently. */
const atOnce = 16

const { json: _, ...connection } = connectionOptions

export const exportCalls = defineCommand({
  name: 'export',
  summary: 'Write the calls with their headers and bodies to a file, without secrets',
  options: {
    format: option('How to write them: har or jsonl', word(formats), 'har'),
    output: optional('The file to write; an existing file is replaced. Default: standard output', someText),
    since: optional('Only lines after this line (its id), or since this time', someText),
    limit: optional('Maximum number of lines: the newest, or with --since the oldest. Default: all', wholeNumber(1)),
    ...filterOptions,
    ...connection,
  },
  examples: [
    ['standin journal export --output calls.har', "Then open it in a browser's developer tools"],
    ['standin journal export --format jsonl --status 5xx', 'Print the outages'],
  ],
  async run({ values, io }) {
    const { format, output, since, limit, operation, status, code, scenario, caller, text, comparison, url, world, environment } = values
    const filter = { since, operation, status, code, scenario, caller, text, comparison }
    const { call } = remote(values)
    const read = (page: PageQuery) => call('control.listJournal', { query: { ...filter, ...page } })
    const does = 'Reading the journal'
    const { journal, lines } = await withProgress(io, { does }, async ({ tell }) => {
      const { journal: all } = await wholeList('journal', read, limit, { backwards: since === undefined })
      const whole: FullLine[] = []
      for (let at = 0; at < all.length; at += atOnce) {
        tell({ does, done: at, of: all.length, unit: 'calls' })
        const part = all.slice(at, at + atOnce).map(({ id }) => call('control.showJournalLine', { params: { id } }).catch(ignoreDropped))
        for (const line of await Promise.all(part)) if (line) whole.push(line)
      }
      return { journal: all, lines: whole }
    })
    const lost = journal.length - lines.length
    if (lost > 0) io.stderr.say(`${lost} lines were evicted by newer ones during the export.`)
    async function asHar(): Promise<string> {
      const { harOf } = await import('../../compare/har.ts')
      return `${JSON.stringify(harOf(lines, { base: baseOf({ url, world, environment }), version: ownPackage().version }), null, 2)}\n`
    }
    const written = format === 'har' ? await asHar() : lines.map((line) => `${JSON.stringify(line)}\n`).join('')
    await storeOrPrint(io, output, written, 'The calls were not saved')
  },
})

/** Ignores a 404, because a listed line might be evicted before it is read. Rethrows all other errors. */
function ignoreDropped(error: unknown): undefined {
  if (error instanceof Misuse && error.status === 404) return undefined
  throw error
}
