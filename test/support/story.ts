/** Runs the blocks of a page in order, as one story, in a folder of its own. */
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer as createHttpServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { main } from '../../src/cli/main.ts'
import { startSimulator } from '../../src/index.ts'
import { holdToDocument } from './document.ts'
import { linkPackages } from './linked-packages.ts'
import { type Block, blocksOf, commandsOf, contains, inOneForm, isSame, type ShellCommand } from './page.ts'
import { openShell } from './shell.ts'

const root = join(import.meta.dirname, '../..')
/** A command that runs until its reader stops it. */
const endless = / --follow\b/

/** What cannot run here, and why. */
const left: readonly [RegExp, string][] = [
  [/^git clone/, 'the tests have the repository'],
  [/^npm ci/, 'it is what brought the packages that the tests use'],
  [/^npm test/, 'it is what runs this test'],
]

let tried = 20_000 + (process.pid % 1_000) * 10

/** Below the ports that the system gives to others: a server that starts again must find its port free. */
async function freePort(): Promise<number> {
  const port = ++tried
  const server = createServer().listen(port, '127.0.0.1')
  const isFree = await once(server, 'listening').then(
    () => true,
    () => false,
  )
  if (!isFree) return freePort()
  server.close()
  await once(server, 'close')
  return port
}

/** Runs `npx standin` from the sources: what ends soon in the process of the test, which is ten times as fast. */
const npx = `#!/bin/sh
[ "$1" = standin ] || { echo "npx $1 does not run here"; exit 1; }
shift
case "$*" in start*|*--follow*) exec node '${join(root, 'src/cli/standin.js')}' "$@";; esac
reply=$(printf '%s\\0' "$@" | curl -s --data-binary @- "$COMMANDS") || exit 9
printf '%s\\n' "$reply" | sed 1d
exit "$(printf '%s\\n' "$reply" | sed 1q)"
`

/** What a reader has: packages, and commands. */
function furnish(folder: string): void {
  linkPackages(folder)
  mkdirSync(join(folder, '.bin'))
  writeFileSync(join(folder, '.bin/.curlrc'), 'no-progress-meter\n')
  writeFileSync(join(folder, '.bin/npx'), npx)
  chmodSync(join(folder, '.bin/npx'), 0o755)
}

