/** Recordings of the live services (see `replay.mjs` beside them) as an HTTP Archive. */
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import type { RecordedGrant } from '../../support/recorded-grants.ts'

interface Step {
  readonly method: string
  readonly path: string
  readonly headers?: Record<string, string>
  readonly body?: string
  readonly bodyBase64?: string
  readonly as?: Record<string, string> | null
  readonly mp?: RecordedGrant
  readonly save?: Record<string, string>
  readonly check?: boolean
  readonly answer: { readonly status: number; readonly headers?: Record<string, string>; readonly body: unknown }
}

const base = 'https://platform.tt02.altinn.test'
const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** A token as the generator of test tokens issues it. Its signature is that of nobody. */
function tokenOf(as: Record<string, string>, at: number): string {
  const seconds = Math.floor(at / 1000)
  const number =
    as.orgNo === undefined
      ? {}
      : { consumer: { authority: 'iso6523-actorid-upis', ID: `0192:${as.orgNo}` }, 'urn:altinn:orgNumber': as.orgNo }
  const claims = {
    scope: as.scopes ?? '',
    iss: `${base}/authentication/api/v1/openid/`,
    nbf: seconds - 5,
    exp: seconds + 1_800,
    client_id: as.clientId ?? 'c',
    ...number,
    ...(as.org !== undefined && { 'urn:altinn:org': as.org }),
  }
  return `${encoded({ alg: 'RS256', kid: 'real', typ: 'JWT' })}.${encoded(claims)}.c2ln`
}

/** A grant with the claims of a recording. */
function grantOf(grant: RecordedGrant, at: number): string {
  const { badKey: _, noKid, noExp, kid = 'mp', alg = 'RS256', prefix = 'Bearer ', iss, ...claims } = grant
  const seconds = Math.floor(at / 1000)
  const timeOf = (value: unknown) => (typeof value === 'string' && /^[+-]/.test(value) ? seconds + Number(value) : value)
  const issuer = 'https://test.maskinporten.no'
  const said = {
    iat: seconds,
    ...claims,
    iss: iss === 'noslash' ? issuer : (iss ?? `${issuer}/`),
    exp: noExp ? undefined : (timeOf(claims.exp) ?? seconds + 119),
    ...(claims.nbf !== undefined && { nbf: timeOf(claims.nbf) }),
    ...(claims.iat !== undefined && { iat: timeOf(claims.iat) }),
  }
  return `${prefix}${encoded({ alg, typ: 'JWT', ...(!noKid && { kid }) })}.${encoded(said)}.c2ln`
}

const get = (value: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((one, name) => (one as Record<string, unknown> | undefined)?.[name], value)

/** `change`: what another service does to a reply. */
export function recordedHar(file: string, { only = /./, change = (_: Step, body: string) => body } = {}) {
  let at = Date.parse('2026-11-20T10:00:00Z')
  let number = 1_000
  const repeated = new Map<string, Map<string, string>>()
  const entries: object[] = []
  const bytes = readFileSync(file)
  for (const line of (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString().trim().split('\n')) {
    const { name, steps } = JSON.parse(line) as { name: string; steps: Step[] }
    if (!only.test(name)) continue
    const values: Record<string, string> = Object.fromEntries(Array.from({ length: 9 }, (_, nth) => [`id${nth}`, randomUUID()]))
    let ids = new Map<string, string>()
    number++
    /** An id that the client chose: the same text stands in front of it in what it has sent. */
    const echoed = (text: string, mark: string) => {
      const before = text.slice(Math.max(0, text.indexOf(mark) - 12), text.indexOf(mark))
      const at = before.length < 12 ? -1 : sentAll.lastIndexOf(before)
      return at < 0 ? undefined : /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/.exec(sentAll.slice(at + 12))?.[0]
    }
    let sentAll = ''
    const fill = (text: string) => text.replace(/\{\{(\w+)\}\}/g, (mark, key: string) => values[key] ?? mark)
    const real = (text: string) =>
      text
        .replace(/<id(\d+)>/g, (mark) => {
          if (!ids.has(mark)) ids.set(mark, echoed(text, mark) ?? randomUUID())
          return ids.get(mark) as string
        })
        .replace(/jwt \{.*\}/g, 'eyJhbGciOiJSUzI1NiJ9.eyJhIjoxfQ.c2ln')
        .replaceAll('<base>', base)
        .replaceAll('<now>', new Date(at).toISOString())
        .replaceAll('<date>', new Date(at).toUTCString())
        .replaceAll('<trace>', `00-${randomUUID().replaceAll('-', '')}-${randomUUID().replaceAll('-', '').slice(16)}-00`)
        .replaceAll('<hex>', randomUUID().replaceAll('-', ''))
        .replaceAll('"<number>"', String(number))
        .replaceAll('<number>', String(number))
        .replaceAll('"<either>"', 'false')
    for (const step of steps) {
      at += 1_000
      const { status, headers = {}, body } = step.answer
      // An order that is repeated has the ids of the first one, also in another recording.
      const order = `${step.path} ${/"idempotencyId":"([^"]+)"/.exec(step.body ?? '')?.[1]}`
      if (status === 200 && repeated.has(order)) ids = repeated.get(order) as typeof ids
      if (step.method === 'POST' && (status === 201 || status === 200) && !repeated.has(order) && step.body?.includes('idempotencyId'))
        repeated.set(order, ids)
      const sent = { path: fill(step.path), body: step.body === undefined ? undefined : fill(step.body) }
      sentAll += `\n${sent.path}\n${sent.body ?? ''}`
      const text = change(step, real(typeof body === 'string' ? body : JSON.stringify(body)))
      const replied = Object.entries(headers).map(([header, value]) => ({ name: header, value: real(value) }))
      let json: unknown
      try {
        json = JSON.parse(text)
      } catch {}
      for (const [key, path] of Object.entries(step.save ?? {})) {
        const value = path.startsWith('@')
          ? replied.find((each) => each.name === path.slice(1))?.value
          : path === ''
            ? text.replaceAll('"', '')
            : get(json, path)
        if (value !== undefined) values[key] = typeof value === 'string' ? value : JSON.stringify(value)
      }
      const authorization = step.mp
        ? grantOf(step.mp, at)
        : step.as == null
          ? undefined
          : step.as.raw === undefined
            ? `Bearer ${tokenOf(step.as, at)}`
            : step.as.raw.includes(' ')
              ? step.as.raw
              : `Bearer ${step.as.raw}`
      const content = sent.body ?? (step.bodyBase64 === undefined ? undefined : step.bodyBase64)
      entries.push({
        startedDateTime: new Date(at).toISOString(),
        time: 10,
        request: {
          method: step.method,
          url: base + sent.path,
          headers: [
            ...Object.entries(step.headers ?? {}).map(([header, value]) => ({ name: header, value: fill(value) })),
            ...(authorization === undefined ? [] : [{ name: 'Authorization', value: authorization }]),
          ],
          ...(content !== undefined && {
            postData: {
              mimeType: step.headers?.['content-type'] ?? '',
              text: content,
              ...(step.bodyBase64 !== undefined && { encoding: 'base64' }),
            },
          }),
        },
        response: { status, headers: replied, content: { size: text.length, mimeType: '', text } },
        _name: `${name}: ${step.method} ${step.path}`,
      })
    }
  }
  return { log: { version: '1.2', creator: { name: 'recordings', version: '1' }, entries } }
}
