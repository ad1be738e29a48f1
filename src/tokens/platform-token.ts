/** Reads the token of an application of the platform, whose issuer is the organization that it calls for. Source: notifications §2. */
import { type Claims, isClaims } from './caller.ts'

/** The claims of a token, without checking its signature; undefined for a text that is not a token. */
export function readClaims(token: string): Claims | undefined {
  const [head = '', payload = '', signature, ...more] = token.split('.')
  return signature === undefined || more.length > 0 || !read(head) ? undefined : read(payload)
}

function read(part: string): Claims | undefined {
  try {
    const bytes = Uint8Array.from(atob(part.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0))
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    return isClaims(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** The organization that the application calls for; undefined for a token without an issuer. */
export const issuerOf = ({ iss }: Claims): string | undefined => (typeof iss === 'string' && iss !== '' ? iss : undefined)
