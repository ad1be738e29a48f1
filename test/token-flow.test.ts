/** The commands of docs/tokens.md, as they stand there, and what they print. */
import { execFile, execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { startSimulator } from '../src/index.ts'
import { folderWith } from './support/folder.ts'
import { start } from './support/standin.ts'

const page = readFileSync(new URL('../docs/tokens.md', import.meta.url), 'utf8')
const commands = [...page.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, text]) => text).join('\n')
const printed = [...commands.matchAll(/^(?!\w+\(\)).*\S {3,}# (.+)$/gm)].map(([, text]) => text)

const env = { ...process.env, PATH: `${dirname(process.execPath)}:${process.env.PATH}` }

const missing = ['sh', 'curl', 'openssl'].find((program) => {
  try {
    execFileSync('sh', ['-c', `command -v ${program}`], { stdio: 'ignore' })
    return false
  } catch {
    return true
  }
})

/** A real client has the time of its machine, also while the clock of the world stands still. */
for (const clock of ['real', 'frozen'] as const) {
  for (const dialect of ['spec', 'live'] as const) {
    const sentence = `the flow with curl and openssl works, and is refused where it should be (${dialect}, ${clock} clock)`

    test.skipIf(missing)(`${sentence}${missing ? `: not tried, this machine has no ${missing}` : ''}`, { timeout: 30_000 }, async () => {
      const now = clock === 'frozen' ? { now: Date.parse(start) } : {}
      const { port, close } = await startSimulator({ port: 0, dialect, clock, ...now })
      onTestFinished(close)
      const script = `set -e\n${commands.replaceAll('127.0.0.1:4300', `127.0.0.1:${port}`)}`

      const { stdout } = await promisify(execFile)('sh', ['-c', script], { env, cwd: folderWith() })

      expect(printed.length).toBeGreaterThan(8)
      expect(stdout.trimEnd().split('\n')).toEqual(printed)
    })
  }
}
