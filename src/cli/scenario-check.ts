/** `standin scenario check`: checks scenario files without a server. */
import { resolve } from 'node:path'
import { defineCommand } from './command.ts'
import { json } from './connection.ts'
import { optional, someText } from './option.ts'
import { print } from './print.ts'

export const check = defineCommand({
  name: 'check',
  summary: 'Check scenario files, without a server',
  options: {
    path: { ...optional('A file or a folder; the built-in scenarios when absent', someText), word: 'optional' },
    json,
  },
  examples: [['standin scenario check scenarios', 'Print every mistake with its file, line and column, and the valid choices']],
  async run({ values, io }) {
    const { readScenarioPath } = await import('./scenario-files.ts')
    const path = values.path === undefined ? undefined : resolve(io.folder, values.path)
    const names = Object.keys(await readScenarioPath(path))
    print(io, values, { scenarios: names, total: names.length }, () => inWords(names))
    return 0
  },
})

const inWords = (names: readonly string[]) =>
  names.length === 1 ? `${names[0]} has no mistake.` : `${names.length} scenarios have no mistake.`
