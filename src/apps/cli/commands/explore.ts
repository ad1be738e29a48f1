/** `standin explore -- <command>`: searches for faults that break the client that a command runs. */
import { resolve } from 'node:path'
import type { Explored, Progress, UnderScenarios } from '../../explore/explore.ts'
import { runWithin } from '../frame/child.ts'
import { defineCommand } from '../frame/command.ts'
import type { Io } from '../frame/io.ts'
import { address, bare, completed, duration, many, option, optional, someText, wholeNumber, word } from '../frame/option.ts'
import { json } from '../frame/remote.ts'
import { stopSignal } from '../frame/stop-signal.ts'
import { createLog } from '../serving/log.ts'
import { among } from '../serving/start-option-groups.ts'
import { startOptions } from '../serving/start-options.ts'
import { ownPort, withOwnServer } from './run.ts'

const clocks = {
  waiting: 'to the next step while the client waits; the service works without delay',
  driven: "only when the client polls, to the polled record's next step; the service takes as long as the live one",
}
const formats = { text: 'for people', json: 'data', html: 'a page' }

const {
  clock: _clock,
  pace: _pace,
  verdicts: _verdicts,
  json: _json,
  restore: _restore,
  record: _record,
  recordPact: _pact,
  log: _log,
  scenarios: scenarioFolder,
  ...served
} = startOptions

export const explore = defineCommand({
  name: 'explore',
  summary: 'Search for faults that break the client that a command runs',
  options: {
    runs: optional('Number of runs with faults', wholeNumber(1, 100_000), '200; no limit with --time'),
    time: optional('Time limit for all runs with faults, such as 10m', duration, 'no limit; 10m with --scenarios'),
    parallel: option('Number of parallel runs; does not affect the schedules', wholeNumber(1, 8), 4),
    clock: among("How a run's clock advances", clocks, 'waiting'),
    expect: many(
      optional('Required reaction to a refusal (survive, end, notice or another), such as 409=end; separate several with spaces', someText),
    ),
    scenarios: bare('Instead of searching, run the command once under each applicable scenario, and show the verdicts'),
    only: many(completed('scenarios', optional('With --scenarios: run only under these scenarios, separated by spaces', someText))),
    allowPartial: bare('With --scenarios: allow exit code 0 even if --time left out scenarios'),
    found: option("The folder for each finding's scenario and capsule", someText, 'found'),
    format: option('How to print the report: text, json or html', word(formats), 'text'),
    reportTo: optional('Another server whose dashboard also shows the exploration, such as http://127.0.0.1:4300', address),
    showOutput: bare("Show the command's output"),
    ...served,
    scenarioFolder: { ...scenarioFolder, filed: 'scenarios' },
    port: ownPort,
    json,
  },
  takesCommand: true,
  examples: [
    ['standin explore -- node my-client.js', 'Each run has its own world, in STANDIN_URL; exit code 1 if a fault breaks the client'],
    ['standin explore --time 10m --seed 7 --expect 409=end -- npm test', 'Longer, with other schedules'],
    ['standin explore --scenarios -- npm test', 'Once under each scenario; exit code 1 if a verdict is bad'],
  ],
  async run({ values, config, io, rest }) {
    const { runs, time, parallel, clock, expect, found, format, reportTo, showOutput, json: isData, ...others } = values
    const { scenarios, only, allowPartial, scenarioFolder: ownScenarios, ...settings } = others
    const { demanded, demandFolder, invariantsIn, refuseOthers } = await import('../explorations/demanded.ts')
    refuseOthers(
      scenarios,
      scenarios ? { runs, expect, reportTo, ...(format === 'html' && { format }) } : { only, ...(allowPartial && { allowPartial }) },
    )
    const { exploreOn, ofExplorations, scenariosOn } = await import('../../explore/explore.ts')
    const folder = resolve(io.folder, found)
    if (!scenarios) await demandFolder(folder)
    const ending = new AbortController()
    const searching = {
      runs,
      time,
      parallel,
      clock,
      expect: demanded(expect),
      invariants: await invariantsIn(io),
      folder,
      signal: ending.signal,
      notice: (sentence: string) => io.stderr.say(sentence),
    }
    const stop = stopSignal()
    void stop.first.then(() => ending.abort())
    const log = createLog(io, 'off', values.logLevel)
    const whole = {
      ...settings,
      ...ofExplorations(clock, settings.now),
      scenarios: ownScenarios,
      sendWindow: settings.sendWindow ?? 'open',
      json: false,
      log: undefined,
      restore: undefined,
      record: undefined,
      recordPact: undefined,
    }
    const report = await withOwnServer({ values: whole, config, io, log }, async ({ simulator, url }, adminToken) => {
      async function client(runWorld: { readonly url: string; readonly time: number }) {
        const env = { ...io.env, STANDIN_URL: runWorld.url, STANDIN_ADMIN_TOKEN: adminToken }
        return { code: await runWithin(rest, { folder: io.folder, env, quiet: !showOutput }, runWorld.time) }
      }
      const session = { simulator, url, client }
      if (scenarios) return scenariosOn(session, searching, { only: only?.split(/[\s,]+/).filter((name) => name !== ''), allowPartial })
      const { progressOn, reporting, takerAt, takerIn } = await import('../explorations/reporting.ts')
      const shown = progressOn(io.stderr, time)
      const takers = [takerIn(simulator), ...(reportTo === undefined ? [] : [takerAt(reportTo, adminToken)])]
      const reported = await reporting(takers, rest.join(' '), time)
      io.stderr.say(`Progress: ${reportTo ?? url}/_standin/#/explore`)
      const progress = (now: Progress) => {
        shown.progress(now)
        reported.progress(now)
      }
      const explored = await exploreOn(session, { ...searching, progress })
      shown.end()
      await reported.end(explored).catch((error: Error) => io.stderr.say(`${error.message} The report was not delivered.`))
      return explored
    })
    await tellOf(isData ? 'json' : format, report, io)
    if (ending.signal.aborted) stop.leaveSoon()
    return isBad(report) ? 1 : 0
  },
})

const isBad = (report: Explored | UnderScenarios): boolean =>
  'findings' in report
    ? report.findings.length > 0
    : report.red.length > 0 || report.runs.some(({ verdicts }) => Object.values(verdicts).includes('bad'))

async function tellOf(format: keyof typeof formats, report: Explored | UnderScenarios, io: Io): Promise<void> {
  if (format === 'json') return io.stdout.say(JSON.stringify(report))
  const { asHtml, asText, scenariosText } = await import('../explorations/texts.ts')
  if (!('findings' in report)) io.stdout.say(scenariosText(report, io))
  else if (format === 'html') io.stdout.document(asHtml(report))
  else io.stdout.say(asText(report, io))
}
