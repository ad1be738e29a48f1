/** The texts that a server prints when it starts. */
import type { RunningSimulator } from '../index.ts'
import { ownPackage } from '../platform/node-package.ts'
import { inColumns } from './columns.ts'
import { clocks, dialects, paces } from './start-options.ts'

/** What a program that starts a server wants to know. Source: decisions §10. */
export function readyFacts({ url, port, simulator, ca }: RunningSimulator): object {
  const { dialect, pace, clock } = simulator.settings
  return { url, port, pid: process.pid, version: ownPackage().version, world: simulator.name, dialect, pace, clock, ca }
}

export const readyLine = (running: RunningSimulator): string => JSON.stringify(readyFacts(running))

export function banner({ url, simulator, ca }: RunningSimulator): string[] {
  const { dialect, pace, clock, adminToken } = simulator.settings
  const now = new Date(simulator.world.clock.now()).toISOString()
  const facts = inColumns([
    ['  dialect', dialect, dialects[dialect]],
    ['  pace', pace, paces[pace]],
    ['  clock', clock, `${clocks[clock]}; it is ${now}`],
    ['  worlds', simulator.name, `${url}/worlds/<name> makes another on first use`],
    ['  control', '/_standin', adminToken === undefined ? 'for this machine only' : 'from other machines with the admin token'],
    ...(ca === undefined ? [] : [['  trust', 'CA', ca]]),
    ['  page', '/_standin/', `the dashboard: open ${url} in a browser`],
    ['  proxy', 'HTTPS_PROXY', `${url} answers for the live addresses: docs/real-addresses.md`],
    ['  docs', 'README.md', `docs/, ${url}/_standin/openapi.json`],
  ])
  return [`Standin ${ownPackage().version} listens on ${url}`, '', ...facts, '', 'Ctrl+C stops it.']
}
