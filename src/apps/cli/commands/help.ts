/** `standin help <word>`: searches recipes, recipients, scenarios, commands, flags and documents, without a server. */
import { isOneFile, ownFolder } from '../../../platform/node-package.ts'
import { type Command, defineCommand, Failure } from '../frame/command.ts'
import type { Findings } from '../frame/find.ts'
import { many, option, optional, optionalWord, someText, wholeNumber } from '../frame/option.ts'
import { heading, print, type Table } from '../frame/print.ts'
import { json } from '../frame/remote.ts'

/** `commands`: returns all commands, including this one. */
export const helpFor = (commands: () => readonly Command[]) =>
  defineCommand({
    name: 'help',
    summary: 'Search recipes, recipients, scenarios, commands, flags and documents, for example for 429 or malware',
    options: {
      words: many(optionalWord(optional('Words to search for. Default: show the help', someText))),
      limit: option('Maximum number of results of each kind', wholeNumber(1, 1_000), 8),
      json,
    },
    examples: [['standin help retry', 'Everything about retrying']],
    async run({ values, io }) {
      const words = (values.words ?? '').split(/\s+/).filter((word) => word !== '')
      const { find } = await import('../frame/find.ts')
      const findings = await find(words, commands(), values.limit)
      if (findings.total === 0)
        throw new Failure(`Nothing matches ${words.map((word) => JSON.stringify(word)).join(' and ')}. Try a single, shorter word.`)
      print(io, values, findings, inWords)
    },
  })

function inWords({ recipes, recipients, commands, flags, scenarios, documents, more }: Findings, table: Table): string[] {
  const docs = isOneFile() ? "a server's dashboard, under Docs" : ownFolder('docs').path
  const parts: readonly (readonly [title: string, rows: readonly (readonly string[])[], count: number])[] = [
    ['RECIPE: standin trigger <name>', recipes.map(({ name, summary }) => [name, summary]), more.recipes],
    ['RECIPIENT', recipients.map(({ recipient, status, how }) => [recipient, `${status}: ${how}`]), more.recipients],
    ['SCENARIO: standin scenarios use <name>', scenarios.map(({ name, summary }) => [name, summary]), more.scenarios],
    ['COMMAND', commands.map(({ line, summary }) => [line, summary]), more.commands],
    [
      'FLAG',
      flags.map(({ flag, describe, of }) => [flag, `${describe} (${[...of.slice(0, 2), ...(of.length > 2 ? ['…'] : [])].join(', ')})`]),
      more.flags,
    ],
    [
      `DOCUMENT in ${docs}`,
      documents.map(({ file, title, heading: part }) => [file, part === title ? title : `${title}: ${part}`]),
      more.documents,
    ],
  ]
  return parts
    .filter(([, rows]) => rows.length > 0)
    .flatMap(([title, rows, count], at) => [
      ...(at > 0 ? [''] : []),
      ...table([heading(title)]),
      ...table(rows),
      ...(count > 0 ? [`… and ${count} more; --limit lists more`] : []),
    ])
}
