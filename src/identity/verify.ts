/** From the text of an Authorization header to its caller; a text seen before is answered at once. */
import type { MaybePromise } from '../wire/http/call.ts'
import { type Caller, readCaller } from './caller.ts'
import { acceptedIssuers } from './issuers.ts'
import type { Keys } from './keys.ts'

export interface Verifier {
  /** Undefined when the header names nobody. Whether the token is good now is another question: {@link isCurrent}. */
  readonly callerOf: (authorization: string | undefined) => MaybePromise<Caller | undefined>
}

export interface VerifierOptions {
  /** Callers remembered; beyond it the first remembered is forgotten. */
  readonly limit?: number
  readonly issuers?: ReadonlySet<string>
}

/** Characters of a header. */
const longest = 16 * 1024

/** Characters of a header that is still remembered: `limit` of the longest would hold 160 MiB. */
const longestRemembered = 4 * 1024

/** Hashing this much is enough, since it is part of the signature; the whole text is compared afterwards. */
const tail = 32

const compact = /^[\w-]+\.[\w-]+\.[\w-]+$/

/**
 * Only tokens that are good are remembered: whoever sends made-up ones costs their verification, but neither memory
 * nor the place of anyone else.
 */
export function createVerifier(keys: Pick<Keys, 'verify'>, options: VerifierOptions = {}): Verifier {
  const { limit = 10_000, issuers = acceptedIssuers } = options
  const seen = new Map<string, { readonly header: string; readonly caller: Caller }>()

  function remember(header: string, caller: Caller): void {
    if (limit < 1 || header.length > longestRemembered) return
    const key = header.slice(-tail)
    const [oldest] = seen.keys()
    if (seen.size >= limit && !seen.has(key) && oldest !== undefined) seen.delete(oldest)
    seen.set(key, { header, caller })
  }

  async function firstSight(header: string, token: string): Promise<Caller | undefined> {
    const caller = readCaller(await keys.verify(token))
    if (caller?.iss === undefined || !issuers.has(caller.iss)) return undefined
    remember(header, caller)
    return caller
  }

  return {
    callerOf(header) {
      if (header === undefined || header.length > longest) return undefined
      const known = seen.get(header.slice(-tail))
      if (known?.header === header) return known.caller
      const token = bearer(header)
      return token === undefined ? undefined : firstSight(header, token)
    },
  }
}

/** Without any tolerance, on the clock of the world that is called. Source: authentication §5.1. */
export const isCurrent = (caller: Caller, now: number): boolean => caller.nbf <= now && now < caller.exp

/** What cannot be a token is known without cryptography. */
function bearer(header: string): string | undefined {
  if (header.slice(0, 7).toLowerCase() !== 'bearer ') return undefined
  const token = header.slice(7).trim()
  return compact.test(token) ? token : undefined
}
