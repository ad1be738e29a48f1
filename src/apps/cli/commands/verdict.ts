/** `standin verdicts`: judges clients, and exits with code 1 if a client behaved badly. */
import { resolve } from 'node:path'
import { ownPackage } from '../../../platform/node-package.ts'
import { unknownName } from '../../../service/wire/misuse.ts'
import { commandGroup, defineCommand, withProgress } from '../frame/command.ts'
import { type Io, terminalOf } from '../frame/io.ts'
import { bare, option, optional, someText, word } from '../frame/option.ts'
import { inColumns } from '../frame/print.ts'
import { connectionOptions, remote, wholeList } from '../frame/remote.ts'
import { type Baseline, type Judgements, judge, noBaseline, type VerdictsReply } from '../verdicts/judgement.ts'

const severities = { bad: 'bad behaviour', advice: 'also advice' }
const formats = { text: 'for people', json: 'the reply', junit: 'tests for a CI server', sarif: 'findings for a code host', html: 'a page' }
type Format = keyof typeof formats

const verdictOptions = {
  failOn: option('The verdicts that cause exit code 1: bad, or also advice', word(severities), 'bad'),
  format: option('Format: text, json, junit, sarif or html', word(formats), 'text'),
  baseline: optional(
    'A file of known faults (verdicts.yaml). Known faults do not cause a failure, but a listed fault that no longer occurs does',
    someText,
  ),
  all: bare('Add a table with every verdict on every caller'),
  set: optional('Only the verdicts in this set, such as 2026-11, so that an upgrade adds no verdicts', someText),
}

const list = defineCommand({
  name: 'list',
  byDefault: true,
  summary: "Judge clients' behaviour; exit code 1 if a client behaved badly",
  options: {
    caller: optional('Only this caller: a client id or an organization number', someText),
    ...verdictOptions,
    ...connectionOptions,
  },
  examples: [
    ['standin start --verdicts & standin wait && npm test; standin verdicts', 'Judge the client after its tests'],
    ['standin verdicts --fail-on advice --set 2026-11', "Be strict, with a single release's verdicts"],
    ['standin verdicts --format junit --baseline verdicts.yaml > verdicts.xml', 'In CI: only new faults fail'],
  ],
  async run({ values, io }) {
    const { caller, set, failOn, baseline: file, json } = values
    const ask = (who?: string) =>
      wholeList('verdicts', (query) => remote(values).call('control.listVerdicts', { query: { ...query, caller: who, set } }))
    const reply = await withProgress(io, { does: 'Waiting for the verdicts' }, () => ask(caller))
    if (caller !== undefined && callersIn(reply).length === 0)
      throw unknownName(`No calls found from the client ${JSON.stringify(caller.slice(0, 100))}.`, caller, callersIn(await ask()))
    const judgements = judge(reply, failOn, await baselineOf(file, reply, io))
    await tellOf(json ? 'json' : values.format, { reply, judgements, all: values.all }, io)
    return judgements.failed ? 1 : 0
  },
})

const callersIn = ({ verdicts }: VerdictsReply): string[] => verdicts[0]?.callers.map((each) => each.caller) ?? []

async function baselineOf(file: string | undefined, { verdicts }: VerdictsReply, { folder }: Io): Promise<Baseline> {
  if (file === undefined) return noBaseline
  const { readYaml } = await import('../../../platform/node-files.ts')
  const ids = verdicts.map(({ id }) => id)
  const { readBaseline } = await import('../verdicts/baseline.ts')
  return readBaseline(file, await readYaml(resolve(folder, file)), ids)
}

interface Told {
  readonly reply: VerdictsReply
  readonly judgements: Judgements
  readonly all: boolean
}

async function tellOf(format: Format, { reply, judgements, all }: Told, io: Io): Promise<void> {
  const { say, document } = io.stdout
  if (format === 'json') say((await import('../verdicts/texts.ts')).asJson(reply, judgements))
  else if (format === 'junit') document((await import('../verdicts/texts.ts')).asJunit(judgements))
  else if (format === 'sarif') document((await import('../verdicts/texts.ts')).asSarif(judgements, ownPackage().version))
  else if (format === 'html') document((await import('../verdicts/texts.ts')).asHtml(judgements))
  else say((await import('../verdicts/texts.ts')).asText(judgements, all ? (rows) => inColumns(rows, terminalOf(io)) : undefined))
}

export const verdicts = commandGroup(['verdicts', 'verdict'], list.summary, [list])
