/** Writes docs/dialects.md: every difference between the dialects, with both answers (`npm run generate`). */
import { writeFileSync } from 'node:fs'
import { STATUS_CODES } from 'node:http'
import type { ClientReply } from '../src/service/areas/client.ts'
import { type DialectEntry, dialects } from '../src/service/areas/dialects.ts'
import { operationsById } from '../src/service/areas/index.ts'
import { paths } from '../src/service/wire/row.ts'
import { dialectAnswer } from './dialect-answers.ts'
import { code, table, whereCommandsRun } from './markdown.ts'

type Answer = ClientReply<unknown>

export async function dialectsPage(): Promise<string> {
  const shown = await Promise.all(
    dialects.map(async (entry) => ({ entry, spec: await dialectAnswer(entry, 'spec'), live: await dialectAnswer(entry, 'live') })),
  )
  return `<!-- Written by tools/make-dialects.ts (npm run generate). -->
# Dialects

This page is for developers of a client that will call the live services, which differ from the specification in some places. Each world
therefore has one of two dialects: \`spec\` follows the specification, \`live\` the live services. All other behaviour is the same.

${whereCommandsRun}

\`npx standin start --dialect live\` sets the dialect of every world; the default is \`spec\`. A server can have worlds in both dialects:

\`\`\`sh
curl -X PUT http://127.0.0.1:4300/worlds/real/_standin/dialect -d '{"dialect": "live"}' -H 'content-type: application/json'
npx standin worlds remove real
\`\`\`

In a test: \`simulator.knobs('real').dialect.use('live')\`. The change applies to later calls and preserves all records. A reset restores the server's
dialect. \`/_standin/openapi.json\` describes its world's dialect.

${table(
  ['Difference', '`spec`', '`live`'],
  shown.map(({ entry, spec, live }) => [`[${entry.topic}](#${anchorOf(entry.topic)})`, short(spec), short(live)]),
)}

Below, each call is followed by Standin's replies. Only headers that differ are shown, and JSON is indented.

${shown.map(difference).join('\n\n')}
`
}

/** Returns the anchor that GitHub generates for a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^a-z0-9 _-]/g, '')
    .replaceAll(' ', '-')

function short({ status, text, problem }: Answer): string {
  if (text === '') return `${status}, empty`
  if (status < 300) return String(status)
  const named = [problem.code, problem.title, problem.message].find((member) => typeof member === 'string')
  return named === undefined ? `${status}, text` : `${status} ${named}`
}

const difference = ({ entry, spec, live }: { entry: DialectEntry; spec: Answer; live: Answer }) => `## ${entry.topic}

${callOf(entry)} Source: ${entry.source}.

\`spec\`:
${block(spec, live)}

\`live\`${spec.text === live.text && spec.text !== '' ? ', with the same body' : ''}:
${block(live, spec, spec.text === live.text)}`

function callOf({ proof }: DialectEntry): string {
  const row = operationsById.get(proof.call)
  if (!row) throw new Error(`Unknown operation: ${proof.call}.`)
  const path = Object.entries(proof.params ?? {}).reduce((made, [name, value]) => made.replace(`{${name}}`, value), paths(row)[0] ?? '')
  const headers = Object.entries(proof.headers ?? {}).map(([name, value]) => headerText(name, value))
  const members = Object.entries(proof.body ?? {}).map(([name, value]) => `${code(name)} is ${code(JSON.stringify(value))}`)
  return `${[code(`${row.method} ${path}`), ...headers, ...(members.length > 0 ? [`where ${members.join(' and ')}`] : [])].join(', ')}.`
}

function headerText(name: string, value: string | null): string {
  if (value === null) return name === 'authorization' ? 'without a token' : `without ${code(name)}`
  return value === 'a stranger' ? 'as an organization that is in no fixture' : `with ${code(`${name}: ${value}`)}`
}

/** Headers that are not shown, because they depend only on the body, which is shown. */
const implied = ['content-length']

function block(answer: Answer, other: Answer, isBodyShown = false): string {
  const { status, headers, text } = answer
  const differing = [...headers].filter(([name, value]) => other.headers.get(name) !== value && !implied.includes(name))
  const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...differing.map(([name, value]) => `${name}: ${value}`)]
  return `\`\`\`http\n${[...head, ...(text === '' || isBodyShown ? [] : ['', indented(text)])].join('\n')}\n\`\`\``
}

/** Formats a body, and shortens tokens, which differ in each run. */
function indented(text: string): string {
  const shown = text.replace(/eyJ[\w.-]+/g, 'eyJ…')
  return shown.startsWith('{') ? JSON.stringify(JSON.parse(shown), undefined, 2) : shown
}

if (import.meta.main) writeFileSync(new URL('../docs/dialects.md', import.meta.url), await dialectsPage())
