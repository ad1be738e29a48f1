/** Hostile strings on their way through the writers of programs and files: what is made is run, and must do nothing but what the capsule says. */
import { type ExecFileOptions, execFile } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync, gzipSync } from 'node:zlib'
import { parseSync } from 'oxc-parser'
import { main } from '../../src/cli/main.ts'
import { startSimulator } from '../../src/index.ts'
import type { Dice } from './dice.ts'
import { recordContract, verifyContract } from './hostile-contracts.ts'
import { filesOfOthers, type RunHere } from './hostile-files.ts'
import { demandCompletions, demandExports, demandLists, demandReports, said } from './hostile-terminal.ts'
import { type Hostile, hostile, recordHostile } from './hostile-traffic.ts'

/** No file that Standin writes has this name. */
const mark = 'MARK-OF-A-HOSTILE-STRING'
/** The folder in which the commands run lies so deep that `../../..` ends in the folder of the round. */
const deep = ['a', 'b', 'c', 'work']
const clock = { clock: 'frozen', now: Date.parse('2026-06-01T10:00:00Z') } as const
/** Milliseconds that a program may take. */
const patience = 60_000

const demand = (good: boolean, message: string) => {
  if (!good) throw new Error(message)
}
const brief = (text: string) => JSON.stringify(text.slice(-1_500))

/** How many hostile strings the service got, and how many of them it took. */
export interface Bites {
  readonly given: number
  readonly taken: number
}

/** Throws for what a string did. The folder of a round that failed stays, and the message names it. */
export async function hostileRound(dice: Dice): Promise<Bites> {
  const root = mkdtempSync(join(tmpdir(), 'standin-hostile-'))
  const folder = join(root, ...deep)
  mkdirSync(folder, { recursive: true })
  const recording = await startSimulator({ port: 0, ...clock })
  try {
    const some: Hostile = { dice, mark }
    const here: RunHere = (...args) => run(folder, ...args)
    const { url } = recording
    const writeContract = recordContract(folder, recording.simulator, hostile(some).slice(0, 80) || 'app', here)
    const { published, ...bites } = await recordHostile(join(folder, 'm.capsule'), recording.simulator, url, some)
    await scriptsOf(folder, 'm', true)
    await underOtherName(folder, some)
    if (dice.chance(0.2)) await runVitest(folder, 'm.test.ts')
    await writeContract()
    await demandExports(url, here)
    await demandCompletions(url, here)
    await demandLists(url, here)
    await demandReports(url, here)
    await downloads(folder, url, published)
    await seen(here, 'm', url)
    await changedCapsule(folder, some)
    await seen(here, 'changed', url)
    await filesOfOthers(folder, url, some, here)
    if (dice.chance(0.2)) await verifyContract(folder, 'pact.json', here)
    unharmed(root, folder)
    rmSync(root, { recursive: true, force: true })
    return bites
  } catch (thrown) {
    throw new Error(`${thrown instanceof Error ? thrown.message : String(thrown)}\nIts files are in ${root}.`, { cause: thrown })
  } finally {
    await recording.close()
  }
}

/** A capsule is shown and replayed, here and at another server with a command for tokens. */
async function seen(here: RunHere, name: string, url: string): Promise<void> {
  const replay = ['capsule', 'replay', `${name}.capsule`]
  for (const args of [['capsule', 'show', `${name}.capsule`], replay, [...replay, '--against', url, '--token-command', 'echo abc']]) {
    const { code, err } = await here(...args)
    demand(code >= 0 && code <= 3, `"${args.join(' ')}" ends with ${code}: ${brief(err)}`)
  }
}

/** The test for Vitest is run, and each call is answered as in the capsule. */
async function runVitest(folder: string, file: string): Promise<void> {
  const modules = fileURLToPath(new URL('../../node_modules', import.meta.url))
  symlinkSync(modules, join(folder, 'node_modules'), 'dir')
  const fresh = await startSimulator({ port: 0, ...clock })
  const { VITEST: _, ...env } = process.env
  const args = [join(modules, 'vitest', 'vitest.mjs'), 'run', '--root', folder, file]
  try {
    const { out, failed } = await program(process.execPath, args, { cwd: folder, env: { ...env, STANDIN_URL: fresh.url, CI: '' } })
    demand(!failed && out.includes('1 passed'), `Vitest says ${brief(out)}.`)
  } finally {
    await fresh.close()
    rmSync(join(folder, 'node_modules'))
  }
}

/** A command of Standin in this folder. */
async function run(folder: string, ...args: string[]) {
  const { texts, streams, demand: demandSaid } = said(folder)
  const code = await main(args, streams)
  demand(!/defect of Standin/.test(texts.err), `"${args.join(' ')}" says that Standin has a defect: ${brief(texts.err)}`)
  demandSaid(args)
  return { code, ...texts }
}

/** Programs name the file of their capsule, which somebody else may have named. */
async function underOtherName(folder: string, some: Hostile): Promise<void> {
  const name = hostile(some)
    .replace(/[/\0\p{Cs}]/gu, '')
    .slice(0, 60)
  // The end of a line ends a comment.
  const file = `x\n${name}.capsule`
  copyFileSync(join(folder, 'm.capsule'), join(folder, file))
  await scriptsOf(folder, 'named', true, file)
}

