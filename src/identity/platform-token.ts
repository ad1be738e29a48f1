/** The token by which an application of the platform calls: its issuer is whom it calls for. Source: notifications §2. */
import { type Claims, isClaims } from './caller.ts'

/** What a text claims that is formed like a token, whoever has signed it. */
export function readClaims(token: string): Claims | undefined {
  const [head = '', payload = '', signature, ...more] = token.split('.')
  return signature === undefined || more.length > 0 || !read(head) ? undefined : read(payload)
}

function read(part: string): Claims | undefined {
  try {
    const bytes = Uint8Array.from(atob(part.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0))
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    return isClaims(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Whom it calls for; undefined where it does not say. */
export const issuerOf = ({ iss }: Claims): string | undefined => (typeof iss === 'string' && iss !== '' ? iss : undefined)
