/** `standin completion`: what shells get, and what they do with it. */
import { execFileSync } from 'node:child_process'
import { chmodSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { expect, test } from 'vitest'
import { completionFlag } from '../../../../src/apps/cli/frame/parser.ts'
import { command, misuse, run, serverForFile } from '../../../support/command-line.ts'
import { folderWith } from '../../../support/folder.ts'
import { otherServer } from '../../../support/listen.ts'

const { inNewWorld, url, simulator } = await serverForFile()

/** What can follow, where the last word is not finished. */
const after = async (line: string, env: Record<string, string> = { STANDIN_URL: url }) => {
  const { code, out, err } = await run([completionFlag, 'standin', ...line.split(' ')], { env })
  expect({ code, err }).toEqual({ code: 0, err: '' })
  return out.split('\n').flatMap((each) => (each === '' ? [] : (each.split(/[:\t]/, 1)[0] ?? [])))
}

const candidates: [line: string, some: readonly string[]][] = [
  ['', ['start', 'scenarios', 'completion']],
  ['scenarios ', ['list', 'use', 'off']],
  ['scenario ', ['list', 'use', 'off']],
  ['scenarios use ', ['outage-all', 'bad-day']],
  ['scenario use out', ['outage-all', 'outage-register']],
  ['explore --only ', ['outage-all']],
  ['gates put ', ['notifications.createOrder', 'fileTransfer.search']],
  ['journal --operation ', ['notifications.createOrder']],
  ['start --dialect ', ['spec', 'live']],
  ['start --dialect = l', ['live']],
  ['start --dialect=l', ['--dialect=live']],
  ['start --dialect=', ['--dialect=spec', '--dialect=live']],
  ['start --open-resources ', ['on', 'off']],
  ['verdict --format ', ['text', 'junit', 'sarif']],
  ['completion ', ['bash', 'zsh', 'fish', 'powershell']],
  ['start --', ['--port', '--trust-issuer', '--data']],
  ['contacts put 1 --', ['--email', '--world']],
]

test.each(candidates)('behind "standin %s" come %j', async (line, some) => {
  expect(await after(line)).toEqual(expect.arrayContaining([...some]))
})

test('names come before flags, and a flag that can be anything has no candidates', async () => {
  expect((await after('scenarios use ')).filter((each) => each.startsWith('-'))).toEqual([])
  expect(await after('start --port ')).toEqual([])
  expect(await after('run -- npm ')).toEqual([])
  for (const line of ['start --port=4', 'start --no-such=', 'journal --json=']) expect(await after(line)).toEqual([])
})

test('the scenarios and the worlds of a running server are named', async () => {
  const { world, knobs } = inNewWorld()
  knobs.scenarios.define('fog', { summary: 'Nothing to see', rules: [{ on: 'all', latency: 'PT1S' }] })

  expect(await after(`scenarios use --world ${world} `)).toContain('fog')
  expect(await after('worlds remove ')).toContain(world)
  expect(await after('journal --world ')).toEqual(expect.arrayContaining(simulator.worlds().map(({ name }) => name)))
})

test('without a server the built-in scenarios are named', async () => {
  expect(await after('scenarios use ', { STANDIN_URL: 'http://127.0.0.1:1' })).toContain('outage-all')
  expect(await after('scenarios use ', { STANDIN_URL: 'nonsense' })).toContain('outage-all')
})

const hostile = [
  '$(touch hacked)',
  '`touch hacked`',
  'a;touch hacked',
  'a\ntouch',
  "a'b",
  'a"b',
  '-rf',
  'a\u001b[31m',
  'a\tb',
  'a b',
  '../a',
  '&& x',
]

test('a server that names worlds by what a shell would run has none of them named', async () => {
  const other = await otherServer((_, response) => {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ worlds: [...hostile, 'good'].map((name) => ({ name, created: '', calls: 0 })), total: 1, next: null }))
  })

  expect(await after('worlds remove ', { STANDIN_URL: other })).toEqual(['good'])
})

test('a server that does not answer does not keep the user waiting', async () => {
  const silent = await otherServer(() => {})

  expect(await after('worlds remove ', { STANDIN_URL: silent })).toEqual(['default'])
})

test.each(['bash', 'zsh', 'fish', 'powershell'])('the script for %s names its shell, so that candidates have its form', async (shell) => {
  const { code, out } = await run(['completion', shell])

  expect(code).toBe(0)
  expect(out).toContain(completionFlag)
  expect(out).toContain(`standin completion ${shell}`)
  if (shell !== 'powershell') expect(out).toContain(`SHELL=${shell} standin ${completionFlag}`)
})

test('the script for fish passes the word that is completed, also where it is empty', async () => {
  expect((await run(['completion', 'fish'])).out).toContain('(commandline -opc) (commandline -ct)')
})

test('the script for PowerShell sets its shell for the time of the call, and an empty word may come in quotes', async () => {
  const { out } = await run(['completion', 'powershell'])

  expect(out).toMatch(/\$env:SHELL = 'powershell'[\s\S]*finally \{ \$env:SHELL = \$shell \}/)
  expect(await after('start --dialect ""')).toEqual(['spec', 'live'])
})

test('another shell is misuse, and the shells are named', async () => {
  expect(await run(['completion', 'cmd'])).toMatchObject(misuse('Valid: bash, zsh, fish, powershell.'))
})

const isThere = (shell: string) => {
  try {
    execFileSync(shell, ['-c', 'exit'])
    return true
  } catch {
    return false
  }
}

/** A folder with the program and the script of a shell. */
async function installed(shell: string) {
  const folder = folderWith({ script: (await run(['completion', shell])).out })
  writeFileSync(join(folder, 'standin'), `#!/bin/sh\nexec '${process.execPath}' '${command}' "$@"\n`)
  chmodSync(join(folder, 'standin'), 0o755)
  // The shell of the login is another one.
  const env = { ...process.env, STANDIN_URL: 'http://127.0.0.1:1', SHELL: '/bin/tcsh', PATH: `${folder}${delimiter}${process.env.PATH}` }
  return (script: string) => execFileSync(shell, ['-c', script], { cwd: folder, env, encoding: 'utf8' }).split('\n')
}

test.runIf(isThere('bash'))('Bash completes a command, a scenario and a value', async () => {
  const bash = await installed('bash')
  const completed = (...words: readonly string[]) =>
    bash(
      `source ./script; COMP_WORDS=(standin ${words.join(' ')}); COMP_CWORD=${words.length}; _standin_yargs_completions; printf '%s\\n' "\${COMPREPLY[@]}"`,
    )

  expect(completed('scen')).toEqual(['scenarios', ''])
  expect(completed('scenarios', 'use', 'outage-s')).toEqual(['outage-scanner', 'outage-sms', 'outage-storage', ''])
  expect(completed('start', '--dialect', "''")).toEqual(['spec', 'live', ''])
  expect(completed('start', '--dialect', '=', 'l')).toEqual(['live', ''])
})

test.runIf(isThere('fish'))('fish completes a command, a scenario and a value', async () => {
  const fish = await installed('fish')
  const completed = (line: string) => fish(`source ./script; complete -C '${line}'`).map((each) => each.split('\t', 1)[0])

  expect(completed('standin scen')).toEqual(['scenarios', ''])
  expect(completed('standin scenarios use outage-s')).toEqual(['outage-scanner', 'outage-sms', 'outage-storage', ''])
  expect(completed('standin start --dialect ')).toEqual(['live', 'spec', ''])
})