/** Answers the arguments of a command with its exit code and its output. */
async function serveCommands(folder: string, env: Readonly<Record<string, string>>) {
  async function answer(request: IncomingMessage): Promise<string> {
    const args = (await buffer(request)).toString().split('\0').slice(0, -1)
    let said = ''
    const output = { write: (part: string | Uint8Array) => (said += Buffer.from(part).toString()) }
    const code = await main(args, { stdout: output, stderr: output, env, folder })
    return `${code}\n${said}`
  }
  const server = createHttpServer((request, response) => {
    void answer(request).then((text) => response.end(text))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() }
}

/** Fails with the line of the page and what the command said. `broker` is the address of a Pact Broker, for 127.0.0.1:9292 on the page. */
export async function tell(wholePage: string, broker?: string): Promise<void> {
  const page = withoutPart(wholePage)
  const folder = mkdtempSync(join(tmpdir(), 'standin-page-'))
  furnish(folder)
  const [hook, app] = [await freePort(), await freePort()]
  const server = await startSimulator({ port: await freePort(), checked: true, checkAnswer: holdToDocument })
  const ports = new Map<string, number | string>([
    ['4300', server.port],
    ['8080', hook],
    ['3000', app],
    ['9292', broker ? new URL(broker).port : 9292],
  ])
  const here = (text: string) => text.replaceAll(/\b(?:4300|8080|3000|9292)\b/g, (port) => String(ports.get(port)))
  const env = {
    STANDIN_URL: server.url,
    STANDIN_PORT: String(server.port),
    PORT: String(app),
    ...(broker && { PACT_BROKER_BASE_URL: broker }),
  }
  const commands = await serveCommands(folder, env)
  const shell = openShell(folder, { ...env, COMMANDS: commands.url })
  let last = ''
  // A test of its own compares such a page with what its tool writes.
  const generated = page.startsWith('<!-- Written by tools/')

  async function obey({ text, claims }: ShellCommand): Promise<void> {
    if (left.some(([form]) => form.test(text))) return
    const starts = /^(?:npm start(?: --)?|npx standin start)(?<flags>.*?)(?: {2,}#.*)?$/.exec(text)
    if (starts) await server.close()
    const asked = endless.test(text)
      ? `timeout 2 ${text}\n[ $? = 124 ]`
      : starts
        ? `npx standin start${starts.groups?.flags} > .bin/server.log 2>&1 & npx standin wait || { cat .bin/server.log; false; }`
        : text
    const { code, output } = await shell.run(here(asked))
    last = output
    if (code !== 0) throw new Error(`It ended with ${code} and said:\n${output}`)
    const missing = claims.filter((claim) => !contains(output, here(claim)))
    if (missing.length > 0) throw new Error(`It did not say ${missing.join(' or ')}, but:\n${output}`)
    const refused = claims.length === 0 && /"statusCode": ?[45]|^ *"title": ?"|\{"type":"[^"]*","title"/m.test(output)
    if (refused) throw new Error(`It was refused, and no comment says so:\n${output}`)
  }

  async function read(block: Block): Promise<void> {
    const { language, file, text } = block
    if (file !== undefined) {
      if (page.split(file).length < 3) throw new Error(`The text does not name the file ${file}.`)
      mkdirSync(dirname(join(folder, file)), { recursive: true })
      return writeFileSync(join(folder, file), here(text))
    }
    if (language === 'ts' || language === 'js') return obey(moduleOf(block, folder, here))
    if (language === 'json' || language === 'http') return generated ? undefined : compare(block, last)
    throw new Error(`Nothing reads a block of ${language} without a file name.`)
  }

  try {
    for (const block of blocksOf(page)) {
      const steps: readonly [number, () => Promise<void>][] =
        block.language === 'sh'
          ? commandsOf(block).map((command) => [command.line, () => obey(command)])
          : [[block.line, () => read(block)]]
      for (const [line, step] of steps) {
        await step().catch((error: Error) => {
          throw new Error(`Line ${line}: ${page.split('\n')[line - 1]}\n${error.message}`)
        })
      }
    }
  } finally {
    shell.close()
    commands.close()
    await server.close()
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}

/** Without the part that a tool wrote, whose own test runs it. The lines keep their numbers. */
const withoutPart = (page: string) =>
  page.replace(/^<!-- Written by tools\/[\s\S]*^<!-- End of what the tool writes. -->$/m, (part) => part.replaceAll(/.+/g, ''))

/** A module that uses Vitest is a test; any other one runs by itself. */
function moduleOf({ language, text, line }: Block, folder: string, here: (text: string) => string): ShellCommand {
  const tested = text.includes("from 'vitest'")
  const name = `line-${line}${tested ? '.test' : ''}.${language === 'ts' && !tested ? 'mts' : language === 'ts' ? 'ts' : 'mjs'}`
  writeFileSync(join(folder, name), here(text))
  return { text: tested ? `node node_modules/vitest/vitest.mjs run ${name}` : `node ${name}`, line, claims: [] }
}

/** The page shows the reply of the command above it. Of the headers it may leave some out. */
function compare({ language, text }: Block, reply: string): void {
  const [head = '', body = ''] = language === 'http' ? split(reply) : ['', reply]
  const [shownHead = '', shownBody = ''] = language === 'http' ? split(text) : ['', text]
  const lines = head.split('\n').map((line) => line.toLowerCase())
  const absent = shownHead.split('\n').filter((line) => !lines.some((each) => isSame(line.toLowerCase(), each)))
  if (absent.length > 0) throw new Error(`The reply has no ${absent.join(' and no ')}:\n${reply}`)
  const same = body.trim() === '' ? shownBody.trim() === '' : isSame(formed(shownBody), formed(body))
  if (!same) throw new Error(`The reply is another one:\n${formed(body)}\nThe page shows:\n${formed(shownBody)}`)
}

const split = (reply: string) => reply.replaceAll('\r', '').split(/\n\n(.*)/s, 2)

function formed(body: string): string {
  try {
    return inOneForm(body)
  } catch {
    return body.trim()
  }
}
