/** `standin compare show`: serves a report as a local web page, and opens it in a browser. */
import { spawn } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import type { ComparisonReport } from '../../../control/app-reports.ts'
import { demandFile } from '../../../platform/node-path.ts'
import { demandModest, isObject, parseJson } from '../../../service/wire/json.ts'
import { Misuse } from '../../../service/wire/misuse.ts'
import { readAs } from '../../../service/wire/read-as.ts'
import { defineCommand, unable } from '../frame/command.ts'
import { bare, required } from '../frame/option.ts'
import { json } from '../frame/remote.ts'
import { stopSignal } from '../frame/stop-signal.ts'
import { ownPort } from './run.ts'

const host = '127.0.0.1'

export const showReport = defineCommand({
  name: 'show',
  summary: 'Open a report in a browser: groups, calls, and both replies side by side',
  options: {
    file: required('A report written by --report'),
    port: ownPort,
    noOpen: bare('Print the URL without opening a browser'),
    json,
  },
  examples: [['standin compare show out/compare.json', 'Look at the differences. Press Ctrl+C to stop']],
  async run({ values: { file, port, noOpen, json: isJson }, io }) {
    const report = await readReport(resolve(io.folder, file), file)
    const { startSimulator } = await import('../../../hosts/on-node.ts')
    const { storeComparison } = await import('../../../control/app-reports.ts')
    const { simulator, url, close } = await startSimulator({ port, host }).catch((error: unknown) => {
      throw unable(error, { port, host })
    })
    storeComparison(simulator, report)
    const page = `${url}/_standin/#/compare`
    const signal = stopSignal()
    io.stdout.say(isJson ? JSON.stringify({ url, page }) : [`The report is at ${page}`, 'Ctrl+C stops it.'])
    if (!noOpen && io.stdout.isTTY) openInBrowser(page, io.env)
    await signal.first
    await close()
    signal.end()
    signal.leaveSoon()
  },
})

const write = 'Write one: standin compare traffic.har --report'

/** Throws a {@link Misuse} that names the file. */
async function readReport(path: string, name: string): Promise<ComparisonReport> {
  const { comparisonReport, mostReportBytes } = await import('../../../control/app-reports.ts')
  if (!statSync(path, { throwIfNoEntry: false })) throw new Misuse(`${name} does not exist. ${write} ${name}`)
  demandFile(path, mostReportBytes)
  const text = readFileSync(path, 'utf8')
  demandModest(text, { most: mostReportBytes, place: name })
  const document = parseJson(text)
  if (document === undefined) throw new Misuse(`${name} is not JSON. ${write} out/compare.json`)
  if (!isObject(document) || document.version === undefined || document.groups === undefined)
    throw new Misuse(`${name} is not a report from "standin compare". ${write} out/compare.json`)
  if (document.version !== 1)
    throw new Misuse(`${name} has version ${JSON.stringify(document.version)?.slice(0, 20)}, but this Standin reads version 1.`)
  return readAs(name, comparisonReport, document)
}

/** Returns the program that opens a URL; undefined without a display. On Windows, `explorer` needs no shell. */
function opener(system: string, env: Readonly<Record<string, string | undefined>>): string | undefined {
  if (system === 'darwin') return 'open'
  if (system === 'win32') return 'explorer'
  return env.DISPLAY || env.WAYLAND_DISPLAY ? 'xdg-open' : undefined
}

/** Opens a page on this server in a browser. Does nothing if no browser can be started. */
export function openInBrowser(url: string, env: Readonly<Record<string, string | undefined>>, system: string = process.platform): void {
  const program = opener(system, env)
  if (program === undefined) return
  spawn(program, [url], { stdio: 'ignore', detached: true, env: { ...env } })
    .on('error', () => {})
    .unref()
}
