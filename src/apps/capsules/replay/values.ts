/** Replaces a capsule's placeholders with generated secrets and with tokens that have the same claims, and loads the bytes of bodies. */

import type { Content, LineOf } from '../../../control/capsule-lines.ts'
import { decodeBase64 } from '../../../persistence/snapshot-contents.ts'
import { type Claims, isClaims } from '../../../service/tokens/caller.ts'
import type { SigningAlgorithm } from '../../../service/tokens/issue.ts'
import { createKeys, type Keys, type SigningKeys } from '../../../service/tokens/keys.ts'
import { issuerOf } from '../../../service/tokens/read-token.ts'
import { Misuse } from '../../../service/wire/misuse.ts'
import { utf8 } from '../../../service/wire/text.ts'
import type { Capsule } from './read-capsule.ts'

/** Matches a capsule's placeholders. */
export const marksIn = (beginning: string) => new RegExp(`${beginning.replaceAll('.', '\\.')}\\.(token|secret)-(\\d+)~`, 'g')

export type Values = ReturnType<typeof createValues>

export function createValues({ head, lines, trust }: Capsule) {
  const { generatorUser, trustIssuers: _issuers, ...settings } = head.settings
  const tokens = new Map<number, string>()
  const claims = new Map<number, Claims>()
  const marks = () => marksIn(head.mark)
  const userMark = typeof generatorUser === 'string' ? marks().exec(generatorUser)?.[2] : undefined
  const user = 'standin:standin'
  const secret = (number: string) => (number === userMark ? btoa(user) : `standin-secret-${number}`)
  const restore = (text: string) =>
    text.includes(head.mark)
      ? text.replace(marks(), (mark, kind: string, number: string) =>
          kind === 'secret' ? secret(number) : (tokens.get(Number(number)) ?? mark),
        )
      : text
  /** Keys of a trusted external issuer and of an untrusted issuer. */
  let others: Promise<{ readonly other: SigningKeys; readonly nobody: SigningKeys }> | undefined
  const strangers = () => {
    others ??= (async () => {
      const [other, nobody] = [createKeys(), createKeys()]
      // All new key sets start with the same keys, so the keys are rotated.
      for (const each of [other, nobody]) for (let turn = 0; turn < 2; turn++) await each.rotate()
      return { other, nobody }
    })()
    return others
  }
  return {
    restore,
    marks,
    claimsOf: (number: number) => claims.get(number),
    /** Creates a token. Must be called before the first line that contains the token's placeholder. */
    async mint({ token, header, claims: payload }: LineOf<'token'>, keys: Keys) {
      const judged = trust.get(token) ?? 'own'
      const signer =
        judged === 'own' || judged === 'bad-signature' || judged === 'unknown-issuer'
          ? keys
          : judged === 'other'
            ? (await strangers()).other
            : (await strangers()).nobody
      claims.set(token, payload)
      const { alg, kid: _kid, x5t, ...more } = header
      const thumbprint = x5t !== undefined ? 'x5t' : typeof more.x5c === 'string' ? 'x5c' : undefined
      const signed = await signer.sign(payload, {
        alg: alg === 'ES256' ? 'ES256' : 'RS256',
        header: more,
        ...(thumbprint && { thumbprint }),
      })
      tokens.set(token, judged === 'bad-signature' ? spoilt(signed) : signed)
    },
    async trustIssuers() {
      const issuers = new Set<string>()
      for (const line of lines) {
        const issuer =
          line.event === 'token' && trust.get(line.token) === 'other' && isClaims(line.claims) ? issuerOf(line.claims) : undefined
        if (issuer !== undefined) issuers.add(issuer)
      }
      if (issuers.size === 0) return []
      const { other } = await strangers()
      const sets = await Promise.all((['RS256', 'ES256'] as SigningAlgorithm[]).map((alg) => other.jwks(alg)))
      const keys = sets.flatMap((set) => [...set.keys])
      return [...issuers].map((issuer) => ({ issuer, keys }))
    },
    /** The recorded settings, as simulator options. */
    settings() {
      const restored = JSON.parse(restore(JSON.stringify(settings))) as Record<string, unknown>
      return { ...restored, ...(generatorUser !== undefined && { generatorUser: user }) }
    },
  }
}

/** Returns the token with an invalid signature. */
export function spoilt(token: string): string {
  const at = token.lastIndexOf('.') + 1
  return `${token.slice(0, at)}${token[at] === 'A' ? 'B' : 'A'}${token.slice(at + 1)}`
}

export interface Stored {
  /** Loads bytes stored next to the capsule. Resolves to `undefined` if the file does not exist. */
  beside(sha256: string): Promise<Uint8Array | undefined>
  /** Lowercase hexadecimal. */
  sha256(bytes: Uint8Array): string
}

export type Contents = (content: Content & { readonly chunks?: readonly number[] | undefined }) => Promise<readonly Uint8Array[]>

/** `restore`: replaces placeholders with values. */
export function createContents({ pieces }: Capsule, restore: (text: string) => string, { beside, sha256: hashOf }: Stored): Contents {
  async function whole({ text, base64, sha256 }: Content): Promise<Uint8Array> {
    if (text !== undefined) return utf8(restore(text))
    if (base64 !== undefined) return decodeBase64(base64)
    if (sha256 === undefined) return new Uint8Array()
    const parts = pieces.get(sha256)
    const bytes = parts ? await new Blob(parts.map(decodeBase64)).bytes() : await beside(sha256)
    if (!bytes) throw new Misuse(`The content ${sha256} is missing. It must be in the folder next to the capsule.`)
    if (hashOf(bytes) !== sha256) throw new Misuse(`The capsule's content ${sha256} was changed: its SHA-256 differs.`)
    return bytes
  }
  return async ({ chunks, ...content }) => {
    const bytes = await whole(content)
    if (!chunks) return [bytes]
    let at = 0
    return chunks.map((size) => {
      at += size
      return bytes.subarray(at - size, at)
    })
  }
}
