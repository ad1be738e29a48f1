/** Writes the list in docs/verdicts.md: every verdict, with a good and a bad client for verdicts on calls (`npm run generate`). */
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import type { Verdict } from '../src/control/verdicts/judging/verdict.ts'
import { verdictSets, verdicts } from '../src/control/verdicts.ts'
import { code, table, withPart } from './markdown.ts'

export const withVerdicts = (page: string): string => withPart(page, 'make-verdicts', verdictList())

function verdictList(): string {
  const of = (severity: Verdict['severity']) => verdicts.filter((verdict) => verdict.look && verdict.severity === severity)
  const rows = (some: readonly Verdict[]) => some.map(({ id, sentence }) => [`[${code(id)}](#${id})`, sentence])
  const atEnd = verdicts.flatMap((one) => (one.atEnd ? [[code(one.id), one.sentence, one.guidance]] : []))
  const sets = Object.entries(verdictSets).map(([name, ids]) => `- ${code(name)}: ${ids.length} verdicts.`)
  return `If a client breaks one of these rules, the verdict is **bad**:

${table(['Verdict', 'A good client'], rows(of('bad')))}

If a client breaks one of these rules, the verdict is only **advice**, because test suites and simple tools break them too:

${table(['Verdict', 'A good client'], rows(of('advice')))}

These rules are checked at the end of a session, so only [explore](explore.md), which knows when a session ends, uses them:

${table(['Verdict', 'A good client', 'What to do'], atEnd)}

The sets of verdicts for ${code('--set')} never change:

${sets.join('\n')}

Our tests run every client below. They check that the verdict on each good client is good, and that each bad client breaks only its own rule.
${code('call')} sends a request with the client's token, and ${code('pause')} waits for a number of milliseconds.

${verdicts
  .filter(({ look }) => look)
  .map(section)
  .join('\n\n')}
`
}

function section({ id, sentence, severity, source, guidance, exercise, dialect }: Verdict): string {
  const rule = `${sentence} Otherwise, the verdict is ${severity}.`
  const facts = [
    `- **What to do**: ${guidance}`,
    ...(exercise.length > 0
      ? [
          `- **Scenarios** that create this situation${dialect ? `, in the ${code(dialect)} dialect` : ''}: ${exercise.map(code).join(', ')}.`,
        ]
      : []),
    `- **Source**: ${source.replace(/\.$/, '')}.`,
  ]
  const shown = [`Good:\n${clientOf(id, 'good')}`, `${severity === 'bad' ? 'Bad' : 'Not so good'}:\n${clientOf(id, 'bad')}`]
  return [`### ${id}`, rule, facts.join('\n'), ...shown].join('\n\n')
}

const fence = '```'
const folder = new URL('../test/control/verdicts/clients/', import.meta.url)
const sources = globSync('*.ts', { cwd: folder }).map((name) => readFileSync(new URL(name, folder), 'utf8'))

/** Returns a client's source code. Relies on the formatter's indentation. */
function clientOf(id: string, which: 'good' | 'bad'): string {
  for (const source of sources) {
    const [, pair] = new RegExp(`^  '?${id}'?: \\{\n([\\s\\S]*?)^  \\},$`, 'm').exec(source) ?? []
    const [client] = new RegExp(`^    async ${which}\\([\\s\\S]*?^    \\}`, 'm').exec(pair ?? '') ?? []
    if (client !== undefined) return `${fence}js\n${client.replaceAll(/^ {4}/gm, '')}\n${fence}`
  }
  throw new Error(`${id} has no ${which} client.`)
}

const page = new URL('../docs/verdicts.md', import.meta.url)

if (import.meta.main) writeFileSync(page, withVerdicts(readFileSync(page, 'utf8')))
