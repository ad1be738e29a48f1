/** Runs the commands in pages as a user would: in one folder, with a new shell for each page. */
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, globSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { type Block, blocksOf, commandsOf, contains, inOneForm, isSame, type ShellCommand } from './page.ts'
import { openShell, openTerminal, type Place, type Terminal } from './shell.ts'

const root = join(import.meta.dirname, '../..')
/** Requirements that no test machine meets. */
const neverHere = new Set(['network', 'root'])
/** Milliseconds allowed for a command. */
const [usual, slow] = [60_000, 300_000]

/** Like npx, but without npm's half-second delay and without a registry. */
const npx = `#!/bin/sh
name=$1; shift
[ -x "node_modules/.bin/$name" ] || { echo "npx: no package of this project has the command $name" >&2; exit 127; }
exec "node_modules/.bin/$name" "$@"
`

/**
 * Simulates a user with a folder and several terminals. The folder is created with the first page, because test files are also loaded just
 * to list tests.
 */
export function openReader() {
  let desk: Desk | undefined
  const opened = () => (desk ??= newDesk())

  return {
    /** Opens a block's terminal before the page is run. The terminal stays open. */
    async start(block: Block): Promise<Terminal> {
      const terminal = await openTerminal(placeOf(block, opened()), block.text)
      opened().open.set(block.text, terminal)
      return terminal
    },
    /** Runs a page. Resolves to the blocks that this machine cannot run. Rejects with the page's line and the command's output. */
    tell: (page: string) => tell(page, opened()),
    /** Returns background servers that no page has stopped. */
    servers: () => globSync('state/standin/servers/*.json', { cwd: opened().home }),
    async close(): Promise<void> {
      if (!desk) return
      for (const terminal of desk.open.values()) await terminal.interrupt()
      rmSync(desk.home, { recursive: true, force: true, maxRetries: 3 })
    },
  }
}

interface Desk extends Place {
  readonly home: string
  /** A folder for the test's own files. */
  readonly tools: string
  /** Open terminals, keyed by the command that runs in them. */
  readonly open: Map<string, Terminal>
}

/** Creates a project next to the clone, as in the README. */
function newDesk(): Desk {
  const home = mkdtempSync(join(tmpdir(), 'standin-reader-'))
  const [folder, tools] = [join(home, 'my-project'), join(home, 'tools')]
  for (const name of [join(folder, 'node_modules/.bin'), tools]) mkdirSync(name, { recursive: true })
  symlinkSync(root, join(home, 'standin'))
  writeFileSync(join(folder, 'package.json'), '{ "type": "commonjs" }')
  writeFileSync(join(tools, '.curlrc'), 'no-progress-meter\n')
  writeFileSync(join(tools, 'npx'), npx)
  chmodSync(join(tools, 'npx'), 0o755)
  installStandin(folder)
  const own = Object.entries(process.env).filter(([name]) => !/^(?:STANDIN|VITEST|npm)_|_proxy$/i.test(name))
  const env = {
    ...Object.fromEntries(own),
    NO_COLOR: '1',
    CURL_HOME: tools,
    XDG_STATE_HOME: join(home, 'state'),
    PATH: [tools, dirname(process.execPath), process.env.PATH].join(delimiter),
  }
  return { home, folder, tools, env, open: new Map() }
}

const placeOf = ({ terminal = '' }: Block, { folder, env }: Place): Place => ({ folder: join(folder, terminal), env })

/** Installs Standin's sources as a package, like `npm install` with the tarball. */
function installStandin(folder: string): void {
  const entries = ['index', 'express', 'pact', 'vitest', 'playwright'].map((name) => [name, `./src/${name}.ts`])
  const mocks = ['handlers', 'node', 'browser'].map((name) => [`mocks/${name}`, `./mocks/${name}.ts`])
  const exports = Object.fromEntries([...entries, ...mocks].map(([name, file]) => [name === 'index' ? '.' : `./${name}`, file]))
  const standin = join(folder, 'node_modules/standin')
  mkdirSync(standin)
  writeFileSync(join(standin, 'package.json'), JSON.stringify({ name: 'standin', type: 'module', exports }))
  for (const name of ['src', 'mocks', 'pacts', 'scenarios']) symlinkSync(join(root, name), join(standin, name))
  symlinkSync(join(root, 'src/apps/cli/standin.js'), join(folder, 'node_modules/.bin/standin'))
}

