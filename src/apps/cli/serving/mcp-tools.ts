/** The `standin mcp` tools that run programs, or read and write files, on the assistant's machine. */
import { execFile } from 'node:child_process'
import type { OwnTool } from '../../../control/mcp-server.ts'
import { parseJson } from '../../../service/wire/json.ts'

export interface Surroundings {
  readonly url: string
  readonly adminToken: string | undefined
  readonly folder: string
  readonly env: Readonly<Record<string, string | undefined>>
}

type Given = Readonly<Record<string, unknown>>

interface CommandTool {
  readonly name: string
  readonly title: string
  readonly properties: Readonly<Record<string, object>>
  readonly required: readonly string[]
  words(given: Given, url: string): string[]
}

const text = (description: string) => ({ type: 'string', description })
const texts = (description: string) => ({ type: 'array', items: { type: 'string' }, description })
const file = text('The capsule file.')
const wordOf = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))
/** Puts `./` before a path that starts with a hyphen, which would otherwise be parsed as an option. */
const fileOf = (value: unknown): string => wordOf(value).replace(/^-/, './-')
const list = (value: unknown): string[] => (Array.isArray(value) ? value.map(wordOf) : value === undefined ? [] : [wordOf(value)])
const flags = (given: Given, ...names: string[]): string[] =>
  names.flatMap((name) => (given[name] === undefined ? [] : [`--${name}=${wordOf(given[name])}`]))

const table: readonly CommandTool[] = [
  {
    name: 'explore_scenarios',
    title: 'Run a command once under each applicable scenario, each in its own world, and judge the client',
    properties: {
      command: texts('The command and its arguments, such as ["npm", "test"]. The server\'s URL is in STANDIN_URL.'),
      only: texts('Scenarios to run under. Default: every applicable scenario.'),
      time: text('Time limit for all runs, such as 10m.'),
    },
    required: ['command'],
    words: (given) => [
      'explore',
      '--scenarios',
      ...flags(given, 'time'),
      ...list(given.only).map((name) => `--only=${name}`),
      '--json',
      '--',
      ...list(given.command),
    ],
  },
  {
    name: 'capsule_save',
    title: 'End a capsule recording (capsule_record starts it), and save it to a file',
    properties: { file },
    required: ['file'],
    words: (given, url) => ['capsule', 'save', fileOf(given.file), '--url', url, '--json'],
  },
  {
    name: 'capsule_outline',
    title: 'The calls and events in a capsule: every call, job and settings change',
    properties: { file },
    required: ['file'],
    words: (given) => ['capsule', 'show', fileOf(given.file), '--json'],
  },
  {
    name: 'capsule_replay',
    title: 'Replay a capsule in a new simulator, and list the differences',
    properties: { file },
    required: ['file'],
    words: (given) => ['capsule', 'replay', fileOf(given.file), '--json'],
  },
]

export const ownTools = (surroundings: Surroundings): OwnTool[] =>
  table.map(({ name, title, properties, required, words }) => ({
    listed: {
      name,
      title,
      description: `${title}.`,
      inputSchema: { type: 'object', properties: properties as OwnTool['listed']['inputSchema']['properties'], required: [...required] },
      annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: name === 'explore_scenarios' },
    },
    async call(given) {
      const unknown = Object.keys(given).find((each) => !(each in properties))
      if (unknown !== undefined)
        return failed(`${name}: unknown argument ${JSON.stringify(unknown)}. Valid: ${Object.keys(properties).join(', ')}.`)
      const missing = required.find((each) => given[each] === undefined)
      if (missing !== undefined) return failed(`${name}: the ${missing} argument is missing.`)
      return ran(words(given, surroundings.url), surroundings)
    },
  }))

/** Maximum output of a command, in bytes. */
const longest = 2 ** 26

/** Runs the command in a separate process. JSON output is a result, whatever the exit code; any other output is an error. */
function ran(words: readonly string[], { adminToken, folder, env }: Surroundings): ReturnType<OwnTool['call']> {
  const options = { cwd: folder, maxBuffer: longest, env: { ...env, ...(adminToken !== undefined && { STANDIN_ADMIN_TOKEN: adminToken }) } }
  return new Promise((resolve) => {
    execFile(process.execPath, [process.argv[1] ?? '', ...words], options, (_, said, complained) => {
      const value = parseJson(said.trim())
      if (typeof value !== 'object' || value === null)
        return resolve(failed(complained.trim() || said.trim() || 'The command printed nothing.'))
      resolve({ content: [{ type: 'text', text: said.trim() }], structuredContent: { ...value } })
    })
  })
}

const failed = (words: string) => ({ content: [{ type: 'text' as const, text: words }], isError: true as const })