/** Makes both programs, looks at the one and runs the other. `whole`: whether the capsule was recorded, so that both must be good. */
async function scriptsOf(folder: string, name: string, whole: boolean, file = `${name}.capsule`): Promise<void> {
  const { code, err } = await run(folder, 'capsule', 'to-test', file, '--output', `${name}.test.ts`)
  demand(code === 0 || (!whole && (code === 1 || code === 2)), `"capsule to-test" ends with ${code}: ${brief(err)}`)
  if (code !== 0) return
  harmless(readFileSync(join(folder, `${name}.test.ts`), 'utf8'))
  const fresh = await startSimulator({ port: 0, ...clock })
  try {
    const { out, failed } = await shell(folder, `${name}.sh`, fresh.url)
    const wanted = `${name}: each call was answered as in the capsule.\n`
    demand(!whole || (!failed && out === wanted), `The script says ${brief(out)}.`)
  } finally {
    await fresh.close()
  }
}

const shell = (folder: string, script: string, url: string) =>
  program('sh', [script], { cwd: folder, env: { PATH: process.env.PATH, TMPDIR: folder, STANDIN_URL: url } })

function program(file: string, args: readonly string[], options: ExecFileOptions): Promise<{ out: string; failed: boolean }> {
  return new Promise((done) => {
    execFile(file, args, { ...options, encoding: 'utf8', timeout: patience, maxBuffer: 2 ** 26 }, (error, out, err) =>
      done({ out: out + (error ? err : ''), failed: error !== null }),
    )
  })
}

/** Code out of a string would stand outside of every text: as a name, or as a mistake of the grammar. */
function harmless(source: string): void {
  const { program, errors } = parseSync('made.test.ts', source)
  demand(errors.length === 0, `The test for Vitest is no TypeScript: ${brief(errors[0]?.message ?? '')}`)
  const look = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    const { type, name } = node as { readonly type?: unknown; readonly name?: unknown }
    demand(type !== 'Identifier' || name !== 'getBuiltinModule', 'The test for Vitest runs what a string holds.')
    for (const each of Object.values(node)) look(each)
  }
  look(program)
}

/** Each file comes to lie in the folder, or nowhere. */
async function downloads(folder: string, url: string, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    const { code, err } = await run(folder, 'files', 'download', id, '--url', url)
    demand(code === 0 || code === 1 || code === 2, `"files download" ends with ${code}: ${brief(err)}`)
  }
}

/** What somebody wrote into a capsule by hand is refused, or harmless. */
async function changedCapsule(folder: string, some: Hostile): Promise<void> {
  const { dice } = some
  const lines = gunzipSync(readFileSync(join(folder, 'm.capsule')))
    .toString()
    .split('\n')
    .slice(0, -1)
  const changes: readonly ((line: Record<string, unknown>) => object)[] = [
    (line) => ('method' in line ? { method: hostile(some) } : {}),
    (line) => ('url' in line ? { url: `${String(line.url)}${hostile(some)}` } : {}),
    (line) => ('url' in line ? { url: hostile(some) } : {}),
    // A capsule is refused for these characters, and not for others that end a line.
    (line) => ('url' in line ? { url: `${String(line.url)}${hostile(some).replace(/\p{Cc}/gu, '')}` } : {}),
    (line) => ('world' in line ? { world: hostile(some) } : {}),
    (line) => (line.event === 'headers' ? { of: { ...(line.of as object), [hostile(some)]: hostile(some) } } : {}),
    (line) => (line.event === 'headers' ? { base: hostile(some) } : {}),
    (line) => (line.event === 'capsule' ? { fixtures: { [`../../${hostile(some)}`]: [] } } : {}),
    (line) => (line.event === 'capsule' ? { fixtures: { people: [{ number: '12838590150', name: hostile(some) }] } } : {}),
    (line) => (line.event === 'capsule' ? { scenarios: { [hostile(some)]: { summary: hostile(some), rules: [] } } } : {}),
    (line) => (line.event === 'capsule' ? { scenarios: { rain: { summary: hostile(some), description: hostile(some), rules: [] } } } : {}),
    (line) => (line.event === 'capsule' ? { settings: { ...(line.settings as object), dialect: hostile(some), seed: hostile(some) } } : {}),
    (line) =>
      line.event === 'token' ? { claims: { ...(line.claims as object), [hostile(some)]: hostile(some), scope: hostile(some) } } : {},
  ]
  const change = dice.one(changes)
  const text = lines.map((line) => {
    const value = JSON.parse(line)
    return `${JSON.stringify({ ...value, ...change(value) })}\n`
  })
  writeFileSync(join(folder, 'changed.capsule'), gzipSync(text.join('')))
  await scriptsOf(folder, 'changed', false)
}

/** No string made a file: neither the mark, nor anything outside of the folder of the commands. */
function unharmed(root: string, folder: string): void {
  const marks = readdirSync(folder, { recursive: true }).filter((path) => String(path).split('/').at(-1) === mark)
  demand(marks.length === 0, `A string ran: it made ${marks.join(', ')}.`)
  const others = readdirSync(root, { recursive: true }).filter(
    (path) => !folder.startsWith(join(root, String(path))) && !String(path).startsWith(join(...deep)),
  )
  demand(others.length === 0, `Files were written outside of the folder: ${others.join(', ')}.`)
}
