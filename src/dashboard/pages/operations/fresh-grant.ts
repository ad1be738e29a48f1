/** The grant in the example of a token request is valid for two minutes, and once: each one that is sent is a new one. */
import { partKey, type Values } from './form.ts'

export const grantKey = partKey('assertion')
/** Seconds that a grant lives. */
const life = 120

/** The same with a grant of now. Its signature is nobody's, as in the example: it is not checked for a client that nobody registered. */
export function withFreshGrant(values: Values): Values {
  const [header = '', claims = '', signature = ''] = (values[grantKey] ?? '').split('.')
  if (signature === '') return values
  const iat = Math.floor(Date.now() / 1_000)
  const fresh = {
    ...(JSON.parse(atob(plain(claims))) as object),
    iat,
    exp: iat + life,
    jti: crypto.getRandomValues(new Uint32Array(4)).join('-'),
  }
  return { ...values, [grantKey]: `${header}.${forAddress(btoa(JSON.stringify(fresh)))}.${signature}` }
}

const plain = (text: string) => text.replaceAll('-', '+').replaceAll('_', '/')
const forAddress = (text: string) => text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
