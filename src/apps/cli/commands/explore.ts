/** `standin explore -- <command>`: searches for the faults that break the client of a command. */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Invariant } from '../../explore/invariants/invariant.ts'
import type { Explored } from '../../explore/report.ts'
import type { Progress } from '../../explore/search.ts'
import { runWithin } from '../frame/child.ts'
import { defineCommand } from '../frame/command.ts'
import type { Io } from '../frame/io.ts'
import { address, bare, duration, option, optional, someText, wholeNumber, word } from '../frame/option.ts'
import { json } from '../frame/remote.ts'
import { stopSignal } from '../frame/stop-signal.ts'
import { createLog } from '../serving/log.ts'
import { among } from '../serving/start-option-groups.ts'
import { startOptions } from '../serving/start-options.ts'
import { ownPort, withOwnServer } from './run.ts'

const clocks = {
  waiting: 'with the client that waits; the service works without delay',
  driven: 'with its polls alone, each to the next step of the record that it asks for; the service takes as long as the live one',
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
  ...served
} = startOptions

export const explore = defineCommand({
  name: 'explore',
  summary: 'Search for the faults that break the client of a command',
  options: {
    runs: { ...optional('How many runs with faults', wholeNumber(1, 100_000)), shown: '200; no limit with --time' },
    time: optional('How long all runs with faults may take, such as 10m', duration),
    parallel: option('How many runs at the same time; the schedules do not depend on it', wholeNumber(1, 8), 4),
    clock: among('What the clock of a run moves with', clocks, 'waiting'),
    expect: {
      ...optional(
        'What a client may do after a refusal, such as 409=end; several with spaces between: survive, end, notice, another',
        someText,
      ),
      many: true,
    } as const,
    found: option('The folder for a scenario and a capsule of each defect that was found', someText, 'scenarios'),
    format: option('How to print the report: text, json or html', word(formats), 'text'),
    reportTo: optional('Another server whose dashboard shows the exploration too, such as http://127.0.0.1:4300', address),
    showOutput: bare('Show what the command writes'),
    ...served,
    port: ownPort,
    json,
  },
  takesCommand: true,
  examples: [
    ['standin explore -- node my-client.js', 'Each run has a world of its own, in STANDIN_URL; exit code 1 if a fault breaks the client'],
    ['standin explore --time 10m --seed 7 --expect 409=end -- npm test', 'Longer, with other schedules'],
  ],
  async run({ values, config, io, rest }) {
    const { runs, time, parallel, clock, expect, found, format, reportTo, showOutput, json: isData, ...settings } = values
    const { demanded, demandFolder } = await import('../explorations/demanded.ts')
    const expected = demanded(expect)
    const { exploreOn, ofExplorations } = await import('../../../explore.ts')
    const folder = resolve(io.folder, found)
    await demandFolder(folder)
    const { progressOn, reporting, takerAt, takerIn } = await import('../explorations/reporting.ts')
    const shown = progressOn(io.stderr, time)
    const searching = {
      runs,
      time,
      parallel,
      clock,
      expect: expected,
      invariants: await invariantsIn(io),
      folder,
    }
    const ending = new AbortController()
    const stop = stopSignal()
    void stop.first.then(() => ending.abort())
    const log = createLog(io, 'off', values.logLevel)
    const whole = {
      ...settings,
      ...ofExplorations(clock, settings.now),
      sendWindow: settings.sendWindow ?? 'open',
      json: false,
      log: undefined,
      restore: undefined,
      record: undefined,
      recordPact: undefined,
    }
    const explored = await withOwnServer({ values: whole, config, io, log }, async ({ simulator, url }, adminToken) => {
      async function client(runWorld: { readonly url: string; readonly time: number }) {
        const env = { ...io.env, STANDIN_URL: runWorld.url, STANDIN_ADMIN_TOKEN: adminToken }
        return { code: await runWithin(rest, { folder: io.folder, env, quiet: !showOutput }, runWorld.time) }
      }
      const takers = [takerIn(simulator), ...(reportTo === undefined ? [] : [takerAt(reportTo, adminToken)])]
      const reported = await reporting(takers, rest.join(' '), time)
      io.stderr.say(`See how far it is: ${reportTo ?? url}/_standin/#/explore`)
      const progress = (now: Progress) => {
        shown.progress(now)
        reported.progress(now)
      }
      const notice = (sentence: string) => io.stderr.say(sentence)
      const report = await exploreOn({ simulator, url, client }, { ...searching, signal: ending.signal, progress, notice })
      shown.end()
      await reported.end(report).catch((error: Error) => io.stderr.say(`${error.message} It did not get the report.`))
      return report
    })
    await tellOf(isData ? 'json' : format, explored, io)
    if (ending.signal.aborted) stop.leaveSoon()
    return explored.findings.length > 0 ? 1 : 0
  },
})

/** Those of the working folder. */
async function invariantsIn({ folder }: Io): Promise<readonly Invariant[]> {
  const file = resolve(folder, 'standin.invariants.yaml')
  if (!existsSync(file)) return []
  const [{ readYaml }, { readInvariants }, { invariants }] = await Promise.all([
    import('../../../platform/node-files.ts'),
    import('../../explore/invariants/own-invariants.ts'),
    import('../../explore/invariants/index.ts'),
  ])
  const builtIn = invariants.map(({ id }) => id)
  return readInvariants(await readYaml(file), builtIn)
}

async function tellOf(format: keyof typeof formats, explored: Explored, io: Io): Promise<void> {
  if (format === 'json') io.stdout.say(JSON.stringify(explored))
  else if (format === 'html') io.stdout.document((await import('../explorations/texts.ts')).asHtml(explored))
  else io.stdout.say((await import('../explorations/texts.ts')).asText(explored, io))
}
