/** Which control rows need the world of their address, and which make it. Source: decisions §2. */
import type { ControlRow } from './row.ts'

/** By the first segment of the path under `/_standin/`. Rows that only read make no world. */
const makers = new Set(['reset', 'scenarios', 'clock', 'limits', 'contacts', 'tokens', 'provider-states', 'messages', 'file-transfers'])
const worldless = new Set([
  'health',
  'ready',
  'version',
  'openapi.json',
  'metrics',
  'recipients',
  'conditions',
  'worlds',
  'keys',
  'mcp',
  'exploration',
])
/** A recording may begin before the first call makes its world. */
const named = new Set(['capsule'])

/**
 * What a row does when its world does not exist: it makes the world, it is refused, it takes the world by its name alone, or it is about no
 * world.
 */
export function neededWorld({ method, path }: Pick<ControlRow, 'method' | 'path'>): 'made' | 'demanded' | 'named' | 'none' {
  const first = path.split('/')[2] ?? ''
  if (named.has(first)) return 'named'
  if (worldless.has(first)) return 'none'
  return method === 'PUT' || (method !== 'GET' && makers.has(first)) ? 'made' : 'demanded'
}
