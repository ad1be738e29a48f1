/** Tokens of the second service: its own keys, its own signing. */
import { createSign, createVerify, type KeyObject } from 'node:crypto'

export interface Claims {
  readonly scope: string
  readonly 'urn:altinn:orgNumber': string
  /** Seconds since 1970. */
  readonly exp: number
}

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** `key` is a private key in PEM. */
export function sign(claims: Claims, key: string): string {
  const content = `${encoded({ alg: 'RS256', typ: 'JWT' })}.${encoded(claims)}`
  return `${content}.${createSign('RSA-SHA256').update(content).sign(key, 'base64url')}`
}

/** The claims of the token in a header `Authorization`; undefined if it is none, or not good. */
export function claimsIn(header: string | undefined, key: KeyObject): Claims | undefined {
  const [, content, signature] = /^Bearer ([\w-]+\.[\w-]+)\.([\w-]+)$/.exec(header ?? '') ?? []
  if (!content || !signature || !createVerify('RSA-SHA256').update(content).verify(key, signature, 'base64url')) return undefined
  const claims = JSON.parse(Buffer.from(content.split('.')[1] ?? '', 'base64url').toString()) as Claims
  return claims.exp * 1000 > Date.now() ? claims : undefined
}
