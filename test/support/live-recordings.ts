/** Replays calls recorded on the live services, and reports where Standin replies differently. */
import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { request } from 'node:http'
import { isDeepStrictEqual } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { hosted } from './hosts.ts'
import { type Answer, normaliser, parsed, type Received, viewOf } from './recorded-answers.ts'
import { type RecordedGrant, recordedIssuer } from './recorded-grants.ts'

const folder = new URL('../live/', import.meta.url)

interface Step {
  readonly method: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly bodyBase64?: string
  /** Token generator parameters that identify the caller. `raw` is sent unchanged. */
  readonly as?: Readonly<Record<string, string>> | null
  /** Claims of a grant that the player signs and sends as the token. */
  readonly mp?: RecordedGrant
  /** Locations of values for later steps, keyed by name: in the body or, with `@`, in the headers. */
  readonly save?: Readonly<Record<string, string>>
  /** The step is repeated until the body matches this pattern. */
  readonly wait?: string
  readonly check?: boolean
  readonly quiet?: boolean
  readonly answer: Answer
}

interface Recording {
  readonly name: string
  readonly steps: readonly Step[]
}

/** The first step in a recording that gets a different reply. */
export interface Difference {
  readonly name: string
  readonly step: Step
  readonly got: Answer
}

export function readRecordings(file: string): readonly Recording[] {
  const lines = gunzipSync(readFileSync(new URL(`recordings/${file}.jsonl.gz`, folder))).toString()
  return lines
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Recording)
}

/** Returns the names of the recordings that Standin does not reproduce yet. The file has one name per line, and is deleted when empty. */
export const notYet = (file: string): readonly string[] =>
  (existsSync(list(file)) ? readFileSync(list(file), 'utf8') : '').split('\n').filter((name) => name !== '')

const list = (file: string) => new URL(`not-yet-${file}.txt`, folder)

/** Plays recordings one after another on a new server. `now`: the time on the server's clock. */
export async function play(recordings: readonly Recording[], now?: number): Promise<readonly Difference[]> {
  const issuer = await recordedIssuer()
  const { origin, simulator } = await hosted('express', {
    ...(now !== undefined && { now }),
    dialect: 'live',
    rateLimits: 'off',
    openResources: false,
    sendWindow: 'applies',
    pace: 'instant',
    trustIssuers: [{ discovery: issuer.discovery }],
    checked: false,
  })
  const tokens = new Map<string, string>()
  async function tokenOf(as: NonNullable<Step['as']>): Promise<string> {
    if (as.raw !== undefined) return as.raw
    const query = String(new URLSearchParams({ env: 'tt02', ...as }))
    const known = tokens.get(query)
    if (known !== undefined) return known
    const { body } = await call(origin, { method: 'GET', path: `/api/GetEnterpriseToken?${query}` })
    const made = body.replaceAll('"', '').trim()
    tokens.set(query, made)
    return made
  }
  const found: Difference[] = []
  for (const recording of recordings) {
    // In some recordings, reads were faster than the email sender. They are played while the sender is unavailable.
    const isEarly = recording.steps.some(({ answer }) => JSON.stringify(answer).includes('The email has been created, but'))
    if (isEarly) await simulator.scenarios.use('outage-email')
    const difference = await playOne(recording)
    if (isEarly) await simulator.scenarios.off('outage-email')
    if (difference) found.push(difference)
  }
  return found

  async function playOne({ name, steps }: Recording): Promise<Difference | undefined> {
    const values = new Map(Array.from({ length: 9 }, (_, index) => [`id${index}`, randomUUID() as string]))
    const normal = normaliser(origin)
    for (const step of steps) {
      const token = step.mp ? issuer.sign(step.mp, Date.parse(simulator.clock.show().now)) : step.as ? await tokenOf(step.as) : undefined
      const sent = { ...filled(step, values), token }
      let got = await call(origin, sent)
      for (let turn = 0; step.wait !== undefined && got.status === 200 && turn < 25 && !new RegExp(step.wait).test(got.body); turn++) {
        await simulator.advance({ by: 200 })
        got = await call(origin, sent)
      }
      for (const [key, place] of Object.entries(step.save ?? {})) {
        const value = savedFrom(got, place)
        // A name without a value is sent unchanged.
        if (value === undefined) values.delete(key)
        else values.set(key, value)
      }
      const view = viewOf(got, normal, step.quiet)
      if (step.check !== false && !isDeepStrictEqual(view, step.answer)) return { name, step, got: view }
    }
    return undefined
  }
}

interface Sent extends Pick<Step, 'method' | 'path' | 'headers' | 'body' | 'bodyBase64'> {
  readonly token?: string | undefined
}

/** Sends only the recording's headers, and the host, token and length. */
function call(origin: string, { method, path, headers, body, bodyBase64, token }: Sent): Promise<Received> {
  const { hostname, port, host } = new URL(origin)
  const bytes = bodyBase64 === undefined ? (body === undefined ? undefined : Buffer.from(body)) : Buffer.from(bodyBase64, 'base64')
  const authorization = token === undefined ? {} : { authorization: token.includes(' ') || token === '' ? token : `Bearer ${token}` }
  const all: Record<string, string> = { host, ...authorization, ...headers }
  if (bytes && all['transfer-encoding'] === undefined) all['content-length'] = String(bytes.byteLength)
  if (!bytes && ['POST', 'PUT', 'PATCH'].includes(method)) all['content-length'] = '0'
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path, method, headers: all }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks).toString() }),
      )
    })
    sent.on('error', reject)
    sent.end(bytes)
  })
}

/** Replaces names with values from earlier steps. */
function filled({ method, path, headers, body, bodyBase64 }: Step, values: ReadonlyMap<string, string>): Sent {
  const fill = (text: string) => text.replace(/\{\{(\w+)\}\}/g, (name, key: string) => values.get(key) ?? name)
  return {
    method,
    path: fill(path),
    ...(headers && { headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, fill(value)])) }),
    ...(body !== undefined && { body: fill(body) }),
    ...(bodyBase64 !== undefined && { bodyBase64 }),
  }
}

function savedFrom({ headers, body }: Received, place: string): string | undefined {
  if (place.startsWith('@')) return headers[place.slice(1)]?.toString()
  if (place === '') return body.replaceAll('"', '')
  const value = place.split('.').reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], parsed(body))
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}
