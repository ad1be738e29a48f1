/** Writes the scenarios that are generated for rows: `unavailable-*`, and `rate-limit-*` if the row has a limit (`npm run generate`). */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { areaName } from '../src/service/areas/areas.ts'
import { type OperationId, operations } from '../src/service/areas/index.ts'
import { rateLimits } from '../src/service/wire/vocabulary.ts'
import type { Row } from './provocations.ts'

const folder = new URL('../scenarios/', import.meta.url)
const mark = '# Written by tools/make-row-scenarios.ts (npm run generate).'
const head = `# yaml-language-server: $schema=./schema.json\n${mark}`

/** Advice for clients that cannot be derived from a row's facts. */
const advice: Partial<Record<OperationId, string>> = {
  'notifications.cancelOrder': 'The order may still be sent until the cancellation succeeds.',
  'notifications.readFeed': 'Continue from the last sequence number that you have stored.',
  'fileTransfer.upload': 'Send the whole file again.',
  'fileTransfer.overview': 'Events provide the same information without polling.',
  'fileTransfer.details': 'The overview has a higher limit.',
  'fileTransfer.search': 'Widen the filters instead of searching more often.',
}

/** `fileTransfer.confirmDownload` becomes `confirm-download`. */
const nameOf = (id: string) => id.slice(id.indexOf('.') + 1).replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

const isRepeatable = ({ example }: Row) => {
  const { body } = example.input({})
  return typeof body === 'object' && body !== null && 'idempotencyId' in body
}

const success = ({ replies }: Row) => [201, 202].find((status) => status in replies) ?? Object.keys(replies)[0]
const start = ({ example: { given } }: Row) => (given === undefined ? '' : `\ngiven: ${given}`)
/** Returns a line that names the row's dialect if there is only one. The scenario's proof runs in this dialect. */
const only = ({ dialect }: Row) => (dialect === undefined ? '' : `\ndescription: This operation exists only in the ${dialect} dialect.`)
const advised = (sentence: string, { id }: Row) => `guidance: ${[sentence, advice[id]].filter(Boolean).join(' ')}`

function unavailable(row: Row): string {
  const { id } = row
  const repeated = isRepeatable(row) ? 'same: idempotencyId, ' : ''
  const sentence = repeated
    ? 'Retry with backoff and the same idempotencyId. Nothing is done twice.'
    : 'Retry with backoff. Nothing has changed.'
  return `${head}
summary: ${id} fails with 503 NOT-00004${only(row)}
${advised(sentence, row)}${start(row)}
rules:
  - on: ${id}
    refuse: { code: NOT-00004 }
proof:
  - { call: ${id}, expect: { status: 503, code: NOT-00004 } }
  - { off: true }
  - { call: ${id}, ${repeated}expect: ${success(row)} }
`
}

function rateLimited(row: Row, { current }: { readonly current: number }): string {
  const { id } = row
  return `${head}
summary: ${id} has used up its limit of ${current} calls per minute
description: From its first call on, a caller has no calls left. The full limit is available again a minute later.
${advised('Wait for the number of seconds in Retry-After, then continue.', row)}${start(row)}
rules:
  - on: ${id}
    exhaust: {}
proof:
  - call: ${id}
    expect:
      status: 429
      headers: { retry-after: "60", ratelimit: '"${id}";r=0;t=60' }
      live: { status: 429, headers: { retry-after: "60", ratelimit: null }, body: { statusCode: 429 } }
  - { advance: PT59S }
  - { call: ${id}, expect: 429 }
  - { advance: PT1S }
  - { call: ${id}, expect: ${success(row)} }
`
}

/** Returns the scenarios for rows in two areas, keyed by file name. In other areas, the names would be ambiguous. */
export function rowScenarios(): Readonly<Record<string, string>> {
  const rows = operations.filter(({ id }) => ['notifications', 'fileTransfer'].includes(areaName(id)))
  return Object.fromEntries(
    rows.flatMap((row) => [
      [`unavailable-${nameOf(row.id)}.yaml`, unavailable(row)],
      ...(row.limit === undefined ? [] : [[`rate-limit-${nameOf(row.id)}.yaml`, rateLimited(row, rateLimits[row.limit])]]),
    ]),
  )
}

/** Returns the generated files, and any other files with such names. */
export function writtenScenarios(): Readonly<Record<string, string>> {
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => [name, readFileSync(new URL(name, folder), 'utf8')] as const)
  return Object.fromEntries(files.filter(([name, text]) => name.startsWith('unavailable-') || text.includes(mark)))
}

if (import.meta.main) {
  const made = rowScenarios()
  for (const name of Object.keys(writtenScenarios())) if (!(name in made)) rmSync(new URL(name, folder))
  for (const [name, text] of Object.entries(made)) writeFileSync(new URL(name, folder), text)
}
