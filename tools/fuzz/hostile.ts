/** Checks that no hostile string in a command or in a file that commands write is executed or causes a write elsewhere. */
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { main } from '../../src/apps/cli/main.ts'
import { startSimulator } from '../../src/index.ts'
import type { Dice } from './dice.ts'
import { recordContract, verifyContract } from './hostile-contracts.ts'
import { filesOfOthers, type RunHere } from './hostile-files.ts'
import { demandCompletions, demandExports, demandLists, demandReports, said } from './hostile-terminal.ts'
import { type Hostile, hostile, recordHostile } from './hostile-traffic.ts'

/** Name of the file that executed strings create. Standin itself never writes such a file. */
const mark = 'MARK-OF-A-HOSTILE-STRING'
/** The commands' working folder is deep enough that `../../..` is still inside the round's folder. */
const deep = ['a', 'b', 'c', 'work']
const clock = { clock: 'frozen', now: Date.parse('2026-06-01T10:00:00Z') } as const

const demand = (good: boolean, message: string) => {
  if (!good) throw new Error(message)
}
const brief = (text: string) => JSON.stringify(text.slice(-1_500))

export interface Bites {
  readonly given: number
  readonly taken: number
}

/** Throws if a string had an effect. The folder of a failed round is retained, and the message contains its path. */
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
    await underOtherName(folder, url, some, here)
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
    throw new Error(`${thrown instanceof Error ? thrown.message : String(thrown)}\nThe files are in ${root}.`, { cause: thrown })
  } finally {
    await recording.close()
  }
}

/** Shows and replays a capsule, both locally and against another server with a token command. */
async function seen(here: RunHere, name: string, url: string): Promise<void> {
  const replay = ['capsule', 'replay', `${name}.capsule`]
  for (const args of [['capsule', 'show', `${name}.capsule`], replay, [...replay, '--against', url, '--token-command', 'echo abc']]) {
    const { code, err } = await here(...args)
    demand(code >= 0 && code <= 3, `"${args.join(' ')}" exited with code ${code}: ${brief(err)}`)
  }
}

async function run(folder: string, ...args: string[]) {
  const { texts, streams, demand: demandSaid } = said(folder)
  const code = await main(args, streams)
  demand(!/defect of Standin/.test(texts.err), `"${args.join(' ')}" reports a bug in Standin: ${brief(texts.err)}`)
  demandSaid(args)
  return { code, ...texts }
}

/** Checks commands that print the name of an untrusted capsule. */
async function underOtherName(folder: string, url: string, some: Hostile, here: RunHere): Promise<void> {
  const name = hostile(some)
    .replace(/[/\0\p{Cs}]/gu, '')
    .slice(0, 60)
  copyFileSync(join(folder, 'm.capsule'), join(folder, `x\n${name}.capsule`))
  await seen(here, `x\n${name}`, url)
}

/** Checks that each file is created in the folder, or not at all. */
async function downloads(folder: string, url: string, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    const { code, err } = await run(folder, 'files', 'download', id, '--url', url)
    demand(code === 0 || code === 1 || code === 2, `"files download" exited with code ${code}: ${brief(err)}`)
  }
}

/** Checks that manual changes to a capsule are rejected or harmless. */
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
    // Control characters are removed, because they cause a capsule to be rejected. Other line separators do not.
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
}

/** Checks that no string created a file: neither the mark, nor a file outside the commands' folder. */
function unharmed(root: string, folder: string): void {
  const marks = readdirSync(folder, { recursive: true }).filter((path) => String(path).split('/').at(-1) === mark)
  demand(marks.length === 0, `A string was executed and created ${marks.join(', ')}.`)
  const others = readdirSync(root, { recursive: true }).filter(
    (path) => !folder.startsWith(join(root, String(path))) && !String(path).startsWith(join(...deep)),
  )
  demand(others.length === 0, `Files were written outside the folder: ${others.join(', ')}.`)
}