/** Installs the packages that `npm install` would install in a block that needs the network. */
function install(block: Block, folder: string): void {
  const names = [...block.text.matchAll(/^npm install (.*?)(?: {2,}#.*)?$/gm)].flatMap(([, words = '']) => words.split(' '))
  for (const name of names.map((word) => word.replace(/(?<=.)@.*$/, '')).filter((word) => !/^-|\.tgz$/.test(word))) {
    const [from, to] = [join(root, 'node_modules', name), join(folder, 'node_modules', name)]
    if (!existsSync(from)) throw new Error(`Standin itself does not contain ${name}, so the test cannot install it.`)
    if (existsSync(to)) continue
    mkdirSync(dirname(to), { recursive: true })
    symlinkSync(from, to)
    const command = join(root, 'node_modules/.bin', name)
    if (existsSync(command)) symlinkSync(command, join(folder, 'node_modules/.bin', name))
  }
}

const isHere = (name: string) => !neverHere.has(name) && spawnSync('sh', ['-c', `command -v ${name}`]).status === 0

/** Lists processes and variables that would affect the next page. */
const leftBehind = `sleep 0.2; jobs -r; env | grep -iE '^STANDIN_|_proxy=' || true`

async function tell(wholePage: string, place: Desk) {
  const page = withoutPart(wholePage)
  const { folder } = place
  const shell = openShell(place, place.tools)
  const terminals: Terminal[] = []
  const left: { line: number; needs: string }[] = []
  /** Compares the output shown on the page with the last command's output. */
  let compareLast: (block: Block) => void | Promise<void> = () => {
    throw new Error('No command on the page prints this.')
  }
  // Another test compares generated pages with the output of their tools.
  const generated = page.startsWith('<!-- Written by tools/')

  async function obey({ text, claims }: ShellCommand, atMost: number): Promise<void> {
    const { code, output } = await shell.run(text, atMost)
    compareLast = (block) => compare(block, output)
    if (code !== 0) throw new Error(`It exited with code ${code} and printed:\n${output}`)
    const missing = claims.filter((claim) => !contains(output, claim))
    if (missing.length > 0) throw new Error(`It did not print ${missing.join(' or ')}, but:\n${output}`)
    const refused = claims.length === 0 && /"statusCode": ?[45]|^ *"title": ?"|\{"type":"[^"]*","title"/m.test(output)
    if (refused) throw new Error(`It was refused, but no comment says so:\n${output}`)
  }

  async function openFor(block: Block): Promise<void> {
    if (place.open.has(block.text)) return
    const terminal = await openTerminal(placeOf(block, place), block.text)
    terminals.push(terminal)
    compareLast = ({ text }) => terminal.shows((output) => isSame(text.trim(), output.trim()))
  }

  async function read(block: Block): Promise<void> {
    const { language, file, text } = block
    if (file !== undefined) {
      if (page.split(file).length < 3) throw new Error(`The text does not name the file ${file}.`)
      mkdirSync(dirname(join(folder, file)), { recursive: true })
      return writeFileSync(join(folder, file), text)
    }
    if (!['json', 'http', 'text', ''].includes(language)) throw new Error(`A ${language} block is a file, so it needs a name.`)
    if (!generated) await compareLast(block)
  }

  function stepsOf(block: Block): readonly (readonly [number, () => Promise<void> | void])[] {
    if (block.terminal !== undefined) return [[block.line, () => openFor(block)]]
    if (block.language !== 'sh') return [[block.line, () => read(block)]]
    return commandsOf(block).map((command) => [command.line, () => obey(command, block.slow ? slow : usual)])
  }

  try {
    for (const block of blocksOf(page)) {
      const absent = block.needs.filter((name) => !isHere(name))
      const steps = absent.length === 0 ? stepsOf(block) : [[block.line, () => install(block, folder)] as const]
      if (absent.length > 0) left.push({ line: block.line, needs: absent.join(', ') })
      for (const [line, step] of steps) {
        await Promise.resolve()
          .then(step)
          .catch((error: Error) => {
            throw new Error(`Line ${line}: ${page.split('\n')[line - 1]}\n${error.message}`)
          })
      }
    }
    const { output } = await shell.run(leftBehind, usual)
    if (output !== '') throw new Error(`The page leaves this behind:\n${output}`)
    return left
  } finally {
    shell.close()
    for (const terminal of terminals) await terminal.interrupt()
  }
}

/** Blanks out the generated part, which has a test of its own. Line numbers do not change. */
const withoutPart = (page: string) =>
  page.replace(/^<!-- Written by tools\/[\s\S]*^<!-- End of what the tool writes. -->$/m, (part) => part.replaceAll(/.+/g, ''))

/** Compares a reply shown on the page with the output of the command above it. The page may omit headers. */
function compare({ language, text }: Block, reply: string): void {
  const [head = '', body = ''] = language === 'http' ? split(reply) : ['', reply]
  const [shownHead = '', shownBody = ''] = language === 'http' ? split(text) : ['', text]
  const lines = head.split('\n').map((line) => line.toLowerCase())
  const absent = shownHead.split('\n').filter((line) => !lines.some((each) => isSame(line.toLowerCase(), each)))
  if (absent.length > 0) throw new Error(`The reply has no ${absent.join(' and no ')}:\n${reply}`)
  const same = body.trim() === '' ? shownBody.trim() === '' : isSame(formed(shownBody), formed(body))
  if (!same) throw new Error(`The reply differs:\n${formed(body)}\nThe page shows:\n${formed(shownBody)}`)
}

const split = (reply: string) => reply.replaceAll('\r', '').split(/\n\n(.*)/s, 2)

function formed(body: string): string {
  try {
    return inOneForm(body)
  } catch {
    return body.trim()
  }
}
