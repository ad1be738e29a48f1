/** Tests untrusted files with hostile strings: snapshots, contracts and scenarios, which Standin must reject or handle. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Dice } from './dice.ts'
import { type Hostile, hostile } from './hostile-traffic.ts'

/** Runs a command; throws for forbidden output. */
export type RunHere = (...args: string[]) => Promise<{ readonly code: number; readonly out: string; readonly err: string }>

/** Replaces some values and names with hostile strings. */
function changed(some: Hostile, value: unknown, share: number): unknown {
  const { dice } = some
  const odd = () => dice.chance(share)
  if (typeof value === 'string') return odd() ? hostile(some) : value
  if (Array.isArray(value)) return value.map((each) => changed(some, each, share))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [odd() ? hostile(some) : name, changed(some, each, share)]))
}

const pact = {
  consumer: { name: 'app' },
  provider: { name: 'file-transfer' },
  interactions: [{ description: 'a', providerStates: [{ name: 'b' }], request: { method: 'GET', path: '/a' }, response: { status: 200 } }],
  metadata: { pactSpecification: { version: '3.0.0' } },
}
const scenario = { summary: 'a', description: 'b', guidance: 'c', rules: [{ on: 'fileTransfer.search', refuse: { code: 'BRO-00006' } }] }

/** Accepts success, failure and misuse. Throws for any other exit code. */
export function demandEnded(args: readonly string[], code: number): void {
  if (![0, 1, 2].includes(code)) throw new Error(`"${args.join(' ')}" exited with code ${code}.`)
}

/** `run`: runs commands in `folder`. `url`: the server that the snapshot is restored on. */
export async function filesOfOthers(folder: string, url: string, some: Hostile, run: RunHere): Promise<void> {
  const { dice } = some
  const write = (name: string, value: unknown) => writeFileSync(join(folder, name), JSON.stringify(value))
  const share = shareOf(dice)
  await run('snapshot', 'save', 'world.json', '--journal', '--url', url)
  write('other.json', changed(some, JSON.parse(readFileSync(join(folder, 'world.json'), 'utf8')), share / 20))
  write('pact.json', changed(some, pact, share))
  write('rain.yaml', changed(some, scenario, share))
  const commands = [
    ['snapshot', 'load', 'other.json', '--url', `${url}`, '--world', 'other'],
    ['journal', '--url', url, '--world', 'other'],
    ['publish', 'pact.json', '--app-version', '1.0.0', '--branch', hostile(some).replace(/^-+/, '') || 'main', '--dry-run'],
    ['scenario', 'check', 'rain.yaml'],
  ]
  for (const args of commands) {
    const { code } = await run(...args)
    demandEnded(args, code)
  }
}

const shareOf = (dice: Dice) => dice.one([0.05, 0.3])
