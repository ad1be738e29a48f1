/** The commands of docs/real-addresses.md, as they stand there: each reaches Standin by an address of the live services. */
import { execFile, execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { startSimulator } from '../src/index.ts'
import { folderWith } from './support/command-line.ts'
import { caFolder, trusted } from './support/tls.ts'

const page = readFileSync(new URL('../docs/real-addresses.md', import.meta.url), 'utf8')

/** The commands under a heading. */
function commandsOf(heading: string): string {
  const section = page.slice(page.indexOf(`\n${heading}\n`) + 1).split(/\n#/, 1)[0] ?? ''
  const found = /```sh\n([\s\S]*?)\n```/.exec(section)?.[1]
  if (found === undefined) throw new Error(`docs/real-addresses.md has no commands under ${heading}.`)
  return found
}

const preparation = commandsOf('## The addresses of the live services')

/** The test brings its own Node.js, and no proxy of the machine. */
const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/_proxy$/i.test(name)))
env.PATH = `${dirname(process.execPath)}:${env.PATH}`

const isHere = (program: string) => {
  try {
    execFileSync('sh', ['-c', `command -v ${program}`], { env, stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

const tools: [heading: string, ...programs: string[]][] = [
  ['### curl', 'curl'],
  ['### Node.js', 'node'],
  ['### Python', 'python3'],
  ['### Ruby', 'ruby'],
  ['### Java', 'java', 'keytool'],
  ['### .NET', 'dotnet'],
  ['### PHP', 'php'],
]

for (const [heading, ...programs] of tools) {
  const missing = programs.find((program) => !isHere(program))
  const sentence = `${heading.slice(4)} reaches Standin by a live address${missing ? `: not tried, this machine has no ${missing}` : ''}`

  test.skipIf(missing)(sentence, { timeout: 60_000 }, async () => {
    const file = await trusted()
    const { port, simulator, close } = await startSimulator({ port: 0, caFolder })
    onTestFinished(close)
    const script = `set -e\n${preparation}\n${commandsOf(heading)}`
      .replaceAll('$(npx standin ca)', file)
      .replaceAll(/(127\.0\.0\.1:|Port=)4300/g, `$1${port}`)

    const { stdout } = await promisify(execFile)('sh', ['-c', script], { env, cwd: folderWith() })

    expect(stdout).toMatch(/^eyJ[\w-]+\.[\w-]+\.[\w-]+\s*$/m)
    expect(simulator.world.journal.calls.list()).toMatchObject([{ operation: 'authentication.getEnterpriseToken', status: 200 }])
  })
}

test('every tool of the page is tried', () => {
  expect(page.match(/^### .*$/gm)).toEqual(tools.map(([heading]) => heading))
})
