/** `standin start`: serves a simulator over HTTP until it is stopped. `standin stop`: stops a background server. */
import type { RunningSimulator } from '../../../hosts/on-node.ts'
import { ownPackage } from '../../../platform/node-package.ts'
import { Misuse } from '../../../service/wire/misuse.ts'
import { defineCommand, withProgress } from '../frame/command.ts'
import { boundOwnLog } from '../frame/io.ts'
import { bare, inGroup, often } from '../frame/option.ts'
import { inColumns, print } from '../frame/print.ts'
import { connectionOptions } from '../frame/remote.ts'
import { stopSignal } from '../frame/stop-signal.ts'
import { logFolderVariable, logOf } from '../serving/bounded-log.ts'
import { createLog } from '../serving/log.ts'
import { serve } from '../serving/serve.ts'
import { clocks, dialects, paces, startOptions } from '../serving/start-options.ts'

/** Returns information for the program that started the server. Source: decisions §10. */
function readyFacts({ url, port, simulator, ca }: RunningSimulator): object {
  const { dialect, pace, clock } = simulator.settings
  return { url, port, pid: process.pid, version: ownPackage().version, world: simulator.name, dialect, pace, clock, ca }
}

function banner({ url, simulator, ca }: RunningSimulator): string[] {
  const { dialect, pace, clock, adminToken } = simulator.settings
  // The default world might be on another server.
  const now = new Date(simulator.worlds()[0]?.clock.now() ?? simulator.platform.now()).toISOString()
  const facts = inColumns([
    ['  dialect', dialect, dialects[dialect]],
    ['  pace', pace, paces[pace]],
    ['  clock', clock, `${clocks[clock]}; it is ${now}`],
    ['  worlds', simulator.name, `${url}/worlds/<name> creates another on first use`],
    ['  control', '/_standin', adminToken === undefined ? 'for this machine only' : 'from other machines with the admin token'],
    ...(ca === undefined ? [] : [['  trust', 'CA', ca]]),
    ['  page', '/_standin/', `the dashboard: open ${url} in a browser`],
    ['  proxy', 'HTTPS_PROXY', `${url} answers calls to the live addresses: see docs/real-addresses.md`],
    ['  docs', 'README.md', `docs/, ${url}/_standin/#/docs, ${url}/_standin/openapi.json`],
  ])
  return [`Standin ${ownPackage().version} listens on ${url}`, '', ...facts, '', 'Ctrl+C stops it.']
}

export const start = defineCommand({
  name: 'start',
  summary: 'Serve a simulator over HTTP or HTTPS',
  options: {
    ...startOptions,
    ...inGroup('Address', {
      untilStdinEnds: bare('Exit when standard input closes, so the server never outlives the program that started it'),
    }),
    detach: often(bare('Start the server in the background, and return when it is ready. "standin stop" stops it')),
  },
  examples: [
    ['standin start', 'Serve http://127.0.0.1:4300 according to the specification'],
    ['standin start --dialect live --pace real', 'Behave like the live services'],
    ['standin start --clock frozen --now 2026-06-01T10:00:00Z', 'Freeze time until you advance it'],
    ['standin start --tls --serve-names standin.example', 'Serve https://127.0.0.1:4300, also as standin.example'],
    ['standin start --restore state.json', 'Continue from "standin snapshots save state.json"'],
    ['standin start --record bug.capsule', 'Record everything. To replay it: standin capsules replay bug.capsule'],
    ['standin start --record-pact my-app', 'Write a contract from the calls made by my-app'],
    ['standin start --port 0 --json', 'Use a free port, and print it as one line of JSON'],
    ['standin start --detach && npm test; standin stop', 'Serve in the background while tests run'],
  ],
  async run({ values, config, io, args }) {
    const { detach, untilStdinEnds, ...options } = values
    if (detach && untilStdinEnds) throw new Misuse('With --detach, the server has no standard input: remove --until-stdin-ends.')
    const { json, logLevel, logControl } = options
    const log = createLog(io, options.log ?? (json ? 'off' : 'text'), logLevel, logControl)
    if (detach) return (await import('../serving/detached.ts')).startDetached(args, options, io)
    const { running, stop } = await serve({ values: options, config, io, log })
    const logs = io.env[logFolderVariable]
    if (logs !== undefined) boundOwnLog(logOf(logs, running.url))
    const signal = stopSignal({ untilInputEnds: untilStdinEnds })
    if (json) io.stdout.say(JSON.stringify(readyFacts(running)))
    else log.event('listening', readyFacts(running), banner(running))
    tellParent(running)
    await signal.first
    if (!json) log.warn('Stopping after the calls in flight. A second signal stops immediately.')
    await stop()
    signal.end()
    signal.leaveSoon()
  },
})

/** Sends the URL to the parent process if there is an IPC channel. */
function tellParent({ url }: RunningSimulator): void {
  if (!process.send) return
  process.send({ url, pid: process.pid })
  process.disconnect()
}

const { url, json } = connectionOptions

export const stop = defineCommand({
  name: 'stop',
  summary: 'Stop a server that "standin start --detach" started',
  options: { url, json },
  examples: [['standin stop --url http://127.0.0.1:4301', 'Stop the server on that port']],
  async run({ values, io }) {
    const { stopDetached } = await import('../serving/detached.ts')
    const ran = await withProgress(io, { does: `Waiting for ${values.url} to stop` }, () => stopDetached(values.url, io))
    print(io, values, { url: values.url, ran }, () =>
      ran ? `Standin at ${values.url} has stopped.` : `Standin at ${values.url} was not running.`,
    )
  },
})
