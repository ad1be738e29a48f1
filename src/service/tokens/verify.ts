/** Finds the caller of an Authorization header, and remembers the callers of valid tokens. */
import { type Caller, readCaller } from './caller.ts'
import type { Keys } from './keys.ts'
import { longestToken } from './read-token.ts'
import type { Distrusted, Trust } from './trust.ts'

export interface Verifier {
  /** Undefined for a header without a token. Does not check the time: see {@link isCurrent}. */
  readonly callerOf: (authorization: string | undefined) => Promise<Caller | Distrusted | undefined>
}

export interface VerifierOptions {
  /** The number of callers to remember. When it is reached, the first one is forgotten. */
  readonly limit?: number
}

/** The most characters of a header. */
const longest = longestToken

/** The most characters of a header to remember. With `longest`, the memory could grow to 160 MiB. */
const longestRemembered = 4 * 1024

/** The key of a header: its end, a part of the signature. To hash a whole token costs a tenth of an overview. */
const keyLength = 32

const compact = /^[\w-]+\.[\w-]+\.[\w-]+$/

/** Remembers valid tokens only, so that forged tokens cost no memory and displace no valid ones. */
export function createVerifier(
  { judge }: Pick<Trust, 'judge'>,
  keys: Pick<Keys, 'generation'>,
  { limit = 10_000 }: VerifierOptions = {},
): Verifier {
  let { generation } = keys
  const seen = new Map<string, { readonly header: string; readonly caller: Caller }>()

  function remember(header: string, caller: Caller): void {
    if (limit < 1 || header.length > longestRemembered) return
    const key = header.slice(-keyLength)
    const [oldest] = seen.keys()
    if (seen.size >= limit && !seen.has(key) && oldest !== undefined) seen.delete(oldest)
    seen.set(key, { header, caller })
  }

  async function verify(header: string, token: string): Promise<Caller | Distrusted> {
    const judged = await judge(token)
    if ('distrust' in judged) return judged
    const caller = readCaller(judged.claims, judged.kind)
    if (!caller) return { distrust: 'unreadable' }
    remember(header, caller)
    return caller
  }

  return {
    async callerOf(header) {
      if (header === undefined || header.length > longest) return undefined
      if (keys.generation !== generation) {
        generation = keys.generation
        seen.clear()
      }
      const known = seen.get(header.slice(-keyLength))
      if (known?.header === header) return known.caller
      const token = bearerToken(header)
      return token === undefined ? undefined : verify(header, token)
    },
  }
}

/**
 * Whether a token is valid at a time of the called world, in milliseconds since 1970. There is no tolerance. Source: authentication §5.1.
 */
export const isCurrent = (caller: Caller, now: number): boolean => caller.nbf <= now && now < caller.exp

/** The token of a header. Undefined for a text that cannot be a token, which saves its verification. */
export function bearerToken(header: string | undefined): string | undefined {
  if (header === undefined || header.slice(0, 7).toLowerCase() !== 'bearer ') return undefined
  const token = header.slice(7).trim()
  return compact.test(token) ? token : undefined
}
