/** Adapts a recorded call for another client: determines the call's URL and token, or why the call cannot be sent. */

import type { Arrival, LineOf, RecordedHeaders } from '../../../control/capsule-lines.ts'
import { dialect } from '../../../service/areas/dialect.ts'
import { operations } from '../../../service/areas/index.ts'
import { type Address, addressOf, readAddress } from '../../../service/engine/address.ts'
import { compileRoutes, decode } from '../../../service/engine/route.ts'
import type { Claims } from '../../../service/tokens/caller.ts'
import type { Call } from '../../../service/wire/call.ts'
import { Misuse } from '../../../service/wire/misuse.ts'
import type { Capsule } from '../replay/read-capsule.ts'
import { spoilt } from '../replay/values.ts'

const find = compileRoutes(operations, dialect('spec'))

/** Returns the reason that an HTTP client would change the call, or cannot send it. */
export function whyNotSent(
  method: string,
  path: string,
  headers: readonly (readonly [string, RecordedHeaders[string]])[],
): string | undefined {
  if (/^(?:connect|trace|track)$/i.test(method)) return `HTTP clients do not send ${method}`
  if (/[/\\](?:\.|%2e){1,2}(?:[/\\]|$)/i.test(path.split('?', 1)[0] ?? '')) return 'HTTP clients resolve . and .. in a URL'
  // HTTP limits header values to Latin-1.
  const strange = headers.find(([, value]) => /[^\t\x20-\x7e\x80-\xff]/.test([value].flat().join()))
  return strange && `its header ${strange[0]} contains characters that are not allowed in headers`
}

/** Returns the path within the call's world and the row at that path, or why the URL is invalid. */
export function placed(line: Arrival, headers: RecordedHeaders): { readonly path: string; readonly operation: string } | string {
  const { method, url } = line
  const named = `${method} ${url}`
  const from = { method, url, headers, signal: new AbortController().signal, isLocal: () => true }
  const address = addressIn(line.event === 'call' ? { ...from, base: line.base, place: line.place } : { ...from, headers: {} })
  if (typeof address === 'string') return address
  const path = `${addressOf('', 'default', address.environment)}${address.path}${address.query && `?${address.query}`}`
  const match = find(method, address.path)
  return { path, operation: match && 'values' in match ? match.route.row.id : line.event === 'control' ? `${method} ${path}` : named }
}

/** Returns the address, or why the URL is invalid. */
function addressIn(call: Call): Address | string {
  try {
    return readAddress(call)
  } catch (thrown) {
    if (thrown instanceof Misuse) return `its URL is invalid: ${thrown.message}`
    throw thrown
  }
}

/**
 * True if an HTTP client sends the path unchanged. `base`: a world's URL. False if values in the path would turn a call to the service into
 * a control call.
 */
export function isAsWritten(base: string, path: string, kind: 'call' | 'control'): boolean {
  const { origin, pathname, hash } = new URL(base + path)
  const [written = ''] = `${base}${path}`.split('?', 1)
  const below = new URL(base).pathname.replace(/\/$/, '')
  if (hash !== '' || origin !== new URL(base).origin || !pathname.startsWith(`${below}/`)) return false
  // The number of path segments must not change.
  if (pathname.split('/').length !== written.slice(origin.length).split('/').length) return false
  return kind === 'control' || !/^\/(?:production\/)?_standin(?:\/|$)/i.test(decode(pathname.slice(below.length)))
}

/**
 * Creates a token with the recorded claims. The signature is valid only if Standin signed the recorded token. `recorded`: URLs in the
 * claims, to be replaced with `base`.
 */
export async function madeToken(
  capsule: Capsule,
  line: LineOf<'token'>,
  { recorded, base, make }: { readonly recorded: readonly string[]; readonly base: string; make(claims: Claims): Promise<string> },
): Promise<string> {
  const trust = capsule.trust.get(line.token) ?? 'own'
  if (trust !== 'own' && trust !== 'bad-signature') return unsigned(line, recorded, base)
  const made = await make(line.claims)
  return trust === 'own' ? made : spoilt(made)
}

/** Returns ASCII-only JSON, because `btoa` accepts only Latin-1. */
const inAscii = (value: unknown) =>
  JSON.stringify(value).replace(/[\x80-\uffff]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
const encoded = (value: unknown) => btoa(inAscii(value)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')

/** Returns a token with the same claims and an invalid signature. Claims can contain the server's URL. */
function unsigned({ header, claims }: LineOf<'token'>, recorded: readonly string[], base: string): string {
  const named: unknown = JSON.parse(recorded.reduce((text, each) => text.replaceAll(each, base), JSON.stringify(claims)))
  return `${encoded(header)}.${encoded(named)}.c2lnbmF0dXJl`
}
