/** Where a call of a capsule goes, whether its address leads there as written, and why no other client can make it. */
import { operations } from '../../../areas/index.ts'
import { type Address, addressOf, readAddress } from '../../../engine/address.ts'
import { compileRoutes } from '../../../engine/route.ts'
import { Misuse } from '../../../misuse.ts'
import { dialect } from '../../../wire/dialect.ts'
import type { Call } from '../../../wire/http/call.ts'
import type { LineOf, RecordedHeaders } from '../lines.ts'

const find = compileRoutes(operations, dialect('spec'))

/** What clients change on the way, or cannot send. */
export function whyNotSent(
  method: string,
  path: string,
  headers: readonly (readonly [string, RecordedHeaders[string]])[],
): string | undefined {
  if (/^(?:connect|trace|track)$/i.test(method)) return `a client of a program does not send ${method}`
  if (/[/\\](?:\.|%2e){1,2}(?:[/\\]|$)/i.test(path.split('?', 1)[0] ?? '')) return 'clients take . and .. out of an address'
  // Bytes, as HTTP has them.
  const strange = headers.find(([, value]) => /[^\t\x20-\x7e\x80-\xff]/.test([value].flat().join()))
  return strange && `its header ${strange[0]} has characters that no header holds`
}

/** The path within its world, and the row that lies there; or why there is none. */
export function placed(
  line: LineOf<'call'> | LineOf<'control'>,
  headers: RecordedHeaders,
): { readonly path: string; readonly operation: string } | string {
  const { method, url } = line
  const named = `${method} ${url}`
  const from = { method, url, headers, signal: new AbortController().signal, isLocal: () => true }
  const address = addressIn(line.event === 'call' ? { ...from, base: line.base, place: line.place } : { ...from, headers: {} })
  if (typeof address === 'string') return address
  const path = `${addressOf('', 'default', address.environment)}${address.path}${address.query && `?${address.query}`}`
  const match = find(method, address.path)
  return { path, operation: match && 'values' in match ? match.route.row.id : line.event === 'control' ? `${method} ${path}` : named }
}

/** Or why there is none. */
function addressIn(call: Call): Address | string {
  try {
    return readAddress(call)
  } catch (thrown) {
    if (thrown instanceof Misuse) return `its address names no place: ${thrown.message}`
    throw thrown
  }
}

/**
 * `base`: the address of a world. A call of the service reaches no control row, whatever a value in its path is. The test of a capsule
 * holds the same rule in its own words.
 */
export function isAsWritten(base: string, path: string, kind: 'call' | 'control'): boolean {
  const { origin, pathname, hash } = new URL(base + path)
  const [written = ''] = `${base}${path}`.split('?', 1)
  const below = new URL(base).pathname.replace(/\/$/, '')
  if (hash !== '' || origin !== new URL(base).origin || !pathname.startsWith(`${below}/`)) return false
  // Each part that was written is there, and no other.
  if (pathname.split('/').length !== written.slice(origin.length).split('/').length) return false
  return kind === 'control' || !/^\/(?:production\/)?_standin(?:\/|$)/i.test(decoded(pathname.slice(below.length)))
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
